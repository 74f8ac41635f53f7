import { z } from 'zod';
import type {
  ClinicBooking,
  ClinicCaller,
  ClinicFacts,
  ClinicOrder,
  ClinicProvider,
  ClinicTime,
  DoctorFacts,
} from '#server/connections/clinic-port.ts';
import type { ProviderResult } from '#server/connections/port.ts';
import {
  type ApiFailure,
  type ApiResult,
  createMedflexApi,
  type MedflexApi,
  type MedflexOptions,
} from './api-client.ts';
import { Appointment, Claim, Clinic, Doctor, SchedulePart } from './shapes.ts';

/** MedFlex by a clinic's token, which opens all branches of the clinic. */
export function createMedflex(options: MedflexOptions, api: MedflexApi = createMedflexApi(options)): ClinicProvider {
  return {
    async listClinics(caller) {
      const listed = await api.list(caller, { path: '/models/lpu/' }, Clinic);
      return mapped(listed, (clinics) => clinics.filter(isBookable).map(toClinic));
    },
    async listDoctors(caller, clinicIds) {
      const listed = await api.list(
        caller,
        { path: '/models/doctor/', query: { lpu_ids: clinicIds.join(',') } },
        Doctor,
      );
      return mapped(listed, (doctors) => doctors.map(toDoctor));
    },
    async listTimes(caller, clinicIds, { from, days }) {
      const query = { lpu_ids: clinicIds.join(','), date_start: from.toString(), days: String(days) };
      const listed = await api.list(caller, { path: options.schedulePath, query }, SchedulePart);
      return mapped(listed, (parts) => parts.flatMap(toTimes));
    },
    book: (caller, order) => book(api, caller, order),
    async listAppointments(caller, { phone, from }) {
      const query = { mobile_phone: digitsOf(phone), date_start: from.toString(), include_canceled: 'true' };
      const listed = await api.list(caller, { path: '/direct_appointment/history/', query }, Appointment);
      return mapped(listed, (all) => all.map(toAppointment));
    },
    cancel: (caller, claimId) => cancel(api, caller, claimId),
  };
}

const isBookable = (clinic: z.infer<typeof Clinic>) =>
  clinic.is_visible !== false && clinic.direct_appointment_is_supported !== false;

const toClinic = (clinic: z.infer<typeof Clinic>): ClinicFacts => ({
  externalId: clinic.id,
  title: clinic.name,
  address: clinic.address?.trim() || null,
  canCancel: clinic.cancel_appointment_is_supported === true,
});

const toDoctor = (doctor: z.infer<typeof Doctor>): DoctorFacts => ({
  externalId: doctor.id,
  name: doctor.efio,
  specialities: (doctor.specialities ?? []).map(({ id, name }) => ({ externalId: id, title: name })),
  clinicIds: doctor.lpus ?? [],
  prices: (doctor.prices ?? []).map((price) => ({
    clinicId: price.lpu_id ?? null,
    specialityId: price.speciality_id,
    amount: price.price,
  })),
});

const toTimes = ({ lpu_id: clinicId, schedule }: z.infer<typeof SchedulePart>): ClinicTime[] =>
  schedule.flatMap(({ doctor_id: doctorId, cells }) =>
    (cells ?? []).map(({ dt_start: startsAt, dt_end: endsAt }) => ({ clinicId, doctorId, startsAt, endsAt })),
  );

const toAppointment = ({ uuid, date, time_start: time, canceled }: z.infer<typeof Appointment>) => ({
  claimId: uuid,
  startsAt: Temporal.PlainDate.from(date).toPlainDateTime(Temporal.PlainTime.from(time)),
  isCancelled: canceled === true,
});

/** Tries to book, and once more where the first answer was lost and nothing was made. */
async function book(api: MedflexApi, caller: ClinicCaller, order: ClinicOrder): Promise<ProviderResult<ClinicBooking>> {
  if (order.mayBeMade) {
    const made = await findMade(api, caller, order);
    if (!made.isOk || made.value) return made.isOk ? madeAs(made.value) : made;
  }
  const first = await execute(api, caller, order);
  if (first.isOk || !first.wasSent) return answerOf(first);
  const made = await findMade(api, caller, order);
  if (!made.isOk) return first;
  if (made.value) return madeAs(made.value);
  const second = answerOf(await execute(api, caller, order));
  if (!second.isOk || second.value.kind !== 'taken') return second;
  // NOTE: the first attempt may have taken effect after it was looked for.
  const late = await findMade(api, caller, order);
  return late.isOk && late.value ? madeAs(late.value) : second;
}

const madeAs = (claimId: string | null): ProviderResult<ClinicBooking> =>
  claimId === null ? { isOk: true, value: { kind: 'taken' } } : { isOk: true, value: { kind: 'made', claimId } };

