import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sim } from '../sim/sim.ts';
import { book, cancel, history } from './appointments.ts';
import { MedflexError, medflexRefusal } from './errors.ts';
import { type Call, idsOf, type Query } from './query.ts';
import { freeCells, wallNow } from './schedule.ts';
import { type Account, medflexState } from './state.ts';
import { move, setStatus, triggerAppointments, triggerBranches } from './trigger.ts';

const MAX_DAYS = 30;
const DEFAULT_DAYS = 14;
const PAGE_SIZE = 50;

/** The clinic's API below `/medflex`. */
export function serveMedflex(app: FastifyInstance, sim: Sim): void {
  const serve = (
    method: 'GET' | 'POST',
    path: string,
    answer: (call: Call, params: { uuid: string }) => { status?: number; body: unknown },
    isTrigger = false,
  ) =>
    app.route({
      method,
      url: `/medflex${path}`,
      handler: async (request, reply) => {
        try {
          const account = accountOf(sim, request, isTrigger);
          const query = request.query as Query; // NOTE: fastify's own parser makes strings of them
          warnOfUnknown(sim, request, path);
          const { uuid = '' } = request.params as { uuid?: string };
          const { status = 200, body } = answer({ sim, account, query, body: request.body }, { uuid });
          return await (body === null ? reply.code(status).send() : reply.code(status).send(body));
        } catch (error) {
          if (!(error instanceof MedflexError)) throw error;
          return reply.code(error.status).send(medflexRefusal(error.status, error.message));
        }
      },
    });

  serve('GET', '/models/speciality/', (call) => listOf(call, call.account.specialities));
  serve('GET', '/models/lpu/', (call) => listOf(call, clinicsOf(call.account)));
  serve('GET', '/models/doctor/', (call) => listOf(call, doctorsOf(call)));
  serve('GET', '/schedule/lpu/', (call) => listOf(call, scheduleOf(call, 'clinics')));
  serve('GET', '/schedule/', (call) => listOf(call, scheduleOf(call, medflexState(sim).switches.shape)));
  serve('POST', '/direct_appointment/doctor/execute/', (call) => ({ status: 201, body: book(call) }));
  serve('POST', '/direct_appointment/doctor/cancel/', (call) => {
    cancel(call);
    return { status: 204, body: null };
  });
  serve('GET', '/direct_appointment/history/', (call) => listOf(call, history(call)));

  serve('GET', '/appointments/lpu', (call) => listOf(call, triggerBranches(call)), true);
  serve('GET', '/appointments/appointments/', (call) => listOf(call, triggerAppointments(call)), true);
  serve(
    'POST',
    '/appointments/appointments/:uuid/status/',
    (call, { uuid }) => {
      setStatus(call, uuid);
      return { status: 204, body: null };
    },
    true,
  );
  serve(
    'POST',
    '/appointments/appointments/:uuid/move/',
    (call, { uuid }) => {
      move(call, uuid);
      return { status: 204, body: null };
    },
    true,
  );
}

