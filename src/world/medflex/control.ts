import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sim } from '../sim/sim.ts';
import { found, readOrder } from '../values/control-error.ts';
import { cellKey } from './schedule.ts';
import { medflexState } from './state.ts';

const Switches = z.strictObject({
  shape: z.enum(['clinics', 'flat']).optional(),
  envelope: z.enum(['data', 'results']).optional(),
});
const Cell = z.strictObject({ doctorId: z.int(), clinicId: z.int(), start: z.string() });

export function controlMedflex(app: FastifyInstance, sim: Sim): void {
  app.get('/_sim/medflex', async () => medflexState(sim));
  app.patch('/_sim/medflex', async (request) =>
    Object.assign(medflexState(sim).switches, readOrder(Switches, request.body)),
  );
  // Another patient has the cell open, so that it cannot be booked.
  app.post('/_sim/medflex/blocks', async (request) => {
    const { start, ...place } = readOrder(Cell, request.body);
    medflexState(sim).blocked.push(cellKey(place, start));
    sim.changed('medflex');
    return {};
  });
  // The clinic's staff cancels an appointment.
  app.post<{ Params: { uuid: string } }>('/_sim/medflex/appointments/:uuid/cancel', async (request) => {
    const { uuid } = request.params;
    const appointment = found(
      medflexState(sim).appointments.find((one) => one.uuid === uuid),
      'appointment',
    );
    sim.changed('medflex');
    return Object.assign(appointment, { isCancelled: true });
  });
}
