import type { PaymentId } from '#contract/billing/calls.ts';
import { addMessages } from '#server/billing/actions.ts';
import { creditAi } from '#server/billing/balance-actions.ts';
import type { BankPayment } from '#server/billing/port.ts';
import { addRatings } from '#server/billing/rating-actions.ts';
import { giveTariff } from '#server/billing/tariff-actions.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { nextCheckSeconds } from './check-rules.ts';
import { findPayment, finishPayment, type StoredPayment, updatePending } from './payment-queries.ts';

const MICROS = 1_000_000;

/** Applies what the bank says about a payment. What was paid for is given in the same transaction, once. */
export async function settlePayment(scope: ActionScope, id: PaymentId, found: BankPayment): Promise<void> {
  const payment = await findPayment(scope, id, { isLocked: true });
  if (payment?.status !== 'pending') return;
  const { providerId, status } = found;
  const now = scope.clock.now();
  const isForeign = payment.providerId === null && found.orderId !== id; // NOTE: anybody may name an id in a notification
  if (isForeign) return noteUnanswered(scope, id);
  if (!isSame(payment, found)) {
    scope.log.error({ paymentId: id, providerId }, 'the bank has another sum or order under the id of a payment');
    await finishPayment(scope, id, { status: 'canceled', providerId: payment.providerId, reason: 'mismatch', now });
  } else if (status === 'pending') {
    const payUrl = found.payUrl ?? payment.payUrl;
    await updatePending(scope, id, { providerId, payUrl, nextCheckSeconds: nextCheckSeconds(payment.checks) });
    return;
  } else {
    await finishPayment(scope, id, { status, providerId, reason: found.reason, now });
    if (status === 'succeeded') {
      await givePaid(scope, payment);
      const { amountMinor, currency } = payment;
      await recordAudit(scope, {
        action: 'payment.received',
        object: { kind: 'payment', id },
        after: { amountMinor, currency },
      });
    }
  }
  await announce(scope, 'billing');
}

/** Ends a payment that the bank does not have. */
export async function cancelPayment(scope: ActionScope, id: PaymentId, reason: string): Promise<void> {
  const payment = await findPayment(scope, id, { isLocked: true });
  if (payment?.status !== 'pending') return;
  await finishPayment(scope, id, { status: 'canceled', providerId: null, reason, now: scope.clock.now() });
  await announce(scope, 'billing');
}

/** Plans the next check of a payment about which the bank did not answer. */
export async function noteUnanswered(scope: ActionScope, id: PaymentId): Promise<void> {
  const payment = await findPayment(scope, id, { isLocked: true });
  if (payment?.status !== 'pending') return;
  const { providerId, payUrl, checks } = payment;
  await updatePending(scope, id, { providerId, payUrl, nextCheckSeconds: nextCheckSeconds(checks) });
}

const isSame = (payment: StoredPayment, found: BankPayment): boolean =>
  found.orderId === payment.id &&
  found.amountMinor === payment.amountMinor &&
  found.currency === payment.currency &&
  (payment.providerId === null || payment.providerId === found.providerId);

async function givePaid(scope: ActionScope, { id, lines }: StoredPayment): Promise<void> {
  for (const [index, { line }] of lines.entries()) {
    const key = `payment:${id}:${index}`;
    const cause = { reason: 'top_up', key } as const;
    if (line.kind === 'tariff') await giveTariff(scope, { ...line, key });
    else if (line.balance === 'messages') await addMessages(scope, line.amount, cause);
    else if (line.balance === 'ratings') await addRatings(scope, line.amount, cause);
    else await creditAi(scope, { amount: line.amount * MICROS, reason: 'top_up', key });
  }
}
