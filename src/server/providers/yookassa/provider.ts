import { z } from 'zod';
import type {
  BankPayment,
  BankResult,
  PaymentOrder,
  PaymentProvider,
  RefundOrder,
  RefundResult,
} from '#server/billing/port.ts';
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

const RefundObject = z.object({
  id: z.string().min(1),
  payment_id: z.string().min(1),
  status: z.enum(['pending', 'succeeded', 'canceled']),
  amount: Money,
  cancellation_details: z.object({ reason: z.string() }).nullish(),
});
const RefundNotification = z.object({
  type: z.literal('notification'),
  event: z.literal('refund.succeeded'),
  object: z.object({ payment_id: z.string().min(1).max(100) }),
});

type Request = Pick<Call, 'method' | 'json' | 'headers'> & { path: string };

/**
 * YooKassa, API version 3. Notifications are not signed, so each payment is read again before it is trusted.
 */
export function createYookassa(options: YookassaOptions): PaymentProvider {
  const { http, baseUrl, shopId, secretKey } = options;
  const send = ({ path, ...rest }: Request) =>
    http({ ...rest, url: `${baseUrl}${path}`, basicAuth: { user: shopId, password: secretKey } });
  const call = async (request: Request) => understand(await send(request));
  return {
    kind: 'yookassa',
    currencies: ['RUB'],
    maxMinor: MAX_MINOR,
    open: (order) =>
      call({
        method: 'POST',
        path: '/payments',
        headers: { 'idempotence-key': order.key },
        json: orderOf(order, options.vatCode),
      }),
    read: (providerId) => call({ method: 'GET', path: `/payments/${encodeURIComponent(providerId)}` }),
    ...cardCalls(send),
    readNotification(body) {
      const read = Notification.safeParse(body).data?.object;
      return read ? { ...read.metadata, providerId: read.id } : null;
    },
    refund: async (order) =>
      understandRefund(
        await send({
          method: 'POST',
          path: '/refunds',
          headers: { 'idempotence-key': order.id },
          json: refundOf(order, options.vatCode),
        }),
      ),
    readRefund: async (providerId) =>
      understandRefund(await send({ method: 'GET', path: `/refunds/${encodeURIComponent(providerId)}` })),
    readRefundNotification(body) {
      const read = RefundNotification.safeParse(body).data?.object;
      return read ? { paymentProviderId: read.payment_id } : null;
    },
  };
}

function orderOf(order: PaymentOrder, vatCode: number | null): unknown {
  return {
    amount: moneyOf(order.amountMinor, order.currency),
    capture: true,
    ...(order.methodId === null
      ? { confirmation: { type: 'redirect', return_url: order.returnUrl } }
      : { payment_method_id: order.methodId }),
    ...(order.savesCard && { save_payment_method: true }),
    description: order.description,
    metadata: { paymentId: order.id, tenantId: order.tenantId },
    ...receiptOf(order, vatCode),
  };
}

function refundOf(order: RefundOrder, vatCode: number | null): unknown {
  return {
    payment_id: order.paymentProviderId,
    amount: moneyOf(order.amountMinor, order.currency),
    description: order.description,
    ...receiptOf(order, vatCode),
  };
}

type Sold = Pick<PaymentOrder, 'amountMinor' | 'currency' | 'description' | 'email'>;

function receiptOf({ amountMinor, currency, description, email }: Sold, vatCode: number | null): object {
  if (vatCode === null) return {};
  const amount = moneyOf(amountMinor, currency);
  const item = { description, quantity: '1.00', amount, vat_code: vatCode };
  return {
    receipt: { customer: { email }, items: [{ ...item, payment_mode: 'full_payment', payment_subject: 'service' }] },
  };
}

/** `2500.00`: sums are texts with two decimals. */
function moneyOf(minor: number, currency: string): { value: string; currency: string } {
  return { value: `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`, currency };
}

function understand(answer: Answer): BankResult {
  const read = readAnswer(answer, PaymentObject);
  return read.kind === 'object' ? { kind: 'payment', payment: paymentOf(read.object) } : read;
}

function understandRefund(answer: Answer): RefundResult {
  const read = readAnswer(answer, RefundObject);
  if (read.kind !== 'object') return read;
  const { id, payment_id: paymentProviderId, status, amount, cancellation_details: details } = read.object;
  const refund = { providerId: id, paymentProviderId, status, ...minorOf(amount), reason: details?.reason ?? null };
  return { kind: 'refund', refund };
}

function readAnswer<Shape extends z.ZodType>(
  answer: Answer,
  shape: Shape,
): { kind: 'object'; object: z.output<Shape> } | { kind: 'refused' | 'unknown'; text: string } {
  if (answer.kind !== 'answered') return { kind: 'unknown', text: answer.reason };
  if (answer.status !== 200) return failureOf(answer);
  const read = shape.safeParse(answer.json);
  return read.success ? { kind: 'object', object: read.data } : { kind: 'unknown', text: 'an answer of another shape' };
}

const minorOf = ({ value, currency }: z.output<typeof Money>) => ({
  amountMinor: Number(value.replace('.', '')),
  currency,
});

function paymentOf(found: z.output<typeof PaymentObject>): BankPayment {
  return {
    providerId: found.id,
    status: found.status === 'waiting_for_capture' ? 'pending' : found.status,
    ...minorOf(found.amount),
    orderId: found.metadata?.paymentId ?? null,
    payUrl: found.confirmation?.confirmation_url ?? null,
    reason: found.cancellation_details?.reason ?? null,
    card: savedCardOf(found.payment_method),
  };
}
