import * as contract from '#contract/orders.ts';
import { withTenant } from '#server/platform/db.ts';
import type { Serve } from '#server/platform/serve.ts';
import { pageOfOrders } from './list-queries.ts';

export function serveOrders(serve: Serve): void {
  serve(contract.listOrders, (ctx, { query }) =>
    withTenant(ctx.db, ctx.tenantId, (scope) => pageOfOrders(scope, query)),
  );
}
