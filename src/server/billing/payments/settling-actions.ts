import type { PaymentId } from '#contract/billing/calls.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { givePeriod } from '#server/billing/corrections/correction-actions.ts';
import { paymentSucceeded } from '#server/billing/jobs.ts';
import type { BankPayment } from '#server/billing/port.ts';
import { endPromoUse } from '#server/billing/promo-codes/using-actions.ts';
import { applyToSubscriptions } from '#server/billing/renewals/settled-actions.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { emit } from '#server/platform/events/events.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { nextCheckSeconds } from './check-rules.ts';
import { givePaid } from './giving-actions.ts';
import { closeAttempt, findPayment, finishPayment, type StoredPayment, updatePending } from './payment-queries.ts';

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
    await endPromoUse(scope, id, 'canceled');
    await applyToSubscriptions(scope, { ...payment, status: 'canceled', reason: 'mismatch', card: null });
  } else if (status === 'canceled' && payment.isWritten) {
    await closeAttempt(scope, id, found.reason); // NOTE: its link lives on, and opens another one
  } else if (status === 'pending') {
    const payUrl = found.payUrl ?? payment.payUrl;
    await updatePending(scope, id, { providerId, payUrl, nextCheckSeconds: nextCheckSeconds(payment.checks) });
    return;
  } else {
    await finishPayment(scope, id, { status, providerId, reason: found.reason, now });
    await endPromoUse(scope, id, status);
    if (status === 'succeeded') {
      await givePayment(scope, payment);
      await notePaid(scope, payment);
      const { amountMinor, currency } = payment;
      await recordAudit(scope, {
        action: 'payment.received',
        object: { kind: 'payment', id },
        after: { amountMinor, currency },
      });
    }
    await applyToSubscriptions(scope, { ...payment, status, reason: found.reason, card: found.card });
  }
  await announce(scope, 'billing');
}

/** Gives a payment that a promo code has lowered to nothing, without the bank. */
export async function settleFree(
  scope: ActionScope,
  { id, currency }: Pick<StoredPayment, 'id' | 'currency'>,
): Promise<void> {
  const paid = { providerId: id, status: 'succeeded', amountMinor: 0, currency, orderId: id } as const;
  await settlePayment(scope, id, { ...paid, payUrl: null, reason: null, card: null });
}

/** Ends a payment that the bank does not have. */
export async function cancelPayment(scope: ActionScope, id: PaymentId, reason: string): Promise<void> {
  const payment = await findPayment(scope, id, { isLocked: true });
  if (payment?.status !== 'pending') return;
  if (payment.isWritten) return closeAttempt(scope, id, reason);
  await finishPayment(scope, id, { status: 'canceled', providerId: null, reason, now: scope.clock.now() });
  await endPromoUse(scope, id, 'canceled');
  await applyToSubscriptions(scope, { ...payment, status: 'canceled', reason, card: null });
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

/** Gives what was paid for. @param memberId of the operator; null: its payer has paid */
export async function givePayment(
  scope: ActionScope,
  { id, lines }: Pick<StoredPayment, 'id' | 'lines'>,
  memberId: MemberId | null = null,
): Promise<void> {
  for (const [index, { line }] of lines.entries())
    if (line.kind === 'period') await givePeriod(scope, { id, lines }, { line, index, memberId });
  await givePaid(scope, { key: `payment:${id}`, lines });
}

/** Emits that a payment was settled, once. */
export async function notePaid(
  scope: ActionScope,
  { id, amountMinor, currency, lines }: Pick<StoredPayment, 'id' | 'amountMinor' | 'currency' | 'lines'>,
): Promise<void> {
  const tariffIds = lines.flatMap(({ line }) => (line.kind === 'top_up' ? [] : [line.tariffId]));
  const facts = { paymentId: id, amountMinor, currency, tariffIds };
  await emit(scope, paymentSucceeded, { dedupeKey: id, facts, occurredAt: scope.clock.now() });
}
