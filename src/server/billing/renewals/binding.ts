import type { bindCard } from '#contract/billing/subscriptions.ts';
import { type BoundCard, CardId } from '#contract/billing/subscriptions.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { isTooOldToOpen, nextCheckSeconds } from '#server/billing/payments/check-rules.ts';
import type { CardResult, PaymentProvider } from '#server/billing/port.ts';
import type { Context, MemberContext } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { cancelCard, findTrialOffer, noteUnansweredCard, settleCard } from './card-actions.ts';
import { findCard, insertCard, listDueCards, type StoredCard } from './card-queries.ts';
import { findSubscription } from './subscription-queries.ts';

// NOTE: a process: it calls the bank between transactions.

/** Checks of pending cards in one run. */
const MAX_CHECKS = 200;

/**
 * Opens the binding of a card, without a charge. Our row is written before the bank is called.
 *
 * @throws {Problem} `subscription.not_found`, `subscription.no_trial`, `payment.not_offered`, `card.refused`, `payment.bank_away`
 */
export async function openBinding(
  ctx: MemberContext,
  provider: PaymentProvider | null,
  body: BodyOf<typeof bindCard>,
): Promise<BoundCard> {
  if (!provider) throw new Problem('payment.not_offered');
  const { tenantId, memberId } = ctx;
  const id = newId(CardId);
  await withTenant(ctx, tenantId, async (scope) => {
    const { brand } = await getTenant(scope);
    const isForTrial = body.purpose === 'trial';
    const subscription =
      body.purpose === 'subscription' ? await findSubscription(scope, body.subscriptionId) : undefined;
    if (body.purpose === 'subscription' && !subscription) throw new Problem('subscription.not_found');
    if (isForTrial && !(await findTrialOffer(scope))) throw new Problem('subscription.no_trial');
    await insertCard(scope, {
      id,
      status: 'pending',
      provider: provider.kind,
      providerId: null,
      brand: null,
      lastDigits: null,
      bindUrl: null,
      returnUrl: `${ctx.site.origin ?? originOfBrand(ctx.config, brand)}/payments/subscriptions?card=${id}`,
      isForTrial,
      replacesId: subscription?.cardId ?? null,
      memberId,
      createdAt: ctx.clock.now(),
      nextCheckSeconds: nextCheckSeconds(0),
    });
  });
  const result = await followCard(ctx, provider, { tenantId, cardId: id });
  if (result?.kind === 'refused') throw new Problem('card.refused');
  const card = await withTenant(ctx, tenantId, (scope) => findCard(scope, id));
  if (!card?.bindUrl && card?.status === 'pending') throw new Problem('payment.bank_away');
  if (!card) throw new Problem('card.not_found');
  return toBoundCard(card);
}

/** Asks the bank about a pending card. One without an answer is opened again under the same key. Safe to run twice. */
export async function followCard(
  ctx: Context,
  provider: PaymentProvider,
  { tenantId, cardId }: { tenantId: TenantId; cardId: CardId },
): Promise<CardResult | null> {
  const card = await withTenant(ctx, tenantId, (scope) => findCard(scope, cardId));
  if (card?.status !== 'pending') return null;
  const { providerId, returnUrl } = card;
  if (isTooOldToOpen(card.createdAt, ctx.clock.now())) {
    await withTenant(ctx, tenantId, (scope) => cancelCard(scope, cardId));
    return null;
  }
  const result = providerId ? await provider.readCard(providerId) : await provider.bindCard({ id: cardId, returnUrl });
  await withTenant(ctx, tenantId, async (scope) => {
    if (result.kind === 'card') return settleCard(scope, cardId, result.card);
    ctx.log.warn({ cardId, text: result.text, step: result.kind }, 'the bank did not answer about a card');
    if (result.kind === 'refused' && !providerId) return cancelCard(scope, cardId);
    return noteUnansweredCard(scope, cardId);
  });
  return result;
}

/** Asks the bank about all cards whose check is due: a notification may be lost. */
export async function followDueCards(ctx: Context, provider: PaymentProvider, signal: AbortSignal): Promise<void> {
  const due = await withSystem(ctx, (scope) => listDueCards(scope, MAX_CHECKS));
  for (const about of due) {
    if (signal.aborted) return;
    await followCard(ctx, provider, about);
  }
}

/** A card as the member sees it. */
export const toBoundCard = ({ id, brand, lastDigits, trouble, status, bindUrl }: StoredCard): BoundCard => ({
  id,
  brand,
  lastDigits,
  trouble,
  status,
  bindUrl: status === 'pending' ? bindUrl : null,
});
