import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { found, readOrder } from '../values/control-error.ts';
import { SERVICES } from './services.ts';
import type { Sim } from '../sim/sim.ts';

const Inbound = z.strictObject({
  from: z.string(),
  to: z.string(),
  text: z.string().min(1),
  button: z.string().optional(),
});

const PHONES = SERVICES.flatMap(({ phones = [] }) => phones);

/** Phones of services that bring theirs along. */
export function servePhones(app: FastifyInstance, sim: Sim): void {
  app.get('/_sim/phones', async () => ({
    phones: PHONES.map(({ id, title, skin, canAnswer, senders, chats }) => {
      return { service: id, title, skin, canAnswer, senders: senders(sim), chats: chats(sim) };
    }),
  }));
  app.post<{ Params: { phone: string } }>('/_sim/phones/:phone/messages', async (request, reply) => {
    const phone = found(
      PHONES.find(({ id }) => id === request.params.phone),
      'phone',
    );
    phone.receive(sim, readOrder(Inbound, request.body));
    return reply.code(201).send({});
  });
}
