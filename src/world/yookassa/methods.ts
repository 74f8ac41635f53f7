import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { found, readOrder } from '../values/control-error.ts';
import type { Sim } from '../sim/sim.ts';
import { send } from './deciding.ts';
import { cardPage } from './card-page.ts';
import { isShop, keyOf, refuse } from './shop.ts';
import { findMethod, methodObject } from './saved-methods.ts';
import { CHARGES, type Method, yookassaState } from './state.ts';

const Binding = z.object({
  type: z.literal('bank_card'),
  confirmation: z.object({ type: z.literal('redirect'), return_url: z.url() }),
});
const Decision = z.object({ decision: z.enum(['bind', 'refuse', 'later', ...CHARGES]) });
const EXPIRY = 'yookassa.method-expiry';
const HOUR_MS = 3_600_000;

/** Saved cards: `/yookassa/v3/payment_methods`, and the bank's page below `/yookassa/cards`. */
export function serveMethods(app: FastifyInstance, sim: Sim): void {
  app.post('/yookassa/v3/payment_methods', async (request, reply) => {
    if (!isShop(sim, request)) return refuse(reply, 401, { code: 'invalid_credentials', description: 'Wrong key' });
    const key = keyOf(request);
    const binding = Binding.safeParse(request.body);
    if (!key || !binding.success)
      return refuse(reply, 400, { code: 'invalid_request', description: 'Invalid request' });
    const { methods } = yookassaState(sim);
    const method = methods.find((one) => one.key === key) ?? addMethod(sim, key, binding.data.confirmation.return_url);
    return methodObject(method, pageOf(sim, method));
  });
  app.get<{ Params: { id: string } }>('/yookassa/v3/payment_methods/:id', async (request, reply) => {
    if (!isShop(sim, request)) return refuse(reply, 401, { code: 'invalid_credentials', description: 'Wrong key' });
    const method = findMethod(sim, request.params.id);
    return method
      ? methodObject(method, pageOf(sim, method))
      : refuse(reply, 404, { code: 'not_found', description: 'Payment method is not found' });
  });
  app.get<{ Params: { id: string } }>('/yookassa/cards/:id', async (request, reply) => {
    const method = findMethod(sim, request.params.id);
    if (!method) return reply.code(404).type('text/html').send('<p>404</p>');
    return reply.type('text/html').send(cardPage(method, pageOf(sim, method)));
  });
  app.post<{ Params: { id: string } }>('/yookassa/cards/:id', async (request, reply) => {
    const method = findMethod(sim, request.params.id);
    if (!method) return reply.code(404).type('text/html').send('<p>404</p>');
    const { decision } = Decision.parse(request.body);
    if (decision === 'bind') decideMethod(sim, method, 'active');
    else if (decision === 'refuse') decideMethod(sim, method, 'inactive');
    else if (decision !== 'later') return chargeLikeThis(sim, method, decision, reply);
    return reply.redirect(method.returnUrl, 303);
  });
  app.patch<{ Params: { id: string } }>('/_sim/yookassa/methods/:id', async (request) => {
    const method = found(findMethod(sim, request.params.id), 'payment method');
    Object.assign(method, readOrder(z.strictObject({ charges: z.enum(CHARGES) }), request.body));
    sim.changed('yookassa');
    return method;
  });
}

/** A binding that nobody confirms ends after an hour. */
export function runMethodExpiry(sim: Sim): void {
  sim.agenda.on(EXPIRY, (task) => {
    const { id } = task as { id: string }; // NOTE: written by `addMethod` below
    const method = findMethod(sim, id);
    if (method) decideMethod(sim, method, 'inactive');
  });
}

function addMethod(sim: Sim, key: string, returnUrl: string): Method {
  const { methods } = yookassaState(sim);
  const method: Method = {
    id: `${sim.ids.hex('yookassa.method', 8)}-000f-5000-8000-${sim.ids.hex('yookassa.method', 12)}`,
    status: 'pending',
    returnUrl,
    key,
    digits: String(1111 * (1 + (methods.length % 9))),
    charges: 'pay',
    createdAt: sim.clock.now(),
  };
  methods.push(method);
  sim.agenda.schedule(EXPIRY, method.createdAt + HOUR_MS, { id: method.id });
  sim.changed('yookassa');
  return method;
}

function decideMethod(sim: Sim, method: Method, status: 'active' | 'inactive'): void {
  if (method.status !== 'pending') return;
  method.status = status;
  sim.changed('yookassa');
  if (status === 'active') send(sim, { event: 'payment_method.active', object: methodObject(method) });
}

/** Binds the card, if it is not yet, and sets the outcome of charges. */
function chargeLikeThis(sim: Sim, method: Method, charges: Method['charges'], reply: FastifyReply): FastifyReply {
  const wasPending = method.status === 'pending';
  method.charges = charges;
  decideMethod(sim, method, 'active');
  sim.changed('yookassa');
  return reply.redirect(wasPending ? method.returnUrl : pageOf(sim, method), 303);
}

const pageOf = (sim: Sim, { id }: Method) => `${sim.url}/yookassa/cards/${id}`;
