import { z } from 'zod';
import type { BankPayment, BankResult, PaymentOrder, PaymentProvider } from '#server/billing/port.ts';
import type { Answer, Call, HttpClient } from '#server/platform/http/http-client.ts';

/**
 * @property baseUrl with its path, e.g. `https://api.yookassa.ru/v3`
 * @property vatCode of receipts; null where the shop sends none
 */
export type YookassaOptions = {
  http: HttpClient;
  baseUrl: string;
  shopId: string;
  secretKey: string;
  vatCode: number | null;
};

/** 350,000 ₽: the limit of a payment by card. */
const MAX_MINOR = 35_000_000;

const Money = z.object({ value: z.string().regex(/^\d+\.\d\d$/), currency: z.string() });
const PaymentObject = z.object({
  id: z.string().min(1),
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount: Money,
  confirmation: z.object({ confirmation_url: z.string().optional() }).nullish(),
  metadata: z.looseObject({ paymentId: z.string().optional() }).nullish(),
  cancellation_details: z.object({ reason: z.string() }).nullish(),
});
const Refusal = z.object({ code: z.string(), description: z.string().optional() });
const Notification = z.object({
  type: z.literal('notification'),
  object: z.object({ id: z.string().min(1), metadata: z.object({ tenantId: z.uuid(), paymentId: z.uuid() }) }),
});

/**
 * YooKassa, API version 3. Notifications are not signed, so each payment is read again before it is trusted.
 */
export function createYookassa(options: YookassaOptions): PaymentProvider {
  const { http, baseUrl, shopId, secretKey } = options;
  const call = async (request: Pick<Call, 'method' | 'json' | 'headers'> & { path: string }) => {
    const { path, ...rest } = request;
    return understand(
      await http({ ...rest, url: `${baseUrl}${path}`, basicAuth: { user: shopId, password: secretKey } }),
    );
  };
  return {
    kind: 'yookassa',
    currencies: ['RUB'],
    maxMinor: MAX_MINOR,
    open: (order) =>
      call({
        method: 'POST',
        path: '/payments',
        headers: { 'idempotence-key': order.id },
        json: orderOf(order, options.vatCode),
      }),
    read: (providerId) => call({ method: 'GET', path: `/payments/${encodeURIComponent(providerId)}` }),
    readNotification(body) {
      const read = Notification.safeParse(body).data?.object;
      return read ? { ...read.metadata, providerId: read.id } : null;
    },
  };
}

function orderOf(order: PaymentOrder, vatCode: number | null): unknown {
  const amount = moneyOf(order.amountMinor, order.currency);
  const item = { description: order.description, quantity: '1.00', amount, vat_code: vatCode };
  return {
    amount,
    capture: true,
    confirmation: { type: 'redirect', return_url: order.returnUrl },
    description: order.description,
    metadata: { paymentId: order.id, tenantId: order.tenantId },
    ...(vatCode !== null && {
      receipt: {
        customer: { email: order.email },
        items: [{ ...item, payment_mode: 'full_payment', payment_subject: 'service' }],
      },
    }),
  };
}

/** `2500.00`: sums are texts with two decimals. */
function moneyOf(minor: number, currency: string): { value: string; currency: string } {
  return { value: `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`, currency };
}

function understand(answer: Answer): BankResult {
  if (answer.kind !== 'answered') return { kind: 'unknown', text: answer.reason };
  const { status, json } = answer;
  if (status === 200) {
    const read = PaymentObject.safeParse(json);
    return read.success
      ? { kind: 'payment', payment: paymentOf(read.data) }
      : { kind: 'unknown', text: 'an answer of another shape' };
  }
  // NOTE: 202 is still being worked on, 500 says nothing about the result; both are repeated with the same key.
  if (status < 400 || status === 429 || status >= 500) return { kind: 'unknown', text: `HTTP ${status}` };
  const refusal = Refusal.safeParse(json).data;
  return { kind: 'refused', text: refusal ? `${refusal.code}: ${refusal.description ?? ''}` : `HTTP ${status}` };
}

function paymentOf(found: z.output<typeof PaymentObject>): BankPayment {
  return {
    providerId: found.id,
    status: found.status === 'waiting_for_capture' ? 'pending' : found.status,
    amountMinor: Number(found.amount.value.replace('.', '')),
    currency: found.amount.currency,
    orderId: found.metadata?.paymentId ?? null,
    payUrl: found.confirmation?.confirmation_url ?? null,
    reason: found.cancellation_details?.reason ?? null,
  };
}
