import * as transfers from '#contract/flow-transfers.ts';
import type { Serve } from '#server/platform/serve.ts';
import { acceptFlows, declineFlows } from './offers.ts';
import { cancelTransfer, listTransfers, sendFlows } from './transfers.ts';

/** Binds the calls about flows sent to other owners' tenants. */
export function serveTransfers(serve: Serve): void {
  serve.inTenant(transfers.listTransfers, (scope) => listTransfers(scope));
  serve.inTenant(transfers.sendFlows, (scope, { body }) => sendFlows(scope, body));
  serve.inTenant(transfers.cancelTransfer, async (scope, { params }) => {
    await cancelTransfer(scope, params.transferId);
    return {};
  });
  serve.inTenant(transfers.acceptOffer, (scope, { params }) => acceptFlows(scope, params.offerId));
  serve.inTenant(transfers.declineOffer, async (scope, { params }) => {
    await declineFlows(scope, params.offerId);
    return {};
  });
}
