import * as contract from '#contract/orders/calls.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { pageOfOrders } from './list-queries.ts';

export function serveOrders(serve: Serve): void {
  serve.inTenant(contract.listOrders, (scope, { query }) => pageOfOrders(scope, query));
}
