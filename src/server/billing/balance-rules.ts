/** Accounts with money; `ai` pays for language models. Amounts are millionths of a US dollar. */
export type BalanceAccount = 'ai';

export type Balance = {
  balance: number;
  /** The sum that work in progress may still spend. */
  reserved: number;
  /** The balance after the last credit. */
  full: number;
};

export type BalanceNotice = 'ai_balance_low' | 'ai_balance_very_low' | 'ai_balance_exhausted';

export const BALANCE_NOTICES: readonly BalanceNotice[] = [
  'ai_balance_low',
  'ai_balance_very_low',
  'ai_balance_exhausted',
];

/** The notice that holds at a balance; null for none. */
export function balanceNotice({ balance, full }: Pick<Balance, 'balance' | 'full'>): BalanceNotice | null {
  if (balance <= 0) return 'ai_balance_exhausted';
  if (balance * 20 <= full) return 'ai_balance_very_low';
  return balance * 5 <= full ? 'ai_balance_low' : null;
}
