import * as contract from '#contract/visits.ts';
import type { Serve } from '#server/platform/serve.ts';
import { listOptions, pageOfVisits } from './list-queries.ts';

export function serveVisits(serve: Serve): void {
  serve.inTenant(contract.listVisits, (scope, { query }) => pageOfVisits(scope, query));
  serve.inTenant(contract.listVisitOptions, listOptions);
}
