import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { PRICE_CURRENCIES, type PriceCurrency } from '#contract/billing/tariffs.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import type { CodeBalance, RewardTerms } from './rules.ts';

/** A payment of a friend: minor units, and the promo code that lowered it. */
export type PaidPayment = { amountMinor: number; currency: PriceCurrency; promoCodeId: string | null };

export async function findPaid({ tx, tenantId }: TenantScope, paymentId: string): Promise<PaidPayment | undefined> {
  const row = await tx
    .selectFrom('payments')
    .select(['amount_minor', 'currency', 'promo_code_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', paymentId)
    .executeTakeFirst();
  return row && { amountMinor: row.amount_minor, currency: currencyIn(row.currency), promoCodeId: row.promo_code_id };
}

/** The partner of a code and what it earns, also of one that is switched off. */
export async function findRewardTerms(
  { tx }: SystemScope,
  promoCodeId: string,
): Promise<(RewardTerms & { ownerId: TenantId }) | undefined> {
  const row = await tx
    .selectFrom('promo_codes')
    .select(['owner_tenant_id', 'reward_sum_owner', 'reward_percent_owner'])
    .where('id', '=', promoCodeId)
    .where('owner_tenant_id', 'is not', null)
    .executeTakeFirst();
  return (
    row && {
      ownerId: TenantId.parse(row.owner_tenant_id),
      rewardMinor: row.reward_sum_owner,
      rewardPercent: row.reward_percent_owner,
    }
  );
}

export type StoredAccount = { currency: PriceCurrency; balanceMinor: number; reservedMinor: number };

/** Locks the account of a currency; makes it where there is none. */
export async function lockAccount({ tx, tenantId }: TenantScope, currency: PriceCurrency): Promise<StoredAccount> {
  await tx
    .insertInto('reward_accounts')
    .values({ tenant_id: tenantId, currency })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'currency']).doNothing())
    .execute();
  const row = await tx
    .selectFrom('reward_accounts')
    .select(['balance', 'reserved'])
    .where('tenant_id', '=', tenantId)
    .where('currency', '=', currency)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { currency, balanceMinor: row.balance, reservedMinor: row.reserved };
}

export async function updateAccount(
  { tx, tenantId }: TenantScope,
  { currency, balanceMinor, reservedMinor }: StoredAccount,
): Promise<void> {
  await tx
    .updateTable('reward_accounts')
    .set({ balance: balanceMinor, reserved: reservedMinor })
    .where('tenant_id', '=', tenantId)
    .where('currency', '=', currency)
    .execute();
}

export async function listAccounts({ tx, tenantId }: TenantScope): Promise<StoredAccount[]> {
  const rows = await tx
    .selectFrom('reward_accounts')
    .select(['currency', 'balance', 'reserved'])
    .where('tenant_id', '=', tenantId)
    .orderBy('currency')
    .execute();
  return rows.map((row) => ({
    currency: currencyIn(row.currency),
    balanceMinor: row.balance,
    reservedMinor: row.reserved,
  }));
}

export type NewRewardEntry = {
  currency: PriceCurrency;
  promoCodeId: string;
  amountMinor: number;
  reason: 'reward' | 'reversal' | 'payout';
  key: string;
  paymentId: string | null;
  balanceAfterMinor: number;
  at: Temporal.Instant;
};

export async function insertEntry({ tx, tenantId }: TenantScope, entry: NewRewardEntry): Promise<void> {
  await tx
    .insertInto('reward_entries')
    .values({
      tenant_id: tenantId,
      currency: entry.currency,
      id: randomUUIDv7(),
      promo_code_id: entry.promoCodeId,
      amount: entry.amountMinor,
      reason: entry.reason,
      key: entry.key,
      payment_id: entry.paymentId,
      balance_after: entry.balanceAfterMinor,
      booked_at: entry.at,
    })
    .execute();
}

/** Entries about a payment, in minor units. */
export async function listEntriesOf(
  { tx, tenantId }: TenantScope,
  paymentId: string,
): Promise<{ key: string; reason: string; promoCodeId: string; amountMinor: number }[]> {
  const rows = await tx
    .selectFrom('reward_entries')
    .select(['key', 'reason', 'promo_code_id', 'amount'])
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .execute();
  return rows.map((row) => ({
    key: row.key,
    reason: row.reason,
    promoCodeId: row.promo_code_id,
    amountMinor: row.amount,
  }));
}

/** Sums of entries by code: the codes that earned first come first. */
export async function listSums({
  tx,
  tenantId,
}: TenantScope): Promise<
  { promoCodeId: string; currency: PriceCurrency; earnedMinor: number; paidOutMinor: number }[]
> {
  const rows = await tx
    .selectFrom('reward_entries')
    .select(['promo_code_id', 'currency'])
    .select([
      sql<number>`coalesce(sum(amount) filter (where reason <> 'payout'), 0)::bigint`.as('earned'),
      sql<number>`coalesce(-sum(amount) filter (where reason = 'payout'), 0)::bigint`.as('paid_out'),
    ])
    .where('tenant_id', '=', tenantId)
    .groupBy(['promo_code_id', 'currency'])
    .orderBy(sql`min(booked_at)`)
    .orderBy('promo_code_id')
    .execute();
  return rows.map((row) => ({
    promoCodeId: row.promo_code_id,
    currency: currencyIn(row.currency),
    earnedMinor: row.earned,
    paidOutMinor: row.paid_out,
  }));
}

/** The sum each code has earned and was not paid out, in one currency. */
export async function listCodeBalances(scope: TenantScope, currency: PriceCurrency): Promise<CodeBalance[]> {
  const sums = await listSums(scope);
  return sums
    .filter((sum) => sum.currency === currency)
    .map((sum) => ({ promoCodeId: sum.promoCodeId, leftMinor: sum.earnedMinor - sum.paidOutMinor }));
}

function currencyIn(text: string): PriceCurrency {
  const known = PRICE_CURRENCIES.find((currency) => currency === text);
  if (!known) throw new Error(`unknown currency ${text}`);
  return known;
}
