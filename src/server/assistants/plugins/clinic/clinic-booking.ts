import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ContactId } from '#contract/contacts/calls.ts';
import { clientOf } from '#server/assistants/plugins/client-actions.ts';
import { text } from '#server/assistants/storage/texts.ts';
import type { SpecialityFacts } from '#server/connections/clinic-port.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import { oneLine } from '#server/texts/content/format-rules.ts';
import {
  type ClinicBookingRow,
  endBooking,
  findTrying,
  listBookings,
  type NewClinicBooking,
  startBooking,
} from './booking-queries.ts';
import { chooseDoctors, type ClinicChoice, type ClinicWords, priceOf } from './clinic-choice.ts';
import { type ClinicDesk, type OpenClinic, openClinic } from './clinic-desk.ts';
import { type ClinicRefusal, refuse, showAppointment, type ShownAppointment } from './clinic-results.ts';
import { type FreeTime, freeTimesOf, readWall, showClinicTime, soonestOf } from './clinic-times.ts';
import { readBirthday, isLatestYes, wasSent } from './patient-rules.ts';

// NOTE: a process: it calls the clinic's system between transactions.

export type AppointmentMade = { ok: true; appointment: ShownAppointment };

export type AppointmentWords = ClinicWords & {
  when: string;
  first_name: string | null;
  last_name: string | null;
  birthday: string | null;
  phone: string | null;
  /** The contact has answered yes to the consent text. */
  agreed: boolean;
};

type Patient = { firstName: string; lastName: string; birthday: Temporal.PlainDate; phone: string; consent: string };

const LONGEST_NAME = 60;
const DOCTORS_TRIED = 3;
const NEXT_DAYS = 7;
const NEXT_TIMES = 3;

/**
 * Makes an appointment, once for the contact, the time and the speciality, however often it is called: the clinic's system
 * knows no keys, so what may have been made is looked for there. A trial checks the same and writes nothing.
 */
export async function bookAppointment(
  desk: ClinicDesk,
  words: AppointmentWords,
): Promise<AppointmentMade | ClinicRefusal> {
  const open = await openClinic(desk);
  if ('ok' in open) return open;
  const choice = chooseDoctors(open, words);
  if ('ok' in choice) return choice;
  const startsAt = readWall(words.when);
  if (!startsAt) return refuse('needs_time');
  const now = desk.ctx.clock.now().toZonedDateTimeISO(open.timeZone);
  if (Temporal.PlainDateTime.compare(startsAt, now.toPlainDateTime()) <= 0) return refuse('past');
  const own = await ownAt(desk, open, startsAt);
  if (own) return answerOwn(desk, choice, own);
  const day = startsAt.toPlainDate();
  const free = await freeTimesOf(open, choice, { from: day, days: 1, soonest: soonestOf(desk) });
  if (!free) return refuse('failed');
  const slots = free.filter((time) => time.startsAt.equals(startsAt));
  const pending = await pendingAt(desk, open, { choice, startsAt });
  if (slots.length === 0 && !pending) return refuseTaken(desk, open, { choice, startsAt, free });
  const patient = await patientOf(desk, words, now.toPlainDate());
  if ('ok' in patient) return patient;

  const { contactId } = desk.scope;
  const { speciality } = choice;
  const [first] = slots;
  if (contactId === null && first) {
    const tried = bookingOf(desk, open, { contactId: TRIAL, speciality, time: first, patient });
    return {
      ok: true,
      appointment: showAppointment({ ...tried, id: 'trial', status: 'booked', claimId: null }, desk.scope.language),
    };
  }
  if (contactId === null) return refuse('failed');
  const times = pending ? [pending, ...slots] : slots;
  // A doctor whose time was taken meanwhile is followed by the next who is free then.
  for (const time of times.slice(0, DOCTORS_TRIED)) {
    const made = await make(desk, open, bookingOf(desk, open, { contactId, speciality, time, patient }), {
      time,
      patient,
    });
    if (made !== 'taken') return made;
  }
  return refuseTaken(desk, open, { choice, startsAt, free });
}

const TRIAL = '' as ContactId; // NOTE: never stored

