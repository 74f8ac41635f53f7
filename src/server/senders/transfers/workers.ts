import { forTenant, type Work } from '#server/platform/runner/job-runner.ts';
import { offerFlowsJob, settleTransferJob, withdrawOfferJob } from './jobs.ts';
import { makeOffer, type SenderKits, settleTransfer, withdrawOffer } from './offers.ts';

export function workTransfers(work: Work, kits: SenderKits): void {
  work(offerFlowsJob, (ctx, transfer) => makeOffer(ctx, kits, transfer));
  work(
    settleTransferJob,
    forTenant((scope, transfer) => settleTransfer(scope, kits, transfer)),
  );
  work(
    withdrawOfferJob,
    forTenant((scope, transfer) => withdrawOffer(scope, kits, transfer)),
  );
}
