import { randomUUIDv7 } from 'node:crypto';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import {
  deleteReservation,
  findAccount,
  hasEntry,
  increaseReservation,
  insertAccount,
  insertEntry,
  insertReservation,
  takeReserve,
  updateAccount,
  type NewEntry,
} from './balance-queries.ts';
import { BALANCE_NOTICES, type Balance, balanceNotice, type BalanceNotice } from './balance-rules.ts';

/** Balances of money need the product's time, and the credit that an account begins with. */
type BalanceScope = TenantScope & Pick<ActionScope, 'clock' | 'config'>;

const AI = 'ai';

/** A cabinet that never used models has the credit of its trial. */
export async function getAiBalance(scope: BalanceScope): Promise<Balance> {
  const credit = scope.config.ai.trialCreditMicroUsd;
  return (await findAccount(scope, AI)) ?? { balance: credit, reserved: 0, full: credit };
}

/**
 * Reserves what work may spend, before it begins. Each reservation is closed by {@link closeReservation}, by the work or,
 * when its process has died, after `seconds`.
 *
 * @param amount above zero, the most that is charged
 * @returns `busy`: there is money, and other work has reserved it · `empty`: there is none
 */
export async function reserveAi(
  scope: BalanceScope,
  { id, amount, seconds }: { id: string; amount: number; seconds: number },
): Promise<'reserved' | 'busy' | 'empty'> {
  if (!(await takeReserve(scope, AI, amount))) {
    const opened = await openAccount(scope);
    if (opened.balance <= 0) {
      await raise(scope, 'ai_balance_exhausted', opened);
      return 'empty';
    }
    if (!(await takeReserve(scope, AI, amount))) return 'busy';
  }
  await insertReservation(scope, { id, account: AI, amount, seconds });
  return 'reserved';
}

/** Reserves more for the same work. @returns false when nothing is left, or the reservation has ended */
export async function extendReservation(scope: TenantScope, id: string, amount: number): Promise<boolean> {
  const isTaken = await takeReserve(scope, AI, amount);
  if (!isTaken) return false;
  if (await increaseReservation(scope, id, amount)) return true;
  const account = await findAccount(scope, AI);
  if (account) await updateAccount(scope, AI, { ...account, reserved: account.reserved - amount });
  return false;
}

/**
 * Ends a reservation and books what its work cost, once. The rest is free again.
 *
 * @param cost what is above the reservation is not charged
 * @returns what was charged; null when the reservation had ended before
 */
export async function closeReservation(scope: BalanceScope, id: string, cost: number): Promise<number | null> {
  const account = await findAccount(scope, AI, { isLocked: true });
  const reserved = await deleteReservation(scope, id);
  if (!account || reserved === undefined) return null;
  const charged = Math.min(cost, reserved);
  const to = { ...account, balance: account.balance - charged, reserved: account.reserved - reserved };
  await book(scope, { from: account, to }, { amount: -charged, reason: 'usage', key: `usage:${id}` });
  return charged;
}

/**
 * Changes the balance by an amount that was paid, or set by the operator.
 *
 * @param key identity of the payment: the same one is booked once
 */
export async function creditAi(
  scope: BalanceScope,
  { amount, reason, key }: Pick<NewEntry, 'amount' | 'key'> & { reason: 'top_up' | 'correction' },
): Promise<void> {
  const account = await lockAccount(scope);
  if (amount === 0 || (await hasEntry(scope, AI, key))) return;
  const balance = account.balance + amount;
  const to = { balance, reserved: account.reserved, full: amount > 0 ? balance : account.full };
  await book(scope, { from: account, to }, { amount, reason, key });
}

/** Takes back money that was given, as far as it is neither spent nor reserved. @returns how much was taken */
export async function withdrawAi(
  scope: BalanceScope,
  { amount, key }: Pick<NewEntry, 'amount' | 'key'>,
): Promise<number> {
  if (amount <= 0) return 0;
  const { balance, reserved } = await lockAccount(scope);
  const taken = Math.min(amount, Math.max(0, balance - reserved));
  await creditAi(scope, { amount: -taken, reason: 'correction', key });
  return taken;
}

/** Sets the balance, as the operator decides; a larger one is a top-up. */
export async function setAiBalance(scope: BalanceScope, wanted: number): Promise<void> {
  const { balance } = await lockAccount(scope);
  const reason = wanted > balance ? 'top_up' : 'correction';
  await creditAi(scope, { amount: wanted - balance, reason, key: `operator:${randomUUIDv7()}` });
}

async function lockAccount(scope: BalanceScope): Promise<Balance> {
  const opened = await openAccount(scope);
  return (await findAccount(scope, AI, { isLocked: true })) ?? opened;
}

/** Makes the account with the credit of the trial, when there is none. */
async function openAccount(scope: BalanceScope): Promise<Balance> {
  if (await insertAccount(scope, AI)) {
    const balance = scope.config.ai.trialCreditMicroUsd;
    const to = { balance, reserved: 0, full: balance };
    await book(scope, { from: to, to }, { amount: balance, reason: 'trial', key: 'trial' });
  }
  return getAiBalance(scope);
}

/** Writes the entry, and changes notices where another one holds now. */
async function book(
  scope: BalanceScope,
  { from, to }: { from: Balance; to: Balance },
  entry: Pick<NewEntry, 'amount' | 'reason' | 'key'>,
): Promise<void> {
  await updateAccount(scope, AI, to);
  if (entry.amount === 0) return;
  const now = scope.clock.now();
  await insertEntry(scope, AI, { ...entry, balanceAfter: to.balance, at: now });
  const notice = balanceNotice(to);
  if (notice !== balanceNotice(from)) {
    for (const other of BALANCE_NOTICES) if (other !== notice) await resolveNotice(scope, now, other);
    if (notice) await raise(scope, notice, to);
  }
  await announce(scope, 'billing');
}

/** Raises a notice, once while it is open. */
async function raise(scope: BalanceScope, kind: BalanceNotice, { balance }: Balance): Promise<void> {
  const severity = kind === 'ai_balance_exhausted' ? 'bad' : 'attention';
  await raiseNotice(scope, scope.clock.now(), { kind, key: kind, severity, params: { balance } });
}
