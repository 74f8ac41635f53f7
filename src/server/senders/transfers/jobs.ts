import { z } from 'zod';
import { TransferId } from '#contract/senders/transfers.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { defineJob } from '#server/platform/jobs.ts';

const OfTransfer = z.object({ tenantId: TenantId, transferId: TransferId });

/** In the sender's cabinet: looks for the receiver's cabinet and makes the offer there. */
export const offerFlowsJob = defineJob({ name: 'flows.offer', payload: OfTransfer });

/** In the sender's cabinet: completes a transfer that was accepted. */
export const settleTransferJob = defineJob({ name: 'flows.settle-transfer', payload: OfTransfer });

/** In the receiver's cabinet: withdraws an offer that was cancelled or has expired. */
export const withdrawOfferJob = defineJob({ name: 'flows.withdraw-offer', payload: OfTransfer });