const execute = (
  api: MedflexApi,
  caller: ClinicCaller,
  { doctorId, clinicId, specialityId, startsAt, endsAt, price, patient }: ClinicOrder,
): Promise<ApiResult<z.infer<typeof Claim>>> =>
  api.send(
    caller,
    {
      method: 'POST',
      path: '/direct_appointment/doctor/execute/',
      json: {
        doctor: { id: numberOf(doctorId), lpu_id: numberOf(clinicId), speciality_id: numberOf(specialityId) },
        appointment: { dt_start: wallOf(startsAt), dt_end: wallOf(endsAt), price, comment: '' },
        client: {
          first_name: patient.firstName,
          last_name: patient.lastName,
          second_name: '',
          mobile_phone: digitsOf(patient.phone),
          birthday: patient.birthday.toString(),
        },
      },
    },
    Claim,
  );

/** A time that is booked, blocked by somebody who books it, or outside the hours. One client has seen 400 for the first. */
const TAKEN_STATUSES = [409, 423];
const CLOSED_STATUS = 416;

function answerOf(result: ApiResult<z.infer<typeof Claim>>): ProviderResult<ClinicBooking> {
  if (result.isOk) return madeAs(result.value.claim_id);
  const { status } = result;
  if (status !== null && TAKEN_STATUSES.includes(status)) return { isOk: true, value: { kind: 'taken' } };
  if (status === 400 && /занят|already|booked/iu.test(result.text ?? '')) return madeAs(null);
  return status === CLOSED_STATUS ? { isOk: true, value: { kind: 'closed' } } : result;
}

/** Finds the appointment that an order has made. */
async function findMade(
  api: MedflexApi,
  caller: ClinicCaller,
  { doctorId, clinicId, startsAt, patient }: ClinicOrder,
): Promise<ApiResult<string | null>> {
  const day = startsAt.toPlainDate().toString();
  const query = {
    mobile_phone: digitsOf(patient.phone),
    lpu_id: clinicId,
    doctor_id: doctorId,
    date_start: day,
    date_end: day,
  };
  const listed = await api.list(caller, { path: '/direct_appointment/history/', query }, Appointment);
  if (!listed.isOk) return listed;
  const own = listed.value.find(
    (one) =>
      one.canceled !== true &&
      one.doctor.id === doctorId &&
      one.lpu.id === clinicId &&
      toAppointment(one).startsAt.equals(startsAt),
  );
  return { isOk: true, value: own?.uuid ?? null };
}

/** Cancels an appointment that was made through this API. */
export async function cancel(
  api: MedflexApi,
  caller: ClinicCaller,
  claimId: string,
): Promise<ProviderResult<'cancelled' | 'unsupported'>> {
  const request = { method: 'POST' as const, path: '/direct_appointment/doctor/cancel/', json: { uuid: claimId } };
  const result = await api.send(caller, request, z.unknown());
  if (result.isOk) return { isOk: true, value: 'cancelled' };
  const isRefused = result.status === 400 || result.status === 404 || result.status === 409;
  if (!isRefused && !result.wasSent) return result;
  // NOTE: it may be cancelled already, by a call whose answer was lost or by the clinic.
  const isCancelled = await findCancelled(api, caller, claimId);
  if (isCancelled) return { isOk: true, value: 'cancelled' };
  return isRefused && isCancelled === false ? { isOk: true, value: 'unsupported' } : result;
}

/** @returns null where it cannot be found out */
async function findCancelled(api: MedflexApi, caller: ClinicCaller, claimId: string): Promise<boolean | null> {
  const query = { uuid: claimId, include_canceled: 'true' };
  const listed = await api.list(caller, { path: '/direct_appointment/history/', query }, Appointment);
  const own = listed.isOk ? listed.value.find(({ uuid }) => uuid === claimId) : undefined;
  return own ? own.canceled === true : null;
}

export function mapped<From, To>(result: ApiResult<From>, map: (value: From) => To): ProviderResult<To> {
  return result.isOk ? { isOk: true, value: map(result.value) } : withoutStatus(result);
}

export const withoutStatus = ({ status: _status, wasSent: _wasSent, ...result }: ApiFailure) => result;

/** `YYYY-MM-DD HH:MM`. */
export const wallOf = (at: Temporal.PlainDateTime) => at.toString({ smallestUnit: 'minute' }).replace('T', ' ');
const digitsOf = (phone: string) => phone.replaceAll(/\D/gu, '');
/** An id of ours as MedFlex writes it. */
const numberOf = (id: string) => (/^\d+$/u.test(id) ? Number(id) : id);
