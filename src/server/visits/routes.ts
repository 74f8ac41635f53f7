import * as contract from '#contract/visits/calls.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { listOptions, pageOfVisits } from './storage/list-queries.ts';

export function serveVisits(serve: Serve): void {
  serve.inTenant(contract.listVisits, (scope, { query }) => pageOfVisits(scope, query));
  serve.inTenant(contract.listVisitOptions, listOptions);
}
