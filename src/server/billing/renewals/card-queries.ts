import { sql } from 'kysely';
import { CardId } from '#contract/billing/subscriptions.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import { secondsFromNow } from '#server/platform/database/database-clock.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';

export type StoredCard = {
  id: CardId;
  status: 'pending' | 'active' | 'canceled';
  providerId: string | null;
  brand: string | null;
  lastDigits: string | null;
  bindUrl: string | null;
  returnUrl: string;
  isForTrial: boolean;
  replacesId: CardId | null;
  trouble: string | null;
  memberId: MemberId | null;
  createdAt: Temporal.Instant;
  checks: number;
};

const COLUMNS = [
  'id',
  'status',
  'provider_id as providerId',
  'brand',
  'last_digits as lastDigits',
  'bind_url as bindUrl',
  'return_url as returnUrl',
  'is_for_trial as isForTrial',
  'replaces_id as replacesId',
  'trouble',
  'member_id as memberId',
  'created_at as createdAt',
  'checks',
] as const;

export async function insertCard(
  { tx, tenantId }: TenantScope,
  card: Omit<StoredCard, 'trouble' | 'checks'> & { provider: string; nextCheckSeconds: number | null },
): Promise<void> {
  await tx
    .insertInto('payment_cards')
    .values({
      tenant_id: tenantId,
      id: card.id,
      status: card.status,
      provider: card.provider,
      provider_id: card.providerId,
      brand: card.brand,
      last_digits: card.lastDigits,
      bind_url: card.bindUrl,
      return_url: card.returnUrl,
      is_for_trial: card.isForTrial,
      replaces_id: card.replacesId,
      member_id: card.memberId,
      created_at: card.createdAt,
      next_check_at: card.nextCheckSeconds === null ? null : secondsFromNow(card.nextCheckSeconds),
    })
    .execute();
}

export async function findCard(
  { tx, tenantId }: TenantScope,
  id: CardId,
  { isLocked = false } = {},
): Promise<StoredCard | undefined> {
  const row = await tx
    .selectFrom('payment_cards')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && toCard(row);
}

/** The bank's id of the card that a payment charges; null for one on the bank's page. */
export async function findChargedMethod({ tx, tenantId }: TenantScope, paymentId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('subscription_charges')
    .innerJoin('payment_cards', (join) =>
      join
        .onRef('payment_cards.tenant_id', '=', 'subscription_charges.tenant_id')
        .onRef('payment_cards.id', '=', 'subscription_charges.card_id'),
    )
    .select('payment_cards.provider_id as providerId')
    .where('subscription_charges.tenant_id', '=', tenantId)
    .where('subscription_charges.payment_id', '=', paymentId)
    .executeTakeFirst();
  return row?.providerId ?? null;
}

export async function updateCard(
  { tx, tenantId }: TenantScope,
  id: CardId,
  change: Pick<StoredCard, 'status' | 'providerId' | 'brand' | 'lastDigits' | 'bindUrl'> & {
    nextCheckSeconds: number | null;
  },
): Promise<void> {
  await tx
    .updateTable('payment_cards')
    .set({
      status: change.status,
      provider_id: change.providerId,
      brand: change.brand,
      last_digits: change.lastDigits,
      bind_url: change.bindUrl,
      checks: sql<number>`checks + 1`,
      next_check_at: change.nextCheckSeconds === null ? null : secondsFromNow(change.nextCheckSeconds),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}

/** Stores why a card is not charged any more. */
export async function setCardTrouble({ tx, tenantId }: TenantScope, id: CardId, reason: string): Promise<void> {
  await tx
    .updateTable('payment_cards')
    .set({ trouble: reason })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Pending cards whose check is due, the longest due first. */
export async function listDueCards(
  { tx }: SystemScope,
  limit: number,
): Promise<{ tenantId: TenantId; cardId: CardId }[]> {
  const rows = await tx
    .selectFrom('payment_cards')
    .select(['tenant_id', 'id'])
    .where('next_check_at', '<=', secondsFromNow(0))
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ tenantId: TenantId.parse(row.tenant_id), cardId: CardId.parse(row.id) }));
}

/** The pending cards of all cabinets under an id of the bank. */
export async function listPendingByProviderId(
  { tx }: SystemScope,
  providerId: string,
): Promise<{ tenantId: TenantId; cardId: CardId }[]> {
  const rows = await tx
    .selectFrom('payment_cards')
    .select(['tenant_id', 'id'])
    .where('provider_id', '=', providerId)
    .where('status', '=', 'pending')
    .limit(10)
    .execute();
  return rows.map((row) => ({ tenantId: TenantId.parse(row.tenant_id), cardId: CardId.parse(row.id) }));
}

type Row = Omit<StoredCard, 'id' | 'status' | 'replacesId' | 'memberId'> & {
  id: string;
  status: string;
  replacesId: string | null;
  memberId: string | null;
};

function toCard(row: Row): StoredCard {
  return {
    ...row,
    id: CardId.parse(row.id),
    status: row.status as StoredCard['status'], // NOTE: checked by the table
    replacesId: row.replacesId === null ? null : CardId.parse(row.replacesId),
    memberId: row.memberId === null ? null : MemberId.parse(row.memberId),
  };
}
