import { randomUUID } from 'node:crypto';

/** A row of each table of money and models, by table. */
export function moneyRows({
  paymentId,
  cardId,
  subscriptionId,
  mark,
  at,
}: {
  paymentId: string;
  cardId: string;
  subscriptionId: string;
  mark: string;
  at: Temporal.Instant;
}): Record<string, Record<string, unknown>> {
  return {
    balance_accounts: { account: 'ai', balance: 1_000, reserved: 10, full_balance: 2_000 },
    balance_entries: {
      id: randomUUID(),
      account: 'ai',
      amount: 1_000,
      reason: 'top_up',
      key: mark,
      balance_after: 1_000,
      booked_at: at.toString(),
    },
    payments: {
      id: paymentId,
      status: 'canceled',
      lines: JSON.stringify([
        { line: { kind: 'top_up', balance: 'messages', amount: 500 }, amountMinor: 50_000, discountMinor: 0 },
      ]),
      amount_minor: 50_000,
      currency: 'RUB',
      provider: 'yookassa',
      return_url: `https://salon.example/${mark}`,
      reason: mark,
      email: `${mark}@salon.example`,
      created_at: at.toString(),
      finished_at: at.toString(),
    },
    payment_cards: {
      id: cardId,
      status: 'active',
      provider: 'yookassa',
      provider_id: mark,
      brand: 'MasterCard',
      last_digits: '4444',
      return_url: `https://salon.example/${mark}`,
      created_at: at.toString(),
    },
    subscriptions: {
      id: subscriptionId,
      tariff_id: 1,
      units: 1,
      months: 1,
      amount_minor: 250_000,
      currency: 'RUB',
      card_id: cardId,
      is_trial: false,
      due_at: at.add({ hours: 24 }).toString(),
      created_at: at.toString(),
    },
    subscription_charges: {
      payment_id: paymentId,
      subscription_id: subscriptionId,
      due_at: at.toString(),
      attempt: 1,
      card_id: cardId,
    },
    paid_tariffs: {
      id: randomUUID(),
      tariff_id: 1,
      units: 1,
      begins_at: at.toString(),
      ends_at: at.add({ hours: 24 }).toString(),
      key: mark,
    },
    quota_entries: {
      id: randomUUID(),
      account: 'messages',
      amount: 1,
      reason: 'top_up',
      key: mark,
      balance_after: 1,
      booked_at: at.toString(),
    },
    balance_reservations: { id: randomUUID(), account: 'ai', amount: 10, expires_at: at.toString() },
    model_calls: {
      id: randomUUID(),
      purpose: 'assistant',
      subject_key: mark,
      provider: 'one',
      model: 'a',
      input_tokens: 1,
      output_tokens: 1,
      cached_tokens: 0,
      is_estimated: false,
      cost_micro_usd: 3,
      duration_ms: 1,
      outcome: 'answered',
      called_at: at.toString(),
    },
  };
}
