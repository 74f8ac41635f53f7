import * as contract from '#contract/connections.ts';
import type { Serve } from '#server/platform/serve.ts';
import {
  describeConnection,
  describeConnections,
  removeConnection,
  restoreConnection,
  resyncConnection,
  setBranchActive,
} from './actions.ts';
import { connectBranches, offerBranches } from './connecting-actions.ts';
import { connectIiko, offerIikoOrganizations } from './order-connecting-actions.ts';
import { takeBranchWebhooks } from './order-health-actions.ts';
import type { OrderSystems } from './order-port.ts';
import type { Bookings } from './port.ts';

export function serveConnections(
  serve: Serve,
  { bookings, orderSystems }: { bookings: Bookings; orderSystems: OrderSystems },
): void {
  serve(contract.listConnections, async (ctx, { query }) => ({
    connections: await describeConnections(ctx, ctx.tenantId, query.kind),
  }));
  serve(contract.getConnection, (ctx, { params }) => describeConnection(ctx, ctx.tenantId, params.connectionId));
  serve(contract.offerYclientsBranches, (ctx, { body }) => offerBranches({ ...ctx, bookings }, 'yclients', body));
  serve(contract.connectYclients, (ctx, { body }) => connectBranches({ ...ctx, bookings }, 'yclients', body));
  serve(contract.offerAltegioBranches, (ctx, { body }) => offerBranches({ ...ctx, bookings }, 'altegio', body));
  serve(contract.connectAltegio, (ctx, { body }) => connectBranches({ ...ctx, bookings }, 'altegio', body));
  serve(contract.offerIikoOrganizations, (ctx, { body }) => offerIikoOrganizations({ ...ctx, orderSystems }, body));
  serve(contract.connectIiko, (ctx, { body }) => connectIiko({ ...ctx, orderSystems }, body));
  serve(contract.takeBranchWebhooks, (ctx, { params }) => takeBranchWebhooks({ ...ctx, orderSystems }, params));
  serve(contract.resyncConnection, (ctx, { params }) => resyncConnection(ctx, params.connectionId));
  serve(contract.setBranchActive, (ctx, { params, body }) => setBranchActive(ctx, { ...params, ...body }));
  serve(contract.removeConnection, async (ctx, { params }) => {
    await removeConnection(ctx, params.connectionId);
    return {};
  });
  serve(contract.restoreConnection, (ctx, { params }) => restoreConnection(ctx, params.connectionId));
}