const PAGED = ['page', 'size'];
/** Parameters of each list; anything else is a warning in the journal. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  '/models/speciality/': PAGED,
  '/models/lpu/': [...PAGED, 'lpu_group_id', 'town_id', 'speciality_ids'],
  '/models/doctor/': [...PAGED, 'lpu_ids', 'speciality_ids', 'doctor_ids'],
  '/schedule/lpu/': [...PAGED, 'lpu_ids', 'date_start', 'days'],
  '/schedule/': [
    ...PAGED,
    'doctor_ids',
    'town_id',
    'lpu_ids',
    'speciality_ids',
    'district_id',
    'metro_id',
    'date_start',
    'days',
  ],
  '/direct_appointment/history/': [
    ...PAGED,
    'mobile_phone',
    'lpu_id',
    'doctor_id',
    'date_start',
    'date_end',
    'uuid',
    'include_canceled',
  ],
  '/appointments/lpu': PAGED,
  '/appointments/appointments/': [...PAGED, 'dt_start_from', 'dt_start_to', 'lpu_id'],
  '/appointments/appointments/:uuid/status/': ['status'],
  '/appointments/appointments/:uuid/move/': ['dt_start', 'dt_end'],
};

function warnOfUnknown(sim: Sim, { method, query, body }: FastifyRequest, path: string): void {
  const known = KNOWN[path];
  const given = (method === 'GET' ? query : body) ?? {};
  const fields = known ? Object.keys(given).filter((field) => !known.includes(field)) : [];
  const where = method === 'GET' ? 'query' : 'body';
  for (const field of fields)
    sim.journal.warn({
      at: sim.clock.iso(),
      channel: 'medflex',
      method,
      path: `/medflex${path}`,
      field: `${where}.${field}`,
    });
}

function accountOf(sim: Sim, { headers }: FastifyRequest, isTrigger: boolean): Account {
  const { accounts, switches, refused } = medflexState(sim);
  const given = headers.authorization ?? '';
  const isBare = isTrigger && switches.key === 'bare';
  const token = isBare ? given : /^Token (.+)$/.exec(given)?.[1];
  const account = accounts.find((one) => one.token === token && !refused.includes(one.token));
  if (!account) throw new MedflexError(401, 'Недопустимый токен.');
  if (isTrigger && switches.trigger === 'closed') throw new MedflexError(403, 'Доступ к разделу закрыт');
  return account;
}

/** One page of a list. */
function listOf({ sim, query }: Call, all: readonly unknown[]) {
  const page = Number(query['page'] ?? 1);
  const size = Math.min(200, Number(query['size'] ?? PAGE_SIZE));
  const pages = Math.max(1, Math.ceil(all.length / size));
  return {
    body: {
      count: all.length,
      num_pages: pages,
      links: { next: page < pages ? `?page=${page + 1}` : null, previous: page > 1 ? `?page=${page - 1}` : null },
      [medflexState(sim).switches.envelope]: all.slice((page - 1) * size, page * size),
    },
  };
}

const clinicsOf = ({ clinics, specialities, doctors }: Account) =>
  clinics.map(({ id, name, address, canCancel }) => ({
    id,
    lpu_group_id: 1,
    name,
    address,
    phone: null,
    town_id: 1,
    direct_appointment_is_supported: true,
    cancel_appointment_is_supported: canCancel,
    is_visible: true,
    specialities: specialities.filter((one) =>
      doctors.some((doctor) => doctor.clinics.includes(id) && doctor.specialities.includes(one.id)),
    ),
  }));

function chosen({ account, query }: Call): Account['doctors'] {
  const [doctors, clinics, specialities] = ['doctor_ids', 'lpu_ids', 'speciality_ids'].map((name) =>
    idsOf(query, name),
  );
  return account.doctors.filter(
    (doctor) =>
      (!doctors || doctors.includes(doctor.id)) &&
      (!clinics || doctor.clinics.some((id) => clinics.includes(id))) &&
      (!specialities || doctor.specialities.some((id) => specialities.includes(id))),
  );
}

const doctorsOf = (call: Call) =>
  chosen(call).map(({ id, name, specialities, clinics, price }) => ({
    id,
    efio: name,
    specialities: call.account.specialities.filter((one) => specialities.includes(one.id)),
    lpus: clinics.map((clinicId) => ({ id: clinicId })),
    prices: clinics.flatMap((clinicId) =>
      specialities.map((specialityId) => ({ lpu_id: clinicId, speciality_id: specialityId, price })),
    ),
    rating: { stars: 4.8, public: true },
  }));

function scheduleOf(call: Call, shape: 'clinics' | 'flat'): unknown[] {
  const { sim, account, query } = call;
  const now = wallNow(account, sim.clock.now());
  const from = z.iso.date().safeParse(query['date_start']).data ?? now.slice(0, 10);
  const days = Math.min(MAX_DAYS, Math.max(1, Number(query['days'] ?? DEFAULT_DAYS)));
  const wanted = idsOf(query, 'lpu_ids') ?? account.clinics.map(({ id }) => id);
  const doctors = chosen(call);
  const cellsOf = (doctorId: number, clinicId: number) =>
    freeCells(medflexState(sim), { doctorId, clinicId }, { from, days, now });
  if (shape === 'flat')
    return doctors.flatMap(({ id, clinics, specialities }) =>
      clinics
        .filter((clinicId) => wanted.includes(clinicId))
        .map((clinicId) => ({ doctor_id: id, lpu_id: clinicId, specialities, cells: cellsOf(id, clinicId) })),
    );
  return wanted.map((clinicId) => ({
    lpu_id: clinicId,
    schedule: doctors
      .filter(({ clinics }) => clinics.includes(clinicId))
      .map(({ id, specialities, price }) => ({
        doctor_id: id,
        prices: specialities.map((specialityId) => ({ speciality_id: specialityId, price })),
        allowed_age: [],
        cells: cellsOf(id, clinicId),
      })),
  }));
}
