import * as transfers from '#contract/flows/transfers.ts';
import * as mailingTransfers from '#contract/mailings/transfers.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { acceptFlows, acceptMailings, declineOffer } from './offers.ts';
import { cancelTransfer, listMailingTransfers, listTransfers, sendFlows, sendMailings } from './transfers.ts';

/** Binds the calls about flows and mailings sent to other owners' tenants. */
export function serveTransfers(serve: Serve): void {
  serve.inTenant(transfers.listTransfers, (scope) => listTransfers(scope));
  serve.inTenant(transfers.sendFlows, (scope, { body }) => sendFlows(scope, body));
  serve.inTenant(transfers.cancelTransfer, async (scope, { params }) => {
    await cancelTransfer(scope, { id: params.transferId, senderKind: 'flow' });
    return {};
  });
  serve.inTenant(transfers.acceptOffer, (scope, { params }) => acceptFlows(scope, params.offerId));
  serve.inTenant(transfers.declineOffer, async (scope, { params }) => {
    await declineOffer(scope, { id: params.offerId, senderKind: 'flow' });
    return {};
  });
  serve.inTenant(mailingTransfers.listMailingTransfers, (scope) => listMailingTransfers(scope));
  serve.inTenant(mailingTransfers.sendMailings, (scope, { body }) => sendMailings(scope, body));
  serve.inTenant(mailingTransfers.cancelMailingTransfer, async (scope, { params }) => {
    await cancelTransfer(scope, { id: params.transferId, senderKind: 'mailing' });
    return {};
  });
  serve.inTenant(mailingTransfers.acceptMailingOffer, (scope, { params }) => acceptMailings(scope, params.offerId));
  serve.inTenant(mailingTransfers.declineMailingOffer, async (scope, { params }) => {
    await declineOffer(scope, { id: params.offerId, senderKind: 'mailing' });
    return {};
  });
}
