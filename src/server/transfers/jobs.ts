import { z } from 'zod';
import { TransferId } from '#contract/flow-transfers.ts';
import { TenantId } from '#contract/tenants.ts';
import { defineJob } from '#server/platform/jobs.ts';

const OfTransfer = z.object({ tenantId: TenantId, transferId: TransferId });

/** In the sender's cabinet: finds out whether there is somebody to offer the flows to, and offers them. */
export const offerFlowsJob = defineJob({ name: 'flows.offer', payload: OfTransfer });

/** In the sender's cabinet: her flows were accepted. */
export const settleTransferJob = defineJob({ name: 'flows.settle-transfer', payload: OfTransfer });

/** In the receiver's cabinet: the offer was taken back, or its time is over. */
export const withdrawOfferJob = defineJob({ name: 'flows.withdraw-offer', payload: OfTransfer });
