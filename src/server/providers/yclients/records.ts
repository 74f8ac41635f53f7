import { z } from 'zod';
import type { VisitStatus } from '#contract/visits/calls.ts';
import type { BranchPlace, ClientFacts, UnreadableRecord, VisitFacts } from '#server/connections/port.ts';
import { isAmount, isNearby } from '#server/platform/values/outside-numbers.ts';
import { CountOrNone, FlagOrNone, Id, IdOrNone, listOrNone, NumberOrNone, objectOrNone, TextOrNone } from './coerce.ts';
import { minorOf } from './money.ts';
import type { VendorProfile } from './profile.ts';

export const ClientShape = z.object({
  id: Id,
  name: TextOrNone,
  surname: TextOrNone,
  display_name: TextOrNone,
  phone: TextOrNone,
  email: TextOrNone,
  success_visits_count: CountOrNone,
  visits: CountOrNone,
  is_new: FlagOrNone,
  sms_not: FlagOrNone,
  birth_date: TextOrNone,
  /** Present on client cards only. */
  spent: NumberOrNone,
  /** Present on client cards only; records have them under another name. */
  categories: z
    .array(z.object({ title: TextOrNone }))
    .nullish()
    .catch(null),
});

/** The fields we read of a record, in the API and in webhooks. */
export const RecordShape = z.object({
  id: Id,
  /** Ours, where we created the record. */
  api_id: TextOrNone,
  staff_id: IdOrNone,
  visit_id: IdOrNone,
  activity_id: IdOrNone,
  services: listOrNone(
    z.object({
      id: Id,
      title: TextOrNone,
      cost: NumberOrNone,
      cost_to_pay: NumberOrNone,
      first_cost: NumberOrNone,
      discount: NumberOrNone,
      amount: CountOrNone,
    }),
  ),
  staff: objectOrNone(z.object({ name: TextOrNone })),
  client: objectOrNone(ClientShape),
  date: TextOrNone,
  datetime: TextOrNone,
  create_date: TextOrNone,
  last_change_date: TextOrNone,
  comment: TextOrNone,
  online: FlagOrNone,
  attendance: TextOrNone,
  visit_attendance: TextOrNone,
  seance_length: CountOrNone,
  length: CountOrNone,
  deleted: FlagOrNone,
  short_link: TextOrNone,
});
export type PlatformRecord = z.output<typeof RecordShape>;
type PlatformClient = z.output<typeof ClientShape>;

/** Status by `attendance`. NOTE: the field `confirmed` is 1 on ordinary records too, so it is not used. */
const STATUS_BY_ATTENDANCE: Readonly<Record<string, VisitStatus>> = {
  '0': 'waiting',
  '2': 'confirmed',
  '1': 'arrived',
  '-1': 'no_show',
};
const ATTENDANCE = { waiting: 0, confirmed: 2, arrived: 1, no_show: -1 } as const;

/** A branch with its vendor's phone format. */
type Place = BranchPlace & Pick<VendorProfile, 'phones'>;

/** Converts one record of a list, or returns why it is unreadable. */
export function readVisit(json: unknown, place: Place): { visit: VisitFacts } | UnreadableRecord {
  const record = RecordShape.safeParse(json);
  const visit = record.success ? toVisit(record.data, place) : null;
  if (visit) return { visit };
  const beyond = record.success && !isAmount(sumOf(record.data)) ? 'services' : 'date';
  const fields = record.error?.issues.map((issue) => issue.path.join('.') || 'record') ?? [beyond];
  return { body: JSON.stringify(json), problem: `not understood: ${[...new Set(fields)].join(', ')}` };
}

/** Converts a record; null when it has no readable time, or its sum is no amount. */
export function toVisit(record: PlatformRecord, place: Place): VisitFacts | null {
  const startsAt = startOf(record, place.timeZone);
  const sum = sumOf(record);
  if (!startsAt || !isNearby(startsAt) || !isAmount(sum)) return null;
  const attendance = record.attendance ?? record.visit_attendance ?? '';
  return {
    externalId: record.id,
    externalVisitId: record.visit_id,
    client: record.client && toClient(record.client, place),
    masterExternalId: record.staff_id,
    masterName: record.staff?.name ?? null,
    services: record.services.map(({ id, title }) => ({ externalId: id, title: title ?? '' })),
    startsAt,
    durationMinutes: Math.round((record.seance_length ?? record.length ?? 0) / 60),
    status: record.deleted ? 'cancelled' : (STATUS_BY_ATTENDANCE[attendance] ?? 'unknown'),
    statusText: attendance,
    totalMinor: minorOf(sum, place.currency),
    comment: record.comment ?? '',
    manageUrl: record.short_link,
    isOnline: record.online ?? false,
    createdAt: momentOf(record.create_date),
    changedAt: momentOf(record.last_change_date),
  };
}

export function toClient(client: PlatformClient, place: Pick<Place, 'phones' | 'currency'>): ClientFacts {
  const visitsCount = client.success_visits_count ?? client.visits;
  return {
    externalId: client.id,
    name: fullName(client),
    phone: phoneOf(client.phone, place),
    email: client.email,
    isNew: client.is_new ?? visitsCount === 0,
    visitsCount,
    ...(client.surname !== null && { givenName: client.name }),
    ...(client.sms_not !== null && { refusesMailings: client.sms_not }),
    ...(client.birth_date !== null && { birthDate: birthDateOf(client.birth_date) }),
    ...(client.spent !== null && { spentMinor: minorOf(client.spent, place.currency) }),
    ...(client.categories && { categories: client.categories.flatMap(({ title }) => title ?? []) }),
  };
}

