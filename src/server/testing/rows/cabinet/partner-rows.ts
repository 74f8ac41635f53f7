import { randomUUID } from 'node:crypto';

/** A row of each table of partners, by table. */
export function partnerRows({
  payoutId,
  memberId,
  mark,
  at,
}: {
  payoutId: string;
  memberId: string;
  mark: string;
  at: Temporal.Instant;
}): Record<string, Record<string, unknown>> {
  const [codeId, time] = [randomUUID(), at.toString()];
  return {
    referral_clicks: { promo_code_id: codeId, day: time.slice(0, 10), visitor: Buffer.from(mark) },
    referral_origins: { utm_tag: mark, landed_at: time, registered_at: time },
    referrals: { promo_code_id: codeId, friend_id: randomUUID(), registered_at: time },
    reward_accounts: { currency: 'RUB', balance: 1_000 },
    reward_entries: {
      id: randomUUID(),
      currency: 'RUB',
      promo_code_id: codeId,
      amount: 1_000,
      reason: 'reward',
      key: mark,
      payment_id: randomUUID(),
      balance_after: 1_000,
      booked_at: time,
    },
    payouts: {
      id: payoutId,
      status: 'refused',
      amount: 1_000,
      currency: 'RUB',
      requisites: mark,
      reason: mark,
      requested_by: memberId,
      requested_at: time,
      decided_at: time,
    },
  };
}
