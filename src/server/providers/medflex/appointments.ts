import { z } from 'zod';
import type { VisitStatus } from '#contract/visits/calls.ts';
import type { BranchPlace, ClientFacts, UnreadableRecord, VisitFacts } from '#server/connections/port.ts';
import { isNearby } from '#server/platform/values/outside-numbers.ts';
import { TriggerAppointment } from './shapes.ts';

/** `undefined`: the clinic's system has a status that MedFlex does not map. */
const STATUSES: Readonly<Record<string, VisitStatus>> = {
  relevant: 'waiting',
  confirmed: 'confirmed',
  arrived: 'arrived',
  canceled: 'cancelled',
  failure: 'no_show',
};

const DEFAULT_MINUTES = 30;

type ReadAppointment = { visit: VisitFacts } | UnreadableRecord;

/** Converts one appointment of a list, or returns why it is unreadable. */
export function readAppointment(json: unknown, place: BranchPlace): ReadAppointment {
  const read = TriggerAppointment.safeParse(json);
  const visit = read.success ? toVisit(read.data, place) : null;
  if (visit) return { visit };
  const fields = read.error?.issues.map((issue) => issue.path.join('.') || 'appointment') ?? ['dt_start'];
  return { body: JSON.stringify(json), problem: `not understood: ${[...new Set(fields)].join(', ')}` };
}

/** @returns null when it has no readable time */
function toVisit(appointment: TriggerAppointment, place: BranchPlace): VisitFacts | null {
  const startsAt = instantOf(appointment.start, place.timeZone);
  if (!startsAt || !isNearby(startsAt)) return null;
  const endsAt = instantOf(appointment.dt_end ?? null, place.timeZone);
  const minutes = endsAt ? Math.round(endsAt.since(startsAt).total('minutes')) : DEFAULT_MINUTES;
  const status = appointment.status ?? '';
  const service = appointment.service_name ?? appointment.speciality_name;
  return {
    externalId: appointment.uuid,
    externalVisitId: null,
    client: toClient(appointment),
    masterExternalId: appointment.doctor_id,
    masterName: appointment.doctor_full_name,
    services: service === null ? [] : [{ externalId: service, title: service }],
    startsAt,
    durationMinutes: minutes > 0 && minutes < 1_440 ? minutes : DEFAULT_MINUTES,
    status: STATUSES[status] ?? 'unknown',
    statusText: status,
    totalMinor: Math.round(appointment.price * 100),
    comment: '',
    manageUrl: null,
    isOnline: false,
    createdAt: instantOf(appointment.created_at, place.timeZone),
    changedAt: instantOf(appointment.updated_at, place.timeZone),
  };
}

/** Digits of a number with its country's code: clinics type Russian ones with an 8 or without anything before. */
function digitsOf(phone: string): string {
  const digits = phone.replaceAll(/\D/gu, '');
  if (digits.length === 11 && digits.startsWith('8')) return `7${digits.slice(1)}`;
  return digits.length === 10 && digits.startsWith('9') ? `7${digits}` : digits;
}

/** MedFlex has no ids of patients: one is known by their phone. The phone of one who refused messages is not taken. */
function toClient(appointment: TriggerAppointment): ClientFacts {
  const { patient, uuid } = appointment;
  const refuses = patient?.refused_notifications === true;
  const digits = digitsOf(patient?.mobile_phone ?? appointment.patient_phone ?? appointment.phone ?? '');
  const given = [patient?.first_name, patient?.second_name].filter(Boolean).join(' ');
  const full = [given, patient?.last_name].filter(Boolean).join(' ');
  const birthday = z.iso.date().safeParse(patient?.birthday);
  return {
    externalId: digits === '' || refuses ? `appointment:${uuid}` : digits,
    name: full || appointment.patient_full_name || appointment.patient_name || '',
    ...(patient && { givenName: given || null }),
    phone: digits === '' || refuses ? null : `+${digits}`,
    email: null,
    isNew: false,
    visitsCount: null,
    ...(refuses && { refusesMailings: true }),
    ...(birthday.success && { birthDate: birthday.data }),
  };
}

/** Times are of the branch's clock unless they have an offset. */
function instantOf(text: string | null, timeZone: string): Temporal.Instant | null {
  if (text === null) return null;
  try {
    if (/(?:Z|[+-]\d\d:?\d\d)$/.test(text.slice(10))) return Temporal.Instant.from(text);
    return Temporal.PlainDateTime.from(text.replace(' ', 'T')).toZonedDateTime(timeZone).toInstant();
  } catch {
    return null;
  }
}
