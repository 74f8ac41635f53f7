import type { FastifyInstance } from 'fastify';
import type { Sim } from '../sim/sim.ts';

export function controlMail(app: FastifyInstance, sim: Sim): void {
  app.get<{ Querystring: { to?: string } }>('/_sim/mail', async (request) => {
    const to = request.query.to?.toLowerCase();
    const letters = sim.state.mail.letters.filter(
      (letter) => !to || letter.to.some((address) => address.toLowerCase() === to),
    );
    return { mail: letters };
  });
  app.delete('/_sim/mail', async (_request, reply) => {
    sim.state.mail.letters = [];
    sim.changed('mail');
    return reply.code(204).send();
  });
}
