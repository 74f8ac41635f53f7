import { PRICE_CURRENCIES, type PriceCurrency } from '#contract/billing/tariffs.ts';
import { CardId, SubscriptionId } from '#contract/billing/subscriptions.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import type { RenewalFacts } from './renewal-rules.ts';

export type StoredSubscription = Omit<RenewalFacts, 'timeZone' | 'cardId'> & {
  id: SubscriptionId;
  tariffId: number;
  units: number;
  months: number;
  amountMinor: number;
  currency: PriceCurrency;
  cardId: CardId;
  cardBrand: string | null;
  cardDigits: string | null;
  memberId: MemberId | null;
};

/** A subscription as it begins, or as a later payment of its tariff sets it. */
export type NewSubscription = Pick<
  StoredSubscription,
  'id' | 'tariffId' | 'units' | 'months' | 'amountMinor' | 'currency' | 'cardId' | 'memberId' | 'isTrial' | 'dueAt'
>;

const selectSubscriptions = ({ tx, tenantId }: TenantScope) =>
  tx
    .selectFrom('subscriptions')
    .innerJoin('payment_cards', (join) =>
      join
        .onRef('payment_cards.tenant_id', '=', 'subscriptions.tenant_id')
        .onRef('payment_cards.id', '=', 'subscriptions.card_id'),
    )
    .select([
      'subscriptions.id',
      'subscriptions.tariff_id as tariffId',
      'subscriptions.units',
      'subscriptions.months',
      'subscriptions.amount_minor as amountMinor',
      'subscriptions.currency',
      'subscriptions.card_id as cardId',
      'subscriptions.member_id as memberId',
      'subscriptions.is_trial as isTrial',
      'subscriptions.due_at as dueAt',
      'subscriptions.canceled_at as canceledAt',
      'subscriptions.noticed_days as noticedDays',
      'subscriptions.stopped_at as stoppedAt',
      'subscriptions.created_at as createdAt',
      'payment_cards.trouble as cardTrouble',
      'payment_cards.brand as cardBrand',
      'payment_cards.last_digits as cardDigits',
    ])
    .where('subscriptions.tenant_id', '=', tenantId);

/** All of the cabinet, by tariff: at most one each. */
export async function listSubscriptionRows(scope: TenantScope): Promise<StoredSubscription[]> {
  const rows = await selectSubscriptions(scope).orderBy('subscriptions.tariff_id').execute();
  return rows.map(toSubscription);
}

export async function findSubscription(
  scope: TenantScope,
  id: SubscriptionId,
): Promise<StoredSubscription | undefined> {
  const row = await selectSubscriptions(scope).where('subscriptions.id', '=', id).executeTakeFirst();
  return row && toSubscription(row);
}

/** Locks it: the next step of a subscription is taken once, however many processes take it. */
export async function lockSubscription(
  scope: TenantScope,
  id: SubscriptionId,
): Promise<StoredSubscription | undefined> {
  await scope.tx
    .selectFrom('subscriptions')
    .select('id')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
  return findSubscription(scope, id);
}

/** The subscriptions whose period is over, as entitlements need them. */
export async function listDueTariffs(
  { tx, tenantId }: TenantScope,
  now: Temporal.Instant,
): Promise<{ tariffId: number; units: number; dueAt: Temporal.Instant; canceledAt: Temporal.Instant | null }[]> {
  return tx
    .selectFrom('subscriptions')
    .select(['tariff_id as tariffId', 'units', 'due_at as dueAt', 'canceled_at as canceledAt'])
    .where('tenant_id', '=', tenantId)
    .where('due_at', '<=', now)
    .execute();
}

/** Stores a subscription; one of the same tariff takes its values and is on again. */
export async function putSubscription(
  { tx, tenantId }: TenantScope,
  subscription: NewSubscription,
  now: Temporal.Instant,
): Promise<void> {
  const values = {
    units: subscription.units,
    months: subscription.months,
    amount_minor: subscription.amountMinor,
    currency: subscription.currency,
    card_id: subscription.cardId,
    member_id: subscription.memberId,
    is_trial: subscription.isTrial,
    due_at: subscription.dueAt,
    canceled_at: null,
    noticed_days: null,
    stopped_at: null,
    step_at: now,
    created_at: now,
  };
  await tx
    .insertInto('subscriptions')
    .values({ tenant_id: tenantId, id: subscription.id, tariff_id: subscription.tariffId, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'tariff_id']).doUpdateSet(values))
    .execute();
}

/** Moves the end of what is paid for, as the payment of a tariff does; the job then plans the next step. */
export async function moveDue(
  { tx, tenantId }: TenantScope,
  tariffId: number,
  { dueAt, now }: { dueAt: Temporal.Instant; now: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ due_at: dueAt, noticed_days: null, stopped_at: null, is_trial: false, step_at: now })
    .where('tenant_id', '=', tenantId)
    .where('tariff_id', '=', tariffId)
    .execute();
}

export async function updateSubscription(
  { tx, tenantId }: TenantScope,
  id: SubscriptionId,
  change: {
    canceledAt?: Temporal.Instant | null;
    noticedDays?: number;
    stoppedAt?: Temporal.Instant;
    dueAt?: Temporal.Instant;
    stepAt: Temporal.Instant | null;
  },
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({
      step_at: change.stepAt,
      ...(change.canceledAt !== undefined && { canceled_at: change.canceledAt }),
      ...(change.noticedDays !== undefined && { noticed_days: change.noticedDays }),
      ...(change.stoppedAt && { stopped_at: change.stoppedAt }),
      ...(change.dueAt && { due_at: change.dueAt }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Makes the next step due of all subscriptions that a card pays. */
export async function wakeByCard({ tx, tenantId }: TenantScope, cardId: CardId, now: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ step_at: now })
    .where('tenant_id', '=', tenantId)
    .where('card_id', '=', cardId)
    .execute();
}

/** Charges another card from now on, wherever the former one was charged. */
export async function replaceCard(
  { tx, tenantId }: TenantScope,
  { from, to, now }: { from: CardId; to: CardId; now: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ card_id: to, step_at: now })
    .where('tenant_id', '=', tenantId)
    .where('card_id', '=', from)
    .execute();
}

/** Subscriptions of all cabinets whose next step is due, the longest due first. */
export async function listDueSubscriptions(
  { tx }: SystemScope,
  { now, limit }: { now: Temporal.Instant; limit: number },
): Promise<{ tenantId: TenantId; subscriptionId: SubscriptionId }[]> {
  const rows = await tx
    .selectFrom('subscriptions')
    .select(['tenant_id', 'id'])
    .where('step_at', '<=', now)
    .orderBy('step_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    tenantId: TenantId.parse(row.tenant_id),
    subscriptionId: SubscriptionId.parse(row.id),
  }));
}

type Row = Omit<StoredSubscription, 'id' | 'currency' | 'cardId' | 'memberId'> & {
  id: string;
  currency: string;
  cardId: string;
  memberId: string | null;
};

function toSubscription(row: Row): StoredSubscription {
  return {
    ...row,
    id: SubscriptionId.parse(row.id),
    cardId: CardId.parse(row.cardId),
    memberId: row.memberId === null ? null : MemberId.parse(row.memberId),
    currency: PRICE_CURRENCIES.find((one) => one === row.currency) ?? 'RUB',
  };
}
