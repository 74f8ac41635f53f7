import { randomUUID } from 'node:crypto';

/** A row of each table of money and models, by table. */
export function moneyRows({
  paymentId,
  invoiceId,
  memberId,
  mark,
  at,
}: {
  paymentId: string;
  invoiceId: string;
  memberId: string;
  mark: string;
  at: Temporal.Instant;
}): Record<string, Record<string, unknown>> {
  const buyer = { countryId: 1, name: mark, taxId: mark, kpp: '', address: mark, email: `${mark}@salon.example` };
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
    company_requisites: { requisites: JSON.stringify(buyer) },
    invoices: {
      id: invoiceId,
      status: 'issued',
      seller_tax_id: mark,
      year: 2026,
      number: 1,
      seller: JSON.stringify({
        name: mark,
        taxId: mark,
        kpp: null,
        address: mark,
        bank: mark,
        bic: mark,
        account: mark,
        correspondentAccount: null,
        signatory: null,
        vatPercent: null,
        timeZone: 'UTC',
      }),
      buyer: JSON.stringify(buyer),
      lines: JSON.stringify([
        { line: { kind: 'top_up', balance: 'messages', amount: 500 }, amountMinor: 50_000, discountMinor: 0 },
      ]),
      amount_minor: 50_000,
      currency: 'RUB',
      language: 'ru',
      member_id: memberId,
      issued_at: at.toString(),
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
