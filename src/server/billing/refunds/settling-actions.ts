import { takeBack } from '#server/billing/corrections/correction-actions.ts';
import { paymentRefunded } from '#server/billing/jobs.ts';
import { nextCheckSeconds } from '#server/billing/payments/check-rules.ts';
import { findPayment } from '#server/billing/payments/payment-queries.ts';
import type { BankRefund } from '#server/billing/port.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { emit } from '#server/platform/events/events.ts';
import { announce } from '#server/platform/events/realtime.ts';
import {
  addRefunded,
  findRefund,
  finishRefund,
  listRefunds,
  type RefundId,
  updatePendingRefund,
} from './refund-queries.ts';
import { isLast } from './refund-rules.ts';

/** Applies what the bank says about a refund, once. One that returns the last of a payment takes back what it gave. */
export async function settleRefund(scope: ActionScope, id: RefundId, found: BankRefund): Promise<void> {
  const known = await findRefund(scope, id);
  // NOTE: the payment is locked first, as in all that changes it.
  const payment = known && (await findPayment(scope, known.paymentId, { isLocked: true }));
  const refund = await findRefund(scope, id, { isLocked: true });
  if (!payment || refund?.status !== 'pending') return;
  const { providerId, status } = found;
  const now = scope.clock.now();
  const isSame =
    found.amountMinor === refund.amountMinor &&
    found.currency === refund.currency &&
    found.paymentProviderId === payment.providerId;
  if (!isSame) {
    scope.log.error({ refundId: id, providerId }, 'the bank has another sum or payment under the id of a refund');
    await finishRefund(scope, id, { status: 'canceled', providerId, failure: 'mismatch', now });
  } else if (status === 'pending') {
    await updatePendingRefund(scope, id, { providerId, nextCheckSeconds: nextCheckSeconds(refund.checks) });
    return;
  } else {
    await finishRefund(scope, id, { status, providerId, failure: found.reason, now });
    if (status === 'succeeded') {
      const { amountMinor, currency, memberId } = refund;
      const isFull = isLast(refund, payment, await listRefunds(scope, payment.id));
      await addRefunded(scope, payment.id, amountMinor);
      if (isFull) await takeBack(scope, payment, { kind: 'refunded', memberId });
      const facts = { paymentId: payment.id, refundId: id, amountMinor, currency, isFull };
      await emit(scope, paymentRefunded, { dedupeKey: id, facts, occurredAt: now });
    }
  }
  await announce(scope, 'billing');
}

/** Ends a refund that the bank does not make. */
export async function cancelRefund(scope: ActionScope, id: RefundId, failure: string): Promise<void> {
  const refund = await findRefund(scope, id, { isLocked: true });
  if (refund?.status !== 'pending') return;
  await finishRefund(scope, id, { status: 'canceled', providerId: null, failure, now: scope.clock.now() });
  await announce(scope, 'billing');
}

/** Plans the next check of a refund about which the bank did not answer. */
export async function noteRefundUnanswered(scope: ActionScope, id: RefundId): Promise<void> {
  const refund = await findRefund(scope, id, { isLocked: true });
  if (refund?.status !== 'pending') return;
  const { providerId, checks } = refund;
  await updatePendingRefund(scope, id, { providerId, nextCheckSeconds: nextCheckSeconds(checks) });
}
