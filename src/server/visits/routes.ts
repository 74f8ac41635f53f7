import * as contract from '#contract/visits.ts';
import { withTenant } from '#server/platform/db.ts';
import type { Serve } from '#server/platform/serve.ts';
import { listOptions, pageOfVisits } from './list-queries.ts';

export function serveVisits(serve: Serve): void {
  serve(contract.listVisits, (ctx, { query }) =>
    withTenant(ctx.db, ctx.tenantId, (scope) => pageOfVisits(scope, query)),
  );
  serve(contract.listVisitOptions, (ctx) => withTenant(ctx.db, ctx.tenantId, listOptions));
}
