import { withTenant } from '#server/platform/database/db.ts';
import { readEvent } from '#server/platform/events/events.ts';
import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import { bindRegistration, deleteOldTouches } from './first-touch.ts';
import { followPaidJob, followRefundJob, followRegistrationJob } from './jobs.ts';
import { rewardPayment, takeRewardBack } from './rewarding.ts';

export function workPartners(work: Work, repeat: Repeat): void {
  work(followRegistrationJob, async (ctx, { tenantId, eventId }) => {
    const event = await withTenant(ctx, tenantId, (scope) => readEvent(scope, followRegistrationJob, eventId));
    if (!event) return;
    await bindRegistration(ctx, { tenantId, visitor: event.facts.visitor, registeredAt: event.occurredAt });
  });
  work(followPaidJob, async (ctx, { tenantId, eventId }) => {
    const event = await withTenant(ctx, tenantId, (scope) => readEvent(scope, followPaidJob, eventId));
    if (event) await rewardPayment(ctx, tenantId, event.facts.paymentId);
  });
  work(followRefundJob, async (ctx, { tenantId, eventId }) => {
    const event = await withTenant(ctx, tenantId, (scope) => readEvent(scope, followRefundJob, eventId));
    if (!event) return;
    const { paymentId, refundId, amountMinor, isFull } = event.facts;
    await takeRewardBack(ctx, tenantId, { paymentId, refundId, returnedMinor: amountMinor, isFull });
  });
  repeat('partners.delete-old-touches', '47 2 * * *', deleteOldTouches, 'daily');
}
