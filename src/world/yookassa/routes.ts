import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isRecord } from '../values/fields.ts';
import type { Sim } from '../sim/sim.ts';
import { decide, planExpiry, toObject } from './deciding.ts';
import { bankPage } from './page.ts';
import { serveMethods } from './methods.ts';
import { findMethod } from './saved-methods.ts';
import { isShop, keyOf, pageOf, refuse } from './shop.ts';
import { type Method, type Payment, yookassaState } from './state.ts';

const Order = z.object({
  amount: z.object({ value: z.string().regex(/^\d+\.\d\d$/), currency: z.literal('RUB') }),
  capture: z.literal(true),
  confirmation: z.object({ type: z.literal('redirect'), return_url: z.url() }).optional(),
  payment_method_id: z.string().optional(),
  save_payment_method: z.boolean().default(false),
  description: z.string().max(128).default(''),
  metadata: z.record(z.string().max(32), z.string().max(512)).default({}),
  receipt: z.unknown().optional(),
});
const KNOWN = [
  'amount',
  'capture',
  'confirmation',
  'description',
  'metadata',
  'receipt',
  'payment_method_id',
  'save_payment_method',
];
const Decision = z.object({ decision: z.enum(['pay', 'insufficient_funds', '3d_secure_failed', 'later']) });

/** 350,000 ₽: the limit of a payment by card. */
const MAX_VALUE = 350_000;

/** The API below `/yookassa/v3`, and the bank's page below `/yookassa/checkout`. */
export function serveYookassa(app: FastifyInstance, sim: Sim): void {
  serveMethods(app, sim);
  app.post('/yookassa/v3/payments', async (request, reply) => {
    if (!isShop(sim, request))
      return refuse(reply, 401, { code: 'invalid_credentials', description: 'Wrong shopId or secret key' });
    const key = keyOf(request);
    if (key === null)
      return refuse(reply, 400, {
        code: 'invalid_request',
        description: 'Idempotence key is missing',
        parameter: 'Idempotence-Key',
      });
    const text = JSON.stringify(request.body);
    const known = yookassaState(sim).payments.find((one) => one.key === key);
    if (known && known.request !== text)
      return refuse(reply, 400, { code: 'invalid_request', description: 'The key was used with another body' });
    if (known) return toObject(sim, known, pageOf(sim, known));
    const order = Order.safeParse(request.body);
    if (!order.success)
      return refuse(reply, 400, {
        code: 'invalid_request',
        description: 'Invalid request',
        parameter: order.error.issues[0]?.path.join('.'),
      });
    if (Number(order.data.amount.value) > MAX_VALUE || Number(order.data.amount.value) < 1)
      return refuse(reply, 400, {
        code: 'invalid_request',
        description: 'Payment exceeds the limit',
        parameter: 'amount.value',
      });
    warn(sim, request.body);
    const methodId = order.data.payment_method_id;
    const method = methodId === undefined ? undefined : findMethod(sim, methodId);
    if (methodId === undefined ? !order.data.confirmation : method?.status !== 'active')
      return refuse(reply, 400, {
        code: 'invalid_request',
        description: 'Payment method is not available',
        parameter: methodId === undefined ? 'confirmation' : 'payment_method_id',
      });
    const payment = addPayment(sim, key, text, order.data);
    if (method) charge(sim, payment, method);
    return toObject(sim, payment, pageOf(sim, payment));
  });
  app.get<{ Params: { id: string } }>('/yookassa/v3/payments/:id', async (request, reply) => {
    if (!isShop(sim, request))
      return refuse(reply, 401, { code: 'invalid_credentials', description: 'Wrong shopId or secret key' });
    const payment = find(sim, request.params.id);
    return payment
      ? toObject(sim, payment, pageOf(sim, payment))
      : refuse(reply, 404, { code: 'not_found', description: 'Payment is not found' });
  });
  app.get<{ Params: { id: string } }>('/yookassa/checkout/:id', async (request, reply) => {
    const payment = find(sim, request.params.id);
    if (!payment) return reply.code(404).type('text/html').send('<p>404</p>');
    return reply.type('text/html').send(bankPage(payment, pageOf(sim, payment), yookassaState(sim)));
  });
  app.post<{ Params: { id: string } }>('/yookassa/checkout/:id', async (request, reply) => {
    const payment = find(sim, request.params.id);
    if (!payment) return reply.code(404).type('text/html').send('<p>404</p>');
    const { decision } = Decision.parse(request.body);
    if (decision === 'pay') decide(sim, payment, 'succeeded', null);
    else if (decision !== 'later') decide(sim, payment, 'canceled', decision);
    return reply.redirect(payment.returnUrl, 303);
  });
}

function addPayment(sim: Sim, key: string, request: string, order: z.output<typeof Order>): Payment {
  const payment: Payment = {
    id: `${sim.ids.hex('yookassa.payment', 8)}-000f-5000-a000-${sim.ids.hex('yookassa.payment', 12)}`,
    status: 'pending',
    amount: order.amount,
    description: order.description,
    returnUrl: order.confirmation?.return_url ?? '',
    metadata: order.metadata,
    receipt: order.receipt ?? null,
    key,
    request,
    reason: null,
    createdAt: sim.clock.now(),
    decidedAt: null,
    savesCard: order.save_payment_method,
    methodId: order.payment_method_id ?? null,
  };
  yookassaState(sim).payments.push(payment);
  if (payment.methodId === null) planExpiry(sim, payment);
  sim.changed('yookassa');
  return payment;
}

/** Charges a saved card at once; a pending one waits until somebody decides, like a shop whose receipts come first. */
function charge(sim: Sim, payment: Payment, { charges }: Method): void {
  if (charges === 'pay') decide(sim, payment, 'succeeded', null);
  else if (charges !== 'pending') decide(sim, payment, 'canceled', charges);
}

const find = (sim: Sim, id: string) => yookassaState(sim).payments.find((one) => one.id === id);

function warn(sim: Sim, body: unknown): void {
  if (!isRecord(body)) return;
  for (const field of Object.keys(body).filter((one) => !KNOWN.includes(one)))
    sim.journal.warn({
      at: sim.clock.iso(),
      channel: 'yookassa',
      method: 'POST',
      path: '/yookassa/v3/payments',
      field,
    });
}
