import { z } from 'zod';
import { MedflexError } from './errors.ts';
import { type Call, idsOf } from './query.ts';
import { cellKey, isInHours, isOthers, wallNow } from './schedule.ts';
import { type Appointment, medflexState } from './state.ts';

const Stamp = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
const Order = z.object({
  doctor: z.object({ id: z.int(), lpu_id: z.int(), speciality_id: z.int() }),
  appointment: z.object({ dt_start: Stamp, dt_end: Stamp, price: z.number(), comment: z.string().optional() }),
  client: z.object({
    first_name: z.string().min(1),
    last_name: z.string().min(1),
    second_name: z.string(),
    mobile_phone: z.string().regex(/^\d{11}$/),
    birthday: z.iso.date(),
  }),
});

/** Books a cell. It knows no keys: the same order twice finds the time booked. */
export function book({ sim, account, body }: Call): { claim_id: string } {
  const read = Order.safeParse(body);
  if (!read.success) throw new MedflexError(400, `Неверные данные: ${read.error.issues[0]?.path.join('.')}`);
  const { doctor, appointment, client } = read.data;
  const known = account.doctors.find(({ id, clinics }) => id === doctor.id && clinics.includes(doctor.lpu_id));
  if (!known?.specialities.includes(doctor.speciality_id)) throw new MedflexError(404, 'Врач не найден');
  const state = medflexState(sim);
  const place = { doctorId: doctor.id, clinicId: doctor.lpu_id };
  const { dt_start: start, dt_end: end } = appointment;
  if (!isInHours(start) || start <= wallNow(account, sim.clock.now()))
    throw new MedflexError(416, 'Время вне расписания врача');
  if (state.blocked.includes(cellKey(place, start))) throw new MedflexError(423, 'Ячейка заблокирована');
  const isTaken = state.appointments.some(
    (one) =>
      !one.isCancelled && one.doctorId === doctor.id && one.clinicId === doctor.lpu_id && one.start.startsWith(start),
  );
  if (isTaken || isOthers(place, start)) throw new MedflexError(409, 'Время уже занято');
  const hex = sim.ids.hex('medflex.claim', 32);
  const uuid = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
  state.appointments.push({
    ...place,
    uuid,
    token: account.token,
    specialityId: doctor.speciality_id,
    start,
    end,
    price: appointment.price,
    patient: client,
    isCancelled: false,
  });
  sim.changed('medflex');
  return { claim_id: uuid };
}

export function cancel({ sim, account, body }: Call): void {
  const { uuid } = z.object({ uuid: z.string() }).safeParse(body).data ?? {};
  const own = medflexState(sim).appointments.find((one) => one.uuid === uuid && one.token === account.token);
  if (!own) throw new MedflexError(404, 'Запись не найдена');
  if (!account.clinics.find(({ id }) => id === own.clinicId)?.canCancel)
    throw new MedflexError(400, 'Клиника не поддерживает отмену');
  if (own.isCancelled) throw new MedflexError(400, 'Запись уже отменена');
  own.isCancelled = true;
  sim.changed('medflex');
}

/** Appointments made through this API. */
export function history({ sim, account, query }: Call): unknown[] {
  const [clinics, doctors] = [idsOf(query, 'lpu_id'), idsOf(query, 'doctor_id')];
  const { uuid, mobile_phone: phone, date_start: from = '', date_end: to = '9' } = query;
  const isListed = (one: Appointment) =>
    one.token === account.token &&
    (!uuid || one.uuid === uuid) &&
    (!phone || one.patient.mobile_phone === phone) &&
    (!clinics || clinics.includes(one.clinicId)) &&
    (!doctors || doctors.includes(one.doctorId)) &&
    one.start.slice(0, 10) >= from &&
    one.start.slice(0, 10) <= to &&
    (query['include_canceled'] === 'true' || !one.isCancelled);
  return medflexState(sim)
    .appointments.filter(isListed)
    .map((one, at) => ({
      id: at + 1,
      uuid: one.uuid,
      date: one.start.slice(0, 10),
      time_start: `${one.start.slice(11)}:00`,
      time_end: `${one.end.slice(11)}:00`,
      price: one.price,
      canceled: one.isCancelled,
      lpu: { id: one.clinicId },
      doctor: { id: one.doctorId, speciality_id: one.specialityId },
      patient: one.patient,
    }));
}
