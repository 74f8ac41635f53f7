import type { PriceCurrency } from '#contract/billing/tariffs.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { insertEntry, listEntriesOf, lockAccount, type StoredAccount, updateAccount } from './reward-queries.ts';
import { reversalOf, rewardOf, type RewardTerms } from './rules.ts';
import { putReferral } from './touch-queries.ts';

/** A friend's payment: minor units of its currency. */
export type FriendPayment = {
  paymentId: string;
  friendId: TenantId;
  promoCodeId: string;
  paidMinor: number;
  currency: PriceCurrency;
};

/** Books the reward for a friend's payment on the account of the partner, once; nothing for one that earns nothing. */
export async function bookReward(scope: ActionScope, payment: FriendPayment, terms: RewardTerms): Promise<void> {
  const { paymentId, friendId, promoCodeId, currency } = payment;
  const now = scope.clock.now();
  const account = await lockAccount(scope, currency);
  const key = `reward:${paymentId}`;
  if ((await listEntriesOf(scope, paymentId)).some((entry) => entry.key === key)) return;
  await putReferral(scope, { promoCodeId, friendId }, { registeredAt: null, paidAt: now });
  await book(scope, account, {
    promoCodeId,
    paymentId,
    amountMinor: rewardOf(payment.paidMinor, terms),
    reason: 'reward',
    key,
  });
}

/** Takes back the share of a reward whose money was returned to the friend, once. */
export async function reverseReward(
  scope: ActionScope,
  { paymentId, currency, paidMinor }: Pick<FriendPayment, 'paymentId' | 'currency' | 'paidMinor'>,
  refund: { refundId: string; returnedMinor: number; isFull: boolean },
): Promise<void> {
  const account = await lockAccount(scope, currency);
  const entries = await listEntriesOf(scope, paymentId);
  const key = `refund:${refund.refundId}`;
  const reward = entries.find(({ reason }) => reason === 'reward');
  if (!reward || entries.some((entry) => entry.key === key)) return;
  const leftMinor = entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const taken = reversalOf({ paidMinor, ...refund }, { fullMinor: reward.amountMinor, leftMinor });
  const { promoCodeId } = reward;
  await book(scope, account, { promoCodeId, paymentId, amountMinor: -taken, reason: 'reversal', key });
}

async function book(
  scope: ActionScope,
  account: StoredAccount,
  entry: { promoCodeId: string; paymentId: string; amountMinor: number; reason: 'reward' | 'reversal'; key: string },
): Promise<void> {
  await announce(scope, 'partners');
  if (entry.amountMinor === 0) return;
  const { currency } = account;
  const balanceMinor = account.balanceMinor + entry.amountMinor;
  await updateAccount(scope, { ...account, balanceMinor });
  await insertEntry(scope, { ...entry, currency, balanceAfterMinor: balanceMinor, at: scope.clock.now() });
}
