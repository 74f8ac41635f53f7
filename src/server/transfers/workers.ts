import { forTenant, type Work } from '#server/platform/runner/job-runner.ts';
import { offerFlowsJob, settleTransferJob, withdrawOfferJob } from './jobs.ts';
import { offerFlows, settleTransfer, withdrawOffer } from './offers.ts';

export function workTransfers(work: Work): void {
  work(offerFlowsJob, offerFlows);
  work(settleTransferJob, forTenant(settleTransfer));
  work(withdrawOfferJob, forTenant(withdrawOffer));
}
