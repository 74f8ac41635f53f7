import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { secondsFromNow } from '#server/platform/database/database-clock.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Balance, BalanceAccount } from './balance-rules.ts';

export async function findAccount(
  { tx, tenantId }: TenantScope,
  account: BalanceAccount,
  { isLocked = false } = {},
): Promise<Balance | undefined> {
  return tx
    .selectFrom('balance_accounts')
    .select(['balance', 'reserved', 'full_balance as full'])
    .where('tenant_id', '=', tenantId)
    .where('account', '=', account)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** Makes an empty account. @returns false when there is one */
export async function insertAccount({ tx, tenantId }: TenantScope, account: BalanceAccount): Promise<boolean> {
  const row = await tx
    .insertInto('balance_accounts')
    .values({ tenant_id: tenantId, account, balance: 0, full_balance: 0 })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'account']).doNothing())
    .returning('account')
    .executeTakeFirst();
  return row !== undefined;
}

/** @param left the account after the change; its `full` changes with credits alone */
export async function updateAccount(
  { tx, tenantId }: TenantScope,
  account: BalanceAccount,
  { balance, reserved, full }: Balance,
): Promise<void> {
  await tx
    .updateTable('balance_accounts')
    .set({ balance, reserved, full_balance: full })
    .where('tenant_id', '=', tenantId)
    .where('account', '=', account)
    .execute();
}

export type NewEntry = {
  amount: number;
  reason: 'trial' | 'top_up' | 'correction' | 'usage';
  key: string;
  balanceAfter: number;
  at: Temporal.Instant;
};

export async function insertEntry(
  { tx, tenantId }: TenantScope,
  account: BalanceAccount,
  { amount, reason, key, balanceAfter, at }: NewEntry,
): Promise<void> {
  await tx
    .insertInto('balance_entries')
    .values({
      tenant_id: tenantId,
      account,
      id: randomUUIDv7(),
      amount,
      reason,
      key,
      balance_after: balanceAfter,
      booked_at: at,
    })
    .execute();
}

export async function hasEntry({ tx, tenantId }: TenantScope, account: BalanceAccount, key: string): Promise<boolean> {
  const row = await tx
    .selectFrom('balance_entries')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('account', '=', account)
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** Reserves while anything is left that nobody has reserved, so that an account is overdrawn by less than one reservation. */
export async function takeReserve(
  { tx, tenantId }: TenantScope,
  account: BalanceAccount,
  amount: number,
): Promise<boolean> {
  const row = await tx
    .updateTable('balance_accounts')
    .set({ reserved: sql<number>`reserved + ${amount}` })
    .where('tenant_id', '=', tenantId)
    .where('account', '=', account)
    .whereRef('balance', '>', 'reserved')
    .returning('account')
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertReservation(
  { tx, tenantId }: TenantScope,
  { id, account, amount, seconds }: { id: string; account: BalanceAccount; amount: number; seconds: number },
): Promise<void> {
  await tx
    .insertInto('balance_reservations')
    .values({ tenant_id: tenantId, id, account, amount, expires_at: secondsFromNow(seconds) })
    .execute();
}

/** @returns false when it has ended */
export async function increaseReservation({ tx, tenantId }: TenantScope, id: string, amount: number): Promise<boolean> {
  const row = await tx
    .updateTable('balance_reservations')
    .set({ amount: sql<number>`amount + ${amount}` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns what was reserved; undefined when it has ended */
export async function deleteReservation({ tx, tenantId }: TenantScope, id: string): Promise<number | undefined> {
  const row = await tx
    .deleteFrom('balance_reservations')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning('amount')
    .executeTakeFirst();
  return row?.amount;
}

export async function listExpired({ tx }: SystemScope, limit: number): Promise<{ tenantId: TenantId; id: string }[]> {
  const rows = await tx
    .selectFrom('balance_reservations')
    .select(['tenant_id', 'id'])
    .where('expires_at', '<', secondsFromNow(0))
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ tenantId: row.tenant_id as TenantId, id: row.id }));
}