/** Salons write the surname in a field of its own, or after the name. */
function fullName({ name, surname, display_name: shown }: PlatformClient): string {
  if (name === null) return shown ?? '';
  return surname === null || name.includes(surname) ? name : `${name} ${surname}`;
}

/**
 * Builds the body that changes only the status.
 *
 * NOTE: the time is computed from the wall clock; the record's own `datetime` has been seen with a wrong offset, and
 * echoing that would move the visit.
 */
export function statusChange(
  record: PlatformRecord,
  startsAt: Temporal.Instant,
  timeZone: string,
  status: keyof typeof ATTENDANCE,
): Record<string, unknown> {
  return { ...echoOf(record, startsAt, timeZone), save_if_busy: true, attendance: ATTENDANCE[status] };
}

/** Builds the body that changes only the start; another visit at that time is a refusal. */
export function startChange(
  record: PlatformRecord,
  startsAt: Temporal.Instant,
  timeZone: string,
): Record<string, unknown> {
  const attendance = record.attendance ?? record.visit_attendance;
  return {
    ...echoOf(record, startsAt, timeZone),
    save_if_busy: false,
    ...(attendance !== null && { attendance: Number(attendance) }),
  };
}

/** The required fields as they are, with the vendor's own messages disabled. */
function echoOf(record: PlatformRecord, startsAt: Temporal.Instant, timeZone: string): Record<string, unknown> {
  const client = record.client;
  return {
    ...(record.staff_id !== null && { staff_id: Number(record.staff_id) }),
    services: record.services.map((line) => ({
      id: Number(line.id),
      first_cost: line.first_cost ?? line.cost ?? 0,
      discount: line.discount ?? 0,
      cost: line.cost ?? line.first_cost ?? 0,
      ...(line.amount !== null && line.amount !== 1 && { amount: line.amount }),
    })),
    ...(client && {
      client: {
        id: Number(client.id),
        name: client.name ?? client.display_name ?? '',
        ...contactsOf(client),
      },
    }),
    datetime: startsAt.toZonedDateTimeISO(timeZone).toString({ smallestUnit: 'second', timeZoneName: 'never' }),
    seance_length: record.seance_length ?? record.length ?? 3_600,
    comment: record.comment ?? '',
    ...(record.activity_id !== null && { activity_id: Number(record.activity_id) }),
    send_sms: false,
    sms_remain_hours: 0,
    email_remain_hours: 0,
  };
}

/** Returns null where the branch hides phones from us: writing the masked phone would replace the real one. */
function contactsOf({ phone, email }: PlatformClient): { phone: string; email: string } | null {
  if (phone === null || !/^\+?[\d\s()-]+$/.test(phone)) return null;
  return { phone: phone.replaceAll(/\D/g, ''), email: email ?? '' };
}

/**
 * Computes the start from the branch's wall clock: the offset in `datetime` has been seen wrong around clock changes.
 * A skipped time is moved forward by the gap; of a repeated time the first occurrence is used.
 */
function startOf({ date, datetime }: PlatformRecord, timeZone: string): Temporal.Instant | null {
  return timeIn(date, timeZone) ?? timeIn(datetime, timeZone);
}

/** NOTE: a time in UTC has no offset that could be wrong. */
function timeIn(text: string | null, timeZone: string): Temporal.Instant | null {
  const [, day, time, isUtc] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z)?/.exec(text ?? '') ?? [];
  if (!day) return null;
  try {
    const wall = Temporal.PlainDateTime.from(`${day}T${time}`);
    return wall.toZonedDateTime(isUtc ? 'UTC' : timeZone, { disambiguation: 'compatible' }).toInstant();
  } catch {
    return null;
  }
}

/** Parses e.g. `2026-01-18T12:36:27+0300`; null when it is missing. */
function momentOf(text: string | null): Temporal.Instant | null {
  try {
    const at = text === null ? null : Temporal.Instant.from(text);
    return at && isNearby(at) ? at : null;
  } catch {
    return null;
  }
}

function sumOf({ services }: PlatformRecord): number {
  return services.reduce((sum, line) => sum + (line.cost_to_pay ?? line.cost ?? 0) * (line.amount ?? 1), 0);
}

/** NOTE: `84912345678` is a phone in Vietnam; parsed as national it would be one in Ryazan. */
function phoneOf(phone: string | null, { phones }: Pick<VendorProfile, 'phones'>): string | null {
  if (phone === null || phones === 'russian' || phone.startsWith('+')) return phone;
  const digits = phone.replaceAll(/\D/g, '').replace(/^00/, '');
  return digits.length >= 8 ? `+${digits}` : phone;
}

/** Placeholders that mean unknown. */
const UNKNOWN_BIRTH_DATES = ['1900-01-01', '1970-01-01', '0000-00-00'];

function birthDateOf(text: string): string | null {
  const isDate = z.iso.date().safeParse(text).success;
  return isDate && !UNKNOWN_BIRTH_DATES.includes(text) ? text : null;
}
