import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { found, readOrder } from '../values/control-error.ts';
import type { Sim } from '../sim/sim.ts';
import { decide, notify } from './deciding.ts';
import { REFUND_MODES, yookassaState } from './state.ts';

const SwitchChange = z.strictObject({
  notifications: z.enum(['on', 'lost', 'twice']).optional(),
  notificationUrl: z.url().nullable().optional(),
  refunds: z.enum(REFUND_MODES).optional(),
});
const Decision = z.strictObject({
  status: z.enum(['succeeded', 'canceled']),
  reason: z.string().nullable().default(null),
});

export function controlYookassa(app: FastifyInstance, sim: Sim): void {
  app.get('/_sim/yookassa', async () => yookassaState(sim));
  app.post('/_sim/yookassa/switches', async (request) => {
    const { switches } = yookassaState(sim);
    return Object.assign(switches, readOrder(SwitchChange, request.body));
  });
  app.post<{ Params: { id: string } }>('/_sim/yookassa/payments/:id/decision', async (request) => {
    const payment = paymentOf(sim, request.params.id);
    const { status, reason } = readOrder(Decision, request.body);
    decide(sim, payment, status, reason);
    return payment;
  });
  app.post<{ Params: { id: string } }>('/_sim/yookassa/payments/:id/notify', async (request) => {
    const payment = paymentOf(sim, request.params.id);
    notify(sim, payment);
    return payment;
  });
  app.patch<{ Params: { id: string } }>('/_sim/yookassa/payments/:id', async (request) => {
    const payment = paymentOf(sim, request.params.id);
    const { value } = readOrder(z.strictObject({ value: z.string() }), request.body);
    payment.amount.value = value;
    return payment;
  });
}

const paymentOf = (sim: Sim, id: string) =>
  found(
    yookassaState(sim).payments.find((one) => one.id === id),
    'payment',
  );
