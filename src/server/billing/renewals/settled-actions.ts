import type { Payment } from '#contract/billing/calls.ts';
import { CardId, SubscriptionId } from '#contract/billing/subscriptions.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { listPaidTariffs } from '#server/billing/entitlement-queries.ts';
import { lastEnds } from '#server/billing/entitlement-rules.ts';
import type { BankCard } from '#server/billing/port.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { newId } from '#server/platform/values/ids.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { insertCard, setCardTrouble, type StoredCard } from './card-queries.ts';
import { findCharge, type StoredCharge } from './charge-queries.ts';
import { reportRefusal } from './letter-actions.ts';
import { isHard, isNoticed } from './renewal-rules.ts';
import { readRenewal } from './renewal-reads.ts';
import {
  lockSubscription,
  putSubscription,
  replaceCard,
  type StoredSubscription,
  updateSubscription,
  wakeByCard,
} from './subscription-queries.ts';

/** A payment as the bank has decided on it; `card` is the one that was saved with it. */
export type Settled = Pick<Payment, 'id' | 'lines' | 'currency'> & {
  isAutoPay: boolean;
  provider: string;
  memberId: MemberId | null;
  status: 'succeeded' | 'canceled';
  reason: string | null;
  card: BankCard | null;
};

/**
 * Applies a decided payment to the subscriptions, in the transaction that decides it: a paid cart begins them, a refused charge plans the
 * next one. What was paid for was given before.
 */
export async function applyToSubscriptions(scope: ActionScope, payment: Settled): Promise<void> {
  const charge = await findCharge(scope, payment.id);
  if (charge) await applyCharge(scope, charge, payment);
  else if (payment.status === 'succeeded' && payment.isAutoPay) await beginSubscriptions(scope, payment);
}

async function applyCharge(scope: ActionScope, charge: StoredCharge, payment: Settled): Promise<void> {
  const now = scope.clock.now();
  const subscription = await lockSubscription(scope, charge.subscriptionId);
  if (!subscription) return;
  if (payment.status === 'succeeded') await applyPaid(scope, { subscription, charge, payment });
  else if (charge.cardId && isHard(payment.reason)) {
    await setCardTrouble(scope, charge.cardId, payment.reason ?? '');
    await wakeByCard(scope, charge.cardId, now);
  }
  const present = await lockSubscription(scope, charge.subscriptionId);
  if (!present) return;
  const { renewal } = await readRenewal(scope, present, now);
  const refusal = { attempt: charge.attempt, reason: payment.reason };
  if (payment.status === 'canceled' && !present.canceledAt && isNoticed(renewal, refusal))
    await reportRefusal(scope, present, { renewal, reason: payment.reason });
  await updateSubscription(scope, present.id, { stepAt: renewal.step?.at ?? null });
}

/** A member who paid on the bank's page has chosen the card for what follows, and that it goes on after it had ended. */
async function applyPaid(
  scope: ActionScope,
  { subscription, charge, payment }: { subscription: StoredSubscription; charge: StoredCharge; payment: Settled },
): Promise<void> {
  const now = scope.clock.now();
  const { id, canceledAt, cardId } = subscription;
  if (charge.attempt === null && canceledAt && !isAfter(charge.dueAt, now))
    await updateSubscription(scope, id, { canceledAt: null, stepAt: now });
  if (charge.cardId === null && payment.card) {
    const saved = await saveCard(scope, payment.card, payment);
    await replaceCard(scope, { from: cardId, to: saved, now });
  }
}

async function beginSubscriptions(scope: ActionScope, payment: Settled): Promise<void> {
  if (!payment.card) return scope.log.warn({ paymentId: payment.id }, 'the bank did not save the card of a payment');
  const now = scope.clock.now();
  const ends = lastEnds(await listPaidTariffs(scope));
  const cardId = await saveCard(scope, payment.card, payment);
  for (const { line, amountMinor } of payment.lines) {
    const dueAt = line.kind === 'tariff' ? ends.get(line.tariffId) : undefined;
    if (line.kind !== 'tariff' || !dueAt) continue;
    const { tariffId, units, months } = line;
    const { currency, memberId } = payment;
    const id = newId(SubscriptionId);
    const isTrial = false;
    await putSubscription(
      scope,
      { id, tariffId, units, months, amountMinor, currency, cardId, memberId, isTrial, dueAt },
      now,
    );
  }
}

async function saveCard(
  scope: ActionScope,
  { providerId, brand, lastDigits }: BankCard,
  { provider, memberId }: Pick<Settled, 'provider' | 'memberId'>,
): Promise<StoredCard['id']> {
  const id = newId(CardId);
  await insertCard(scope, {
    id,
    status: 'active',
    provider,
    providerId,
    brand,
    lastDigits,
    bindUrl: null,
    returnUrl: '',
    isForTrial: false,
    replacesId: null,
    memberId,
    createdAt: scope.clock.now(),
    nextCheckSeconds: null,
  });
  return id;
}
