import { countContacts, listContacts } from '#contract/contacts.ts';
import * as contract from '#contract/insights.ts';
import * as conversion from '#contract/insights-conversion.ts';
import { withTenant } from '#server/platform/db.ts';
import type { Serve } from '#server/platform/serve.ts';
import { getContactCard } from './card.ts';
import { countsOfContacts, pageOfContacts } from './contact-list-actions.ts';
import { getConversion, listConverted } from './conversion.ts';
import { explainContact } from './explaining.ts';
import { getKeeping, setKeeping } from './retention.ts';
import { countSkips, listSkipped } from './skips.ts';
import { listTimeline } from './timeline.ts';

export function serveInsights(serve: Serve): void {
  serve(listContacts, (ctx, { query }) => pageOfContacts(ctx, query));
  serve(countContacts, (ctx, { query }) => countsOfContacts(ctx, query));
  serve(contract.getContactCard, (ctx, { params }) => getContactCard(ctx, params.contactId));
  serve(contract.listTimeline, (ctx, { params, query }) => listTimeline(ctx, params.contactId, query));
  serve(contract.explainContact, (ctx, { params }) => explainContact(ctx, params));
  serve(contract.countSkips, (ctx, { query }) => countSkips(ctx, query));
  serve(contract.listSkipped, (ctx, { query }) => listSkipped(ctx, query));
  serve(conversion.getConversion, (ctx, { query }) => getConversion(ctx, query));
  serve(conversion.listConverted, (ctx, { query }) => listConverted(ctx, query));
  serve(contract.getKeeping, (ctx) => withTenant(ctx.db, ctx.tenantId, getKeeping));
  serve(contract.setKeeping, (ctx, { body }) => setKeeping(ctx, body));
}
