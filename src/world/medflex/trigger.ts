import { z } from 'zod';
import type { Sim } from '../sim/sim.ts';
import { MedflexError } from './errors.ts';
import { type Call, idsOf } from './query.ts';
import { wallNow } from './schedule.ts';
import { type Account, type Appointment, medflexState } from './state.ts';

const DEFAULT_STATUS = 'relevant';

/** Branches with the hours from UTC. */
export const triggerBranches = ({ sim, account }: Call) =>
  account.clinics.map(({ id, name, address }) => ({
    id,
    name,
    address,
    time_offset:
      medflexState(sim).switches.offset === 'number'
        ? account.offsetHours
        : `+${String(account.offsetHours).padStart(2, '0')}:00`,
  }));

/** Appointments of all patients in a period; those of patients who refused messages are left out. */
export function triggerAppointments({ sim, account, query }: Call): unknown[] {
  const clinics = idsOf(query, 'lpu_id');
  const { dt_start_from: from = '', dt_start_to: to = '9' } = query;
  return allOf(sim, account)
    .filter(({ clinicId, start, refuses }) => {
      const at = start.replace(' ', 'T');
      return refuses !== true && (!clinics || clinics.includes(clinicId)) && at >= from.slice(0, 16) && at <= to;
    })
    .map((one) => toAppointment(account, one));
}

/** As the trigger API and its payloads have an appointment. */
export function toAppointment(account: Account, one: Appointment) {
  const doctor = account.doctors.find(({ id }) => id === one.doctorId);
  return {
    uuid: one.uuid,
    status: one.isCancelled ? 'canceled' : (one.status ?? DEFAULT_STATUS),
    dt_start: `${one.start.replace(' ', 'T')}:00`,
    dt_end: `${one.end.replace(' ', 'T')}:00`,
    lpu_id: one.clinicId,
    lpu_name: account.clinics.find(({ id }) => id === one.clinicId)?.name ?? '',
    doctor_id: one.doctorId,
    doctor_full_name: doctor?.name ?? '',
    speciality_name: account.specialities.find(({ id }) => id === one.specialityId)?.name ?? null,
    service_name: null,
    patient: one.patient,
    price: one.price,
    updated_at: one.changedAt ?? null,
  };
}

const Status = z.object({ status: z.enum(['confirmed', 'canceled']) });
const Move = z.object({
  dt_start: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
  dt_end: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
});

export function setStatus(call: Call, uuid: string): void {
  const own = openOne(call, uuid);
  const { data } = Status.safeParse(call.body);
  if (!data) throw new MedflexError(400, 'Неизвестный статус');
  if (data.status === 'canceled') own.isCancelled = true;
  else own.status = 'confirmed';
  touch(call.sim, call.account, own);
}

export function move(call: Call, uuid: string): void {
  const own = openOne(call, uuid);
  const { data } = Move.safeParse(call.body);
  if (!data) throw new MedflexError(400, 'Неверное время');
  moveTo(call.sim, call.account, own, { start: data.dt_start, end: data.dt_end });
}

/** @throws {MedflexError} for a time that has begun, or at which the doctor has another patient */
export function moveTo(sim: Sim, account: Account, one: Appointment, to: { start: string; end: string }): void {
  const { start, end } = to;
  if (start <= wallNow(account, sim.clock.now())) throw new MedflexError(416, 'Время вне расписания врача');
  const isTaken = allOf(sim, account).some(
    (other) => other !== one && !other.isCancelled && other.doctorId === one.doctorId && other.start === start,
  );
  if (isTaken) throw new MedflexError(409, 'Время уже занято');
  Object.assign(one, { start, end });
  touch(sim, account, one);
}

/** Marks an appointment as changed, and, unless `isSilent`, posts it where the clinic has its changes posted. */
export function touch(sim: Sim, account: Account, one: Appointment, isSilent = false): void {
  one.changedAt = `${new Date(sim.clock.now()).toISOString().slice(0, 19)}Z`;
  sim.changed('medflex');
  const { pushes, switches } = medflexState(sim);
  const push = pushes[account.token];
  if (!push || one.refuses || isSilent || switches.sends === 'off') return;
  sim.webhooks.send({
    channel: 'medflex',
    tag: one.uuid,
    url: push.url,
    headers: { authorization: `Token ${push.token}` },
    body: JSON.stringify(toAppointment(account, one)),
  });
}

/** All appointments of an account, the clinics' own and those made through the API. */
export function allOf(sim: Sim, { token }: Pick<Account, 'token'>): Appointment[] {
  const { agenda, appointments } = medflexState(sim);
  return [...agenda, ...appointments].filter((one) => one.token === token);
}

function openOne({ sim, account }: Call, uuid: string): Appointment {
  const own = allOf(sim, account).find((one) => one.uuid === uuid);
  if (!own) throw new MedflexError(404, 'Запись не найдена');
  if (own.isCancelled) throw new MedflexError(400, 'Запись уже отменена');
  return own;
}
