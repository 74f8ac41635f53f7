import * as contract from '#contract/partners/calls.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { keepVisit } from './first-touch.ts';
import { makeReferralCode } from './making-codes.ts';
import { readGift, readPartner } from './partner-actions.ts';
import { openPayout, pageOfPayouts, withdrawOwnPayout } from './payout-actions.ts';
import { decide, pageOfAllPayouts } from './payouts.ts';

export function servePartners(serve: Serve): void {
  serve(contract.noteVisit, (ctx, { body }) => keepVisit(ctx, body));
  serve.inTenant(contract.getPartner, readPartner);
  serve(contract.createReferralCode, makeReferralCode);
  serve.inTenant(contract.getReferralGift, readGift);
  serve.inTenant(contract.listPayouts, (scope, { query }) => pageOfPayouts(scope, query));
  serve.inTenant(contract.requestPayout, (scope, { body }) => openPayout(scope, body));
  serve.inTenant(contract.withdrawPayout, async (scope, { params }) => {
    await withdrawOwnPayout(scope, params.payoutId);
    return {};
  });
  serve(contract.listPartnerPayouts, (ctx, { query }) => pageOfAllPayouts(ctx, query));
  serve(contract.markPayoutPaid, (ctx, { params }) => decide(ctx, params.payoutId, { status: 'paid', reason: null }));
  serve(contract.refusePayout, (ctx, { params, body }) =>
    decide(ctx, params.payoutId, { status: 'refused', reason: body.reason }),
  );
}
