import { z } from 'zod';
import type { BankPayment, BankResult, PaymentOrder, PaymentProvider } from '#server/billing/port.ts';
import { cardCalls, MethodObject, savedCardOf } from './cards.ts';
import { failureOf } from './refusals.ts';
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
  payment_method: MethodObject.nullish(),
});
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
    return http({ ...rest, url: `${baseUrl}${path}`, basicAuth: { user: shopId, password: secretKey } });
  };
  return {
    kind: 'yookassa',
    currencies: ['RUB'],
    maxMinor: MAX_MINOR,
    open: async (order) =>
      understand(
        await call({
          method: 'POST',
          path: '/payments',
          headers: { 'idempotence-key': order.id },
          json: orderOf(order, options.vatCode),
        }),
      ),
    read: async (providerId) =>
      understand(await call({ method: 'GET', path: `/payments/${encodeURIComponent(providerId)}` })),
    ...cardCalls(call),
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
    ...(order.methodId === null
      ? { confirmation: { type: 'redirect', return_url: order.returnUrl } }
      : { payment_method_id: order.methodId }),
    ...(order.savesCard && { save_payment_method: true }),
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
  if (answer.status !== 200) return failureOf(answer);
  const read = PaymentObject.safeParse(answer.json);
  return read.success
    ? { kind: 'payment', payment: paymentOf(read.data) }
    : { kind: 'unknown', text: 'an answer of another shape' };
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
    card: savedCardOf(found.payment_method),
  };
}
