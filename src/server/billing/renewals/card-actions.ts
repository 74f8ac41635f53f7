import { type CardId, SubscriptionId } from '#contract/billing/subscriptions.ts';
import { TRIAL_CHARGE } from '#contract/billing/trial-charge.ts';
import { listPaidTariffs } from '#server/billing/entitlement-queries.ts';
import { nextCheckSeconds } from '#server/billing/payments/check-rules.ts';
import type { BankCard } from '#server/billing/port.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { newId } from '#server/platform/values/ids.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { BRANDS } from '#contract/brands/brands.ts';
import { soldBy } from '#contract/billing/tariffs.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { findCard, type StoredCard, updateCard } from './card-queries.ts';
import { listSubscriptionRows, putSubscription, replaceCard } from './subscription-queries.ts';

/** Applies what the bank says about a pending card. Once it is active, the subscriptions it was bound for take it. */
export async function settleCard(scope: ActionScope, id: CardId, found: BankCard): Promise<void> {
  const card = await findCard(scope, id, { isLocked: true });
  if (card?.status !== 'pending') return;
  if (card.providerId !== null && card.providerId !== found.providerId) return noteUnansweredCard(scope, id);
  const { status, providerId, brand, lastDigits } = found;
  await updateCard(scope, id, {
    status,
    providerId,
    brand,
    lastDigits,
    bindUrl: status === 'pending' ? (found.bindUrl ?? card.bindUrl) : null,
    nextCheckSeconds: status === 'pending' ? nextCheckSeconds(card.checks) : null,
  });
  if (status === 'active') await chargeFromNowOn(scope, card);
  if (status !== 'pending') await announce(scope, 'billing');
}

/** Ends a binding that the bank does not have, or did not answer about for too long. */
export async function cancelCard(scope: ActionScope, id: CardId): Promise<void> {
  const card = await findCard(scope, id, { isLocked: true });
  if (card?.status !== 'pending') return;
  await updateCard(scope, id, { ...card, status: 'canceled', bindUrl: null, nextCheckSeconds: null });
  await announce(scope, 'billing');
}

/** Plans the next check of a card about which the bank did not answer. */
export async function noteUnansweredCard(scope: ActionScope, id: CardId): Promise<void> {
  const card = await findCard(scope, id, { isLocked: true });
  if (card?.status !== 'pending') return;
  await updateCard(scope, id, { ...card, nextCheckSeconds: nextCheckSeconds(card.checks) });
}

async function chargeFromNowOn(
  scope: ActionScope,
  { id, replacesId, isForTrial, memberId }: StoredCard,
): Promise<void> {
  const now = scope.clock.now();
  if (replacesId) await replaceCard(scope, { from: replacesId, to: id, now });
  if (!isForTrial) return;
  const trial = await findTrialOffer(scope);
  if (!trial) return;
  const { chargeAt: dueAt, ...charge } = trial;
  await putSubscription(
    scope,
    { ...charge, id: newId(SubscriptionId), cardId: id, memberId, isTrial: true, dueAt },
    now,
  );
}

/** The tariff that goes on after the trial with a card, and the time of its charge; null where there is no trial or it goes on already. */
export async function findTrialOffer(scope: ActionScope) {
  const { paidUntil, isTrial, brand } = await getTenant(scope);
  const isSold = soldBy(BRANDS[brand]).some(({ id }) => id === TRIAL_CHARGE.tariffId);
  if (!isTrial || !isSold || paidUntil === null || !isAfter(paidUntil, scope.clock.now())) return null;
  const subscriptions = await listSubscriptionRows(scope);
  const isTaken = subscriptions.some(({ tariffId }) => tariffId === TRIAL_CHARGE.tariffId);
  if (isTaken || (await listPaidTariffs(scope)).length > 0) return null;
  return { ...TRIAL_CHARGE, chargeAt: paidUntil };
}
