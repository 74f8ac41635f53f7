import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sim } from '../sim/sim.ts';
import { readOrder } from '../values/control-error.ts';
import { anAccount } from './fixtures.ts';
import { cellKey } from './schedule.ts';
import { addByStaff, cancelByStaff, changeByStaff, removeByStaff } from './staff.ts';
import { medflexState } from './state.ts';

const Switches = z.strictObject({
  shape: z.enum(['clinics', 'flat']).optional(),
  envelope: z.enum(['data', 'results']).optional(),
  key: z.enum(['token', 'bare']).optional(),
  trigger: z.enum(['open', 'closed']).optional(),
  offset: z.enum(['number', 'text']).optional(),
  sends: z.enum(['on', 'off']).optional(),
});
const Stamp = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
const NewAppointment = z.strictObject({
  token: z.string(),
  clinicId: z.int(),
  doctorId: z.int(),
  start: Stamp,
  phone: z.string(),
  firstName: z.string(),
  lastName: z.string().default(''),
  refuses: z.boolean().default(false),
  isSilent: z.boolean().default(false),
});
const Change = z.strictObject({
  status: z.enum(['relevant', 'confirmed', 'arrived', 'failure', 'undefined']).optional(),
  start: Stamp.optional(),
  refuses: z.boolean().optional(),
});
const NewAccount = z.strictObject({ token: z.string() });
const Key = z.strictObject({ token: z.string(), isBlocked: z.boolean() });
const NewPush = z.strictObject({ token: z.string(), url: z.url(), secret: z.string() });
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
    return cancelByStaff(sim, uuid);
  });
  app.post('/_sim/medflex/appointments', async (request) => addByStaff(sim, readOrder(NewAppointment, request.body)));
  app.delete<{ Params: { uuid: string } }>('/_sim/medflex/appointments/:uuid', async (request) => {
    removeByStaff(sim, request.params.uuid);
    return {};
  });
  app.patch<{ Params: { uuid: string } }>('/_sim/medflex/appointments/:uuid', async (request) =>
    changeByStaff(sim, request.params.uuid, readOrder(Change, request.body)),
  );
  // Another organisation, with one clinic, one doctor and no appointments.
  app.post('/_sim/medflex/accounts', async (request) => {
    const { accounts } = medflexState(sim);
    const { token } = readOrder(NewAccount, request.body);
    const clinicId = 1_000 + accounts.length;
    accounts.push(anAccount(token, clinicId));
    return { clinicId };
  });
  app.post('/_sim/medflex/keys', async (request) => {
    const { token, isBlocked } = readOrder(Key, request.body);
    const state = medflexState(sim);
    state.refused = state.refused.filter((one) => one !== token);
    if (isBlocked) state.refused.push(token);
    return {};
  });
  // The clinic asks MedFlex to post changes to an address.
  app.put('/_sim/medflex/push', async (request) => {
    const { token, url, secret } = readOrder(NewPush, request.body);
    medflexState(sim).pushes[token] = { url, token: secret };
    return {};
  });
}
