import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { found, readOrder } from './control-error.ts';
import { SERVICES } from './services.ts';
import type { Sim } from './sim.ts';

const Inbound = z.strictObject({ from: z.string(), to: z.string(), text: z.string().min(1) });

/** Phones that show nothing but text: one for each service that carries it. */
export function servePhones(app: FastifyInstance, sim: Sim): void {
  app.get('/_sim/phones', async () => ({
    phones: SERVICES.flatMap(({ name, phone }) =>
      phone ? [{ service: name, title: phone.title, senders: phone.senders(sim), chats: phone.chats(sim) }] : [],
    ),
  }));
  app.post<{ Params: { service: string } }>('/_sim/phones/:service/messages', async (request, reply) => {
    const phone = found(SERVICES.find(({ name }) => name === request.params.service)?.phone, 'phone');
    phone.receive(sim, readOrder(Inbound, request.body));
    return reply.code(201).send({});
  });
}
