import * as transfers from '#contract/flow-transfers.ts';
import { withTenant } from '#server/platform/db.ts';
import type { Serve } from '#server/platform/serve.ts';
import { acceptFlows, declineFlows } from './offers.ts';
import { cancelTransfer, listTransfers, sendFlows } from './transfers.ts';

/** Binds the calls about flows sent to other owners' tenants. */
export function serveTransfers(serve: Serve): void {
  serve(transfers.listTransfers, (ctx) => withTenant(ctx.db, ctx.tenantId, (scope) => listTransfers(ctx, scope)));
  serve(transfers.sendFlows, (ctx, { body }) => sendFlows(ctx, body));
  serve(transfers.cancelTransfer, async (ctx, { params }) => {
    await cancelTransfer(ctx, params.transferId);
    return {};
  });
  serve(transfers.acceptOffer, (ctx, { params }) => acceptFlows(ctx, params.offerId));
  serve(transfers.declineOffer, async (ctx, { params }) => {
    await declineFlows(ctx, params.offerId);
    return {};
  });
}
