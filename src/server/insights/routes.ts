import { deleteRfm, saveRfmSegment } from '#contract/audiences/rfm.ts';
import { countContacts, listContacts } from '#contract/contacts/calls.ts';
import * as contract from '#contract/insights/calls.ts';
import * as cohorts from '#contract/insights/cohorts.ts';
import * as conversion from '#contract/insights/conversion.ts';
import * as dashboards from '#contract/insights/dashboard.ts';
import * as results from '#contract/insights/results.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { getContactCard } from './timeline/card.ts';
import { countsOfContacts, pageOfContacts } from './lists/contact-list-actions.ts';
import { getConversion, listConverted } from './conversion/conversion.ts';
import { explainContact, explainVisit } from './skips/explaining.ts';
import * as dashboard from './dashboard/dashboard.ts';
import * as targets from './dashboard/targets.ts';
import { listResultVisits } from './results/results.ts';
import * as rfm from './rfm/rfm.ts';
import * as returning from './returning/returning.ts';
import { getRetention, setRetention } from './skips/retention.ts';
import { countSkips, listSkipped } from './skips/skips.ts';
import * as letters from '#contract/insights/letters.ts';
import { getWeeklyLetter, setWeeklyLetter } from './letters/letters.ts';
import { listTimeline } from './timeline/timeline.ts';

export function serveInsights(serve: Serve): void {
  serve.inTenant(listContacts, (scope, { query }) => pageOfContacts(scope, query));
  serve.inTenant(countContacts, (scope, { query }) => countsOfContacts(scope, query));
  serve.inTenant(contract.getContactCard, (scope, { params }) => getContactCard(scope, params.contactId));
  serve.inTenant(contract.listTimeline, (scope, { params, query }) => listTimeline(scope, params.contactId, query));
  serve.inTenant(contract.explainContact, (scope, { params }) => explainContact(scope, params));
  serve.inTenant(contract.explainVisit, (scope, { params }) => explainVisit(scope, params.visitId));
  serve.inTenant(contract.countSkips, (scope, { query }) => countSkips(scope, query));
  serve.inTenant(contract.listSkipped, (scope, { query }) => listSkipped(scope, query));
  serve.inTenant(conversion.getConversion, (scope, { query }) => getConversion(scope, query));
  serve.inTenant(conversion.listConverted, (scope, { query }) => listConverted(scope, query));
  serve.inTenant(dashboards.getDashboard, (scope, { query }) => dashboard.getDashboard(scope, query));
  serve.inTenant(dashboards.listDashboardClients, (scope, { query }) => dashboard.listDashboardClients(scope, query));
  serve.inTenant(dashboards.listAskedConversations, (scope, { query }) =>
    dashboard.listAskedConversations(scope, query),
  );
  serve.inTenant(dashboards.listTargets, (scope, { query }) => targets.listTargets(scope, query));
  serve.inTenant(dashboards.setTarget, (scope, { body }) => targets.setTarget(scope, body));
  serve.inTenant(results.listResultVisits, (scope, { query }) => listResultVisits(scope, query));
  serve.inTenant(cohorts.getCohorts, (scope, { query }) => returning.getCohorts(scope, query));
  serve.inTenant(cohorts.listCohortPeople, (scope, { query }) => returning.listCohortPeople(scope, query));
  serve.inTenant(cohorts.saveCohortSegment, (scope, { body }) => returning.saveCohortSegment(scope, body));
  serve.inTenant(cohorts.listLateClients, (scope, { query }) => returning.listLateClients(scope, query));
  serve.inTenant(cohorts.saveLateSegment, (scope, { body }) => returning.saveLateSegment(scope, body));
  serve.inTenant(cohorts.getReturns, (scope, { query }) => returning.getReturns(scope, query));
  serve.inTenant(saveRfmSegment, (scope, { params, body }) => rfm.saveRfmSegment(scope, params.dashboardId, body));
  serve.inTenant(deleteRfm, async (scope, { params }) => {
    await rfm.deleteUnused(scope, params.dashboardId);
    return {};
  });
  serve.inTenant(letters.getWeeklyLetter, getWeeklyLetter);
  serve.inTenant(letters.setWeeklyLetter, (scope, { body }) => setWeeklyLetter(scope, body));
  serve.inTenant(contract.getRetention, getRetention);
  serve.inTenant(contract.setRetention, (scope, { body }) => setRetention(scope, body));
}
