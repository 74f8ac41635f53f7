import * as contract from '#contract/deals/calls.ts';
import type { SourceProviders } from '#server/connections/port.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { getDealNotes, listContactDeals, listDealAccounts, setDealNotes } from './reading-actions.ts';
import { createDeal } from './writing-actions.ts';

export function serveDeals(serve: Serve, { sourceProviders }: { sourceProviders: SourceProviders }): void {
  serve.inTenant(contract.listDeals, (scope, { query }) => listContactDeals({ ...scope, sourceProviders }, query));
  serve.inTenant(contract.listDealAccounts, listDealAccounts);
  serve.inTenant(contract.createDeal, (scope, { body }) => createDeal(scope, body));
  serve.inTenant(contract.getDealNotes, (scope, { params }) => getDealNotes(scope, params));
  serve.inTenant(contract.setDealNotes, (scope, { params, body }) => setDealNotes(scope, params, body));
}