/** The patient's data as the contact gave them, and their consent to pass them on; or the first thing that is missing. */
async function patientOf(
  { ctx, scope, plugin }: ClinicDesk,
  words: AppointmentWords,
  today: Temporal.PlainDate,
): Promise<Patient | ClinicRefusal> {
  const [firstName, lastName] = [words.first_name, words.last_name].map((one) => oneLine(one).slice(0, LONGEST_NAME));
  if (!firstName || !lastName) return refuse('needs_name', { next: NEEDS_NAME });
  const birthday = readBirthday(words.birthday ?? '', scope.contactTexts, today);
  if (!birthday) return refuse('needs_birthday');
  const client = await clientOf(ctx, scope, { name: `${firstName} ${lastName}`, phone: words.phone });
  if ('ok' in client) return client;
  const consent = plugin.consentText || text(scope.language, 'clinic.consent');
  const hasAgreed = words.agreed && wasSent(scope.ownTexts, consent) && isLatestYes(scope.contactTexts);
  if (!hasAgreed) return refuse('needs_consent', { consent });
  return { firstName, lastName, birthday, phone: client.phone, consent };
}

const NEEDS_NAME = "Ask the client for the patient's first and last name, then call again with both.";

/** The contact's appointment at that time. */
async function ownAt(
  { ctx, scope: { tenantId, contactId, visitor } }: ClinicDesk,
  { timeZone }: OpenClinic,
  startsAt: Temporal.PlainDateTime,
): Promise<ClinicBookingRow | undefined> {
  if (contactId === null || visitor) return undefined;
  const rows = await withTenant(ctx, tenantId, (scope) => listBookings(scope, contactId, ctx.clock.now()));
  const at = startsAt.toZonedDateTime(timeZone).toInstant();
  return rows.find((row) => row.status === 'booked' && row.startsAt.equals(at));
}

/** Answers that the contact has an appointment then; the very one that is wanted is answered as made. */
function answerOwn(
  { scope: { language } }: ClinicDesk,
  { speciality, performers }: ClinicChoice,
  own: ClinicBookingRow,
): AppointmentMade | ClinicRefusal {
  const isSame =
    own.speciality.externalId === speciality.externalId &&
    performers.some(({ doctor }) => doctor.externalId === own.doctor.externalId);
  const appointment = showAppointment(own, language);
  return isSame ? { ok: true, appointment } : refuse('yours', { appointments: [appointment] });
}

type Wanted = { choice: ClinicChoice; startsAt: Temporal.PlainDateTime };

/** The doctor with whom an earlier attempt may have been made: its time counts as free. */
async function pendingAt(
  { ctx, scope: { tenantId, contactId } }: ClinicDesk,
  { timeZone }: OpenClinic,
  { choice, startsAt }: Wanted,
): Promise<FreeTime | null> {
  if (contactId === null) return null;
  const at = startsAt.toZonedDateTime(timeZone).toInstant();
  const row = await withTenant(ctx, tenantId, (scope) => findTrying(scope, keyOf(contactId, at, choice.speciality)));
  const performer =
    row &&
    choice.performers.find(
      ({ doctor, clinic }) =>
        doctor.externalId === row.doctor.externalId && clinic.externalId === row.clinic.externalId,
    );
  if (!row || !performer) return null;
  const endsAt = startsAt.add({ minutes: row.minutes });
  return { clinicId: row.clinic.externalId, doctorId: row.doctor.externalId, startsAt, endsAt, performer };
}

function bookingOf(
  { ctx }: ClinicDesk,
  open: OpenClinic,
  {
    contactId,
    speciality,
    time,
    patient,
  }: { contactId: ContactId; speciality: SpecialityFacts; time: FreeTime; patient: Patient },
): NewClinicBooking {
  const { timeZone, currency } = open;
  const { startsAt, endsAt, performer } = time;
  const at = startsAt.toZonedDateTime(timeZone).toInstant();
  const { doctor, clinic } = performer;
  return {
    id: newId(BookingId),
    contactId,
    key: keyOf(contactId, at, speciality),
    clinic: { externalId: clinic.externalId, title: clinic.title, address: clinic.address },
    doctor: { externalId: doctor.externalId, name: doctor.name },
    speciality,
    startsAt: at,
    minutes: Math.max(1, Math.round(startsAt.until(endsAt).total('minutes'))),
    timeZone,
    priceMinor: priceOf(open, performer, speciality),
    currency,
    patientName: `${patient.firstName} ${patient.lastName}`,
    phone: patient.phone,
    consentText: patient.consent,
    at: ctx.clock.now(),
  };
}
const BookingId = z.uuid().brand<'ClinicBookingId'>();

