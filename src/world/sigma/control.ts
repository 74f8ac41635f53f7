import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ControlError, found, readOrder } from '../values/control-error.ts';
import type { Sim } from '../sim/sim.ts';
import { anAccount, SENDING_STATUSES, sigmaState } from './state.ts';

const AccountChange = z.strictObject({
  password: z.string().optional(),
  ownToken: z.string().optional(),
  balance: z.number().optional(),
  isBlocked: z.boolean().optional(),
});
const NewAccount = z.strictObject({
  username: z.string(),
  sender: z.string().max(11),
  name: z.string().default('Бизнес'),
});
const Status = z.strictObject({ status: z.enum(SENDING_STATUSES), error: z.string().nullable().default(null) });

export function controlSigma(app: FastifyInstance, sim: Sim): void {
  app.get('/_sim/sigma', async () => sigmaState(sim));
  app.post('/_sim/sigma/accounts', async (request, reply) => {
    const { accounts } = sigmaState(sim);
    const order = readOrder(NewAccount, request.body);
    if (accounts.some(({ username }) => username === order.username))
      throw new ControlError(409, 'this account exists');
    const account = anAccount(accounts.length, order);
    accounts.push(account);
    sim.changed('sigma');
    return reply.code(201).send(account);
  });
  app.patch<{ Params: { id: string } }>('/_sim/sigma/accounts/:id', async (request) => {
    const { id } = request.params;
    const account = found(
      sigmaState(sim).accounts.find((one) => one.id === id || one.username === id),
      'account',
    );
    const change = readOrder(AccountChange, request.body);
    if (change.password !== undefined) account.tokens = {};
    sim.changed('sigma');
    return Object.assign(account, change);
  });
  app.post('/_sim/sigma/switches', async (request) => {
    const { switches } = sigmaState(sim);
    return Object.assign(switches, readOrder(z.strictObject({ tokenCalls: z.int().nonnegative() }), request.body));
  });
  app.post<{ Params: { id: string } }>('/_sim/sigma/sendings/:id/status', async (request) => {
    const sending = found(
      sigmaState(sim).sendings.find(({ id }) => id === request.params.id),
      'sending',
    );
    sim.changed('sigma');
    return Object.assign(sending, readOrder(Status, request.body));
  });
}
