import { z } from 'zod';
import type * as contract from '#contract/billing/subscriptions.ts';
import type { Subscription } from '#contract/billing/subscriptions.ts';
import type { ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { listPaymentsByIds } from '#server/billing/payments/payment-queries.ts';
import type { PaymentProvider } from '#server/billing/port.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { findTrialOffer } from './card-actions.ts';
import { listChargeIds } from './charge-queries.ts';
import { readRenewal } from './renewal-reads.ts';
import { findSubscription, listSubscriptionRows, type StoredSubscription } from './subscription-queries.ts';

const ChargeCursor = z.tuple([z.uuid()]);

/** Lists the tariffs that renew by themselves, with the offer to go on after the trial. */
export async function readSubscriptions(
  scope: ActionScope,
  provider: PaymentProvider | null,
): Promise<ReplyOf<typeof contract.listSubscriptions>> {
  const rows = await listSubscriptionRows(scope);
  const subscriptions = [];
  for (const row of rows) subscriptions.push(await toSubscription(scope, row));
  const offer = provider ? await findTrialOffer(scope) : null;
  const trial = offer && {
    tariffId: offer.tariffId,
    amountMinor: offer.amountMinor,
    currency: offer.currency,
    chargeAt: offer.chargeAt.toString(),
  };
  return { subscriptions, trial };
}

/** A subscription as members see it. */
export async function toSubscription(scope: ActionScope, row: StoredSubscription): Promise<Subscription> {
  const now = scope.clock.now();
  const { renewal, attempts } = await readRenewal(scope, row, now);
  const refused = attempts.filter(({ attempt, status }) => attempt !== null && status === 'canceled').at(-1);
  const { id, tariffId, units, months, amountMinor, currency, canceledAt, dueAt } = row;
  return {
    id,
    tariffId,
    units,
    months,
    amountMinor,
    currency,
    state: renewal.state,
    isCancelled: canceledAt !== null,
    canResume: canceledAt !== null && isBefore(now, dueAt),
    dueAt: dueAt.toString(),
    graceUntil: renewal.graceUntil.toString(),
    nextChargeAt: renewal.nextChargeAt?.toString() ?? null,
    isCharging: attempts.some(({ attempt, status }) => attempt !== null && status === 'pending'),
    lastRefusal: refused ? { reason: refused.reason, at: refused.createdAt.toString() } : null,
    card: { id: row.cardId, brand: row.cardBrand, lastDigits: row.cardDigits, trouble: row.cardTrouble },
  };
}

/** Payments for a subscription, newest first. @throws {Problem} `subscription.not_found` */
export async function pageOfCharges(
  scope: ActionScope,
  { subscriptionId }: ParamsOf<typeof contract.listCharges>,
  { cursor, limit }: QueryOf<typeof contract.listCharges>,
): Promise<ReplyOf<typeof contract.listCharges>> {
  if (!(await findSubscription(scope, subscriptionId))) throw new Problem('subscription.not_found');
  const after = readCursor(cursor, ChargeCursor)?.[0] ?? null;
  const ids = await listChargeIds(scope, subscriptionId, { after, limit });
  const rows = ids.length > 0 ? await listPaymentsByIds(scope, ids) : [];
  return toPage(
    rows,
    limit,
    (row) => row,
    (row) => [row.id],
  );
}
