import { countContacts, listContacts } from '#contract/contacts.ts';
import * as contract from '#contract/insights.ts';
import * as conversion from '#contract/insights-conversion.ts';
import * as results from '#contract/insights-results.ts';
import type { Serve } from '#server/platform/serve.ts';
import { getContactCard } from './card.ts';
import { countsOfContacts, pageOfContacts } from './contact-list-actions.ts';
import { getConversion, listConverted } from './conversion.ts';
import { explainContact, explainVisit } from './explaining.ts';
import { getResults, listResultVisits } from './results.ts';
import { getRetention, setRetention } from './retention.ts';
import { countSkips, listSkipped } from './skips.ts';
import { listTimeline } from './timeline.ts';

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
  serve.inTenant(results.getResults, (scope, { query }) => getResults(scope, query));
  serve.inTenant(results.listResultVisits, (scope, { query }) => listResultVisits(scope, query));
  serve.inTenant(contract.getRetention, getRetention);
  serve.inTenant(contract.setRetention, (scope, { body }) => setRetention(scope, body));
}