/** Makes one appointment, or finds that it was made. */
async function make(
  { ctx, scope: { tenantId, language, signal } }: ClinicDesk,
  { provider, caller }: OpenClinic,
  booking: NewClinicBooking,
  { time, patient }: { time: FreeTime; patient: Patient },
): Promise<AppointmentMade | ClinicRefusal | 'taken'> {
  // NOTE: a turn that the talk has overtaken must not write.
  signal.throwIfAborted();
  const { row, before } = await withTenant(ctx, tenantId, (scope) => startBooking(scope, booking));
  if (row.status === 'booked') return { ok: true, appointment: showAppointment(row, language) };
  const { firstName, lastName, birthday, phone } = patient;
  const result = await provider.book(caller, {
    clinicId: row.clinic.externalId,
    doctorId: row.doctor.externalId,
    startsAt: time.startsAt,
    endsAt: time.startsAt.add({ minutes: row.minutes }),
    specialityId: row.speciality.externalId,
    price: priceAmount(time, row),
    patient: { firstName, lastName, birthday, phone },
    mayBeMade: before === 'trying',
  });
  // An attempt of which nobody knows how it ended stays as it is: the next one looks for it.
  if (!result.isOk && result.isTemporary) return refuse('failed', { next: UNKNOWN });
  const end = result.isOk && result.value.kind === 'made' ? result.value : null;
  await withTenant(ctx, tenantId, (scope) =>
    endBooking(scope, row.id, end ? { status: 'booked', claimId: end.claimId } : { status: 'refused' }),
  );
  if (!result.isOk) return refuse('failed');
  return end ? { ok: true, appointment: showAppointment({ ...row, status: 'booked' }, language) } : 'taken';
}

const UNKNOWN =
  'It is not known whether the appointment was made: tell the client that a person of the clinic will confirm it, and hand over.';

/** The price as the clinic's system has it. */
const priceAmount = ({ performer }: FreeTime, row: ClinicBookingRow): number =>
  performer.doctor.prices.find(
    ({ specialityId, clinicId }) =>
      specialityId === row.speciality.externalId && (clinicId === null || clinicId === row.clinic.externalId),
  )?.amount ?? 0;

/** Refuses a time that is not free, with the three free times nearest to it. */
async function refuseTaken(
  desk: ClinicDesk,
  open: OpenClinic,
  { choice, startsAt, free }: Wanted & { free: readonly FreeTime[] },
): Promise<ClinicRefusal> {
  const from = startsAt.toPlainDate().add({ days: 1 });
  const later =
    free.length > NEXT_TIMES
      ? []
      : ((await freeTimesOf(open, choice, { from, days: NEXT_DAYS, soonest: soonestOf(desk) })) ?? []);
  const others = [...free, ...later].filter((time) => !time.startsAt.equals(startsAt));
  const away = (time: FreeTime) => Math.abs(time.startsAt.until(startsAt).total('minutes'));
  const byStart = new Map(others.map((time) => [time.startsAt.toString(), time]));
  const nearest = [...byStart.values()]
    .toSorted((one, other) => away(one) - away(other))
    .slice(0, NEXT_TIMES)
    .toSorted((one, other) => Temporal.PlainDateTime.compare(one.startsAt, other.startsAt));
  return refuse('taken', {
    offered: nearest.map((time) => showClinicTime(desk, open, { ...time, speciality: choice.speciality })),
    next:
      nearest.length > 0
        ? 'This time is not free: offer the client the times of "offered".'
        : 'This time is not free and none is near it: ask the client for another day.',
  });
}

/** A UUID that is the same for the same appointment of a contact. */
function keyOf(contactId: ContactId, at: Temporal.Instant, { externalId }: SpecialityFacts): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([contactId, at.toString(), externalId]))
    .digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
