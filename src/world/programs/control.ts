import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ControlError, readOrder } from '../values/control-error.ts';
import type { Sim } from '../sim/sim.ts';
import { callProduct, type ProgramCall } from './calls.ts';

/** The product's calls for programs and no others: a token is not to be tried on what it is not for. */
const PATH = /^\/api\/v1\/events\/[a-z]+(\/[^/?#\s]+)?$/;

const NewCall = z.strictObject({
  // NOTE: what cannot stand in a header would be refused here and not by the product.
  token: z.string().regex(/^[\x21-\x7e]{1,400}$/),
  method: z.enum(['GET', 'POST']),
  path: z.string().regex(PATH),
  key: z
    .string()
    .regex(/^[\x20-\x7e]{0,400}$/)
    .optional(),
  body: z.string().max(2_000_000).optional(),
});

const MAX_STORED = 100;

/** The console of a business's own programs: it posts to the product and keeps what was said. */
export function controlPrograms(app: FastifyInstance, sim: Sim): void {
  let calls: ProgramCall[] = [];
  let lastId = 0;
  const forget = () => {
    calls = [];
    sim.changed('programs');
  };
  sim.onReset(forget);

  app.get('/_sim/programs', async () => ({ calls }));
  app.post('/_sim/programs/calls', async (request, reply) => {
    const order = readOrder(NewCall, request.body);
    if (sim.productUrl === undefined) throw new ControlError(409, 'this world has no product');
    const at = sim.clock.iso();
    const made = await callProduct(sim.productUrl, order);
    const call = { id: (lastId += 1), at, ...made };
    calls = [call, ...calls].slice(0, MAX_STORED);
    sim.changed('programs');
    return reply.code(201).send(call);
  });
  app.delete('/_sim/programs/calls', async (_request, reply) => {
    forget();
    return reply.code(204).send();
  });
}
