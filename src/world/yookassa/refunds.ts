import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { found, readOrder } from '../values/control-error.ts';
import type { Sim } from '../sim/sim.ts';
import { send } from './deciding.ts';
import { isShop, keyOf, pageOf, refuse } from './shop.ts';
import { type Payment, type Refund, REFUND_MODES, yookassaState } from './state.ts';

const Order = z.object({
  payment_id: z.string(),
  amount: z.object({ value: z.string().regex(/^\d+\.\d\d$/), currency: z.literal('RUB') }),
  description: z.string().max(250).default(''),
});
const Decision = z.strictObject({ status: z.enum(['succeeded', 'canceled']) });
const PageDecision = z.object({ refund: z.string(), decision: z.enum(['succeeded', 'canceled']) });
const PageMode = z.object({ mode: z.enum(REFUND_MODES) });

/** The API of refunds below `/yookassa/v3/refunds`, and their forms on the bank's page. */
export function serveRefunds(app: FastifyInstance, sim: Sim): void {
  app.post('/yookassa/v3/refunds', async (request, reply) => {
    if (!isShop(sim, request))
      return refuse(reply, 401, { code: 'invalid_credentials', description: 'Wrong shopId or secret key' });
    const key = keyOf(request);
    if (key === null) return refuse(reply, 400, { code: 'invalid_request', description: 'Idempotence key is missing' });
    const text = JSON.stringify(request.body);
    const { refunds, payments } = yookassaState(sim);
    const known = refunds.find((one) => one.key === key);
    if (known && known.request !== text)
      return refuse(reply, 400, { code: 'invalid_request', description: 'The key was used with another body' });
    if (known) return toObject(known);
    const order = Order.safeParse(request.body);
    if (!order.success) return refuse(reply, 400, { code: 'invalid_request', description: 'Invalid request' });
    const payment = payments.find(({ id }) => id === order.data.payment_id);
    if (payment?.status !== 'succeeded')
      return refuse(reply, 400, { code: 'invalid_request', description: 'Payment cannot be refunded' });
    if (Number(order.data.amount.value) > leftOf(sim, payment) || Number(order.data.amount.value) <= 0)
      return refuse(reply, 400, { code: 'invalid_request', description: 'Refund exceeds the payment' });
    return toObject(addRefund(sim, { key, request: text, payment, order: order.data }));
  });
  app.get<{ Params: { id: string } }>('/yookassa/v3/refunds/:id', async (request, reply) => {
    if (!isShop(sim, request))
      return refuse(reply, 401, { code: 'invalid_credentials', description: 'Wrong shopId or secret key' });
    const refund = yookassaState(sim).refunds.find(({ id }) => id === request.params.id);
    return refund ? toObject(refund) : refuse(reply, 404, { code: 'not_found', description: 'Refund is not found' });
  });
  app.post<{ Params: { id: string } }>('/yookassa/checkout/:id/refunds', async (request, reply) => {
    const mode = PageMode.safeParse(request.body).data?.mode;
    if (mode) yookassaState(sim).switches.refunds = mode;
    const pressed = PageDecision.safeParse(request.body).data;
    const refund = pressed && yookassaState(sim).refunds.find(({ id }) => id === pressed.refund);
    if (refund) decideRefund(sim, refund, pressed.decision);
    return reply.redirect(pageOf(sim, request.params), 303);
  });
  app.post<{ Params: { id: string } }>('/_sim/yookassa/refunds/:id/decision', async (request) => {
    const refund = yookassaState(sim).refunds.find(({ id }) => id === request.params.id);
    const { status } = readOrder(Decision, request.body);
    decideRefund(sim, found(refund, 'refund'), status);
    return refund;
  });
}

function addRefund(
  sim: Sim,
  { key, request, payment, order }: { key: string; request: string; payment: Payment; order: z.output<typeof Order> },
): Refund {
  const { refunds, switches } = yookassaState(sim);
  const refund: Refund = {
    id: `${sim.ids.hex('yookassa.refund', 8)}-0015-5000-a000-${sim.ids.hex('yookassa.refund', 12)}`,
    paymentId: payment.id,
    status: 'pending',
    amount: order.amount,
    description: order.description,
    key,
    request,
    reason: null,
    createdAt: sim.clock.now(),
  };
  refunds.push(refund);
  sim.changed('yookassa');
  if (switches.refunds === 'at_once') decideRefund(sim, refund, 'succeeded');
  if (switches.refunds === 'refuse') decideRefund(sim, refund, 'canceled');
  return refund;
}

/** Makes or refuses a pending refund; the shop is notified of one that was made. */
function decideRefund(sim: Sim, refund: Refund, status: 'succeeded' | 'canceled'): void {
  if (refund.status !== 'pending') return;
  Object.assign(refund, { status, reason: status === 'canceled' ? 'rejected_by_payee' : null });
  sim.changed('yookassa');
  if (status === 'succeeded') send(sim, { event: 'refund.succeeded', object: toObject(refund) });
}

function leftOf(sim: Sim, payment: Payment): number {
  const going = yookassaState(sim).refunds.filter(
    ({ paymentId, status }) => paymentId === payment.id && status !== 'canceled',
  );
  return Number(payment.amount.value) - going.reduce((sum, { amount }) => sum + Number(amount.value), 0);
}

/** The refund in the vendor's shape. */
function toObject({ id, paymentId, status, amount, description, reason, createdAt }: Refund): Record<string, unknown> {
  return {
    id,
    payment_id: paymentId,
    status,
    amount,
    description,
    created_at: new Date(createdAt).toISOString(),
    ...(reason && { cancellation_details: { party: 'yoo_money', reason } }),
  };
}
