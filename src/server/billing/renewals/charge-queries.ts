import type { PaymentId } from '#contract/billing/calls.ts';
import { CardId, SubscriptionId } from '#contract/billing/subscriptions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { Attempt } from './renewal-rules.ts';

export type StoredCharge = {
  subscriptionId: SubscriptionId;
  dueAt: Temporal.Instant;
  attempt: number | null;
  cardId: CardId | null;
};

export async function insertCharge(
  { tx, tenantId }: TenantScope,
  paymentId: PaymentId,
  charge: StoredCharge,
): Promise<void> {
  await tx
    .insertInto('subscription_charges')
    .values({
      tenant_id: tenantId,
      payment_id: paymentId,
      subscription_id: charge.subscriptionId,
      due_at: charge.dueAt,
      attempt: charge.attempt,
      card_id: charge.cardId,
    })
    .execute();
}

export async function findCharge(
  { tx, tenantId }: TenantScope,
  paymentId: PaymentId,
): Promise<StoredCharge | undefined> {
  const row = await tx
    .selectFrom('subscription_charges')
    .select(['subscription_id as subscriptionId', 'due_at as dueAt', 'attempt', 'card_id as cardId'])
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
  return (
    row && {
      ...row,
      subscriptionId: SubscriptionId.parse(row.subscriptionId),
      cardId: row.cardId === null ? null : CardId.parse(row.cardId),
    }
  );
}

/** The payments for the period that follows `dueAt`, and each that the bank has not decided on, the oldest first. */
export async function listAttempts(
  { tx, tenantId }: TenantScope,
  subscriptionId: SubscriptionId,
  dueAt: Temporal.Instant,
): Promise<(Attempt & { paymentId: string })[]> {
  const rows = await tx
    .selectFrom('subscription_charges')
    .innerJoin('payments', (join) =>
      join
        .onRef('payments.tenant_id', '=', 'subscription_charges.tenant_id')
        .onRef('payments.id', '=', 'subscription_charges.payment_id'),
    )
    .select([
      'subscription_charges.payment_id as paymentId',
      'subscription_charges.attempt',
      'subscription_charges.card_id as cardId',
      'payments.status',
      'payments.reason',
      'payments.created_at as createdAt',
    ])
    .where('subscription_charges.tenant_id', '=', tenantId)
    .where('subscription_charges.subscription_id', '=', subscriptionId)
    .where(({ or, eb }) => or([eb('subscription_charges.due_at', '=', dueAt), eb('payments.status', '=', 'pending')]))
    .orderBy('payments.created_at')
    .execute();
  return rows.map((row) => ({ ...row, status: row.status as Attempt['status'] })); // NOTE: checked by the table
}

/** Ids of the payments of a subscription, newest first; one more than `limit`. */
export async function listChargeIds(
  { tx, tenantId }: TenantScope,
  subscriptionId: SubscriptionId,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('subscription_charges')
    .select('payment_id')
    .where('tenant_id', '=', tenantId)
    .where('subscription_id', '=', subscriptionId)
    .$if(after !== null, (query) => query.where('payment_id', '<', after ?? ''))
    .orderBy('payment_id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map((row) => row.payment_id);
}
