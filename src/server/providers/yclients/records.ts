import { z } from 'zod';
import type { VisitStatus } from '#contract/visits.ts';
import type { BranchPlace, ClientFacts, UnreadableRecord, VisitFacts } from '#server/connections/port.ts';
import { FlagOrNone, Id, IdOrNone, listOrNone, NumberOrNone, objectOrNone, TextOrNone } from './coerce.ts';
import { minorOf } from './money.ts';
import type { VendorProfile } from './profile.ts';

export const ClientShape = z.object({
  id: Id,
  name: TextOrNone,
  display_name: TextOrNone,
  phone: TextOrNone,
  email: TextOrNone,
  success_visits_count: NumberOrNone,
  visits: NumberOrNone,
  is_new: FlagOrNone,
  sms_not: FlagOrNone,
  birth_date: TextOrNone,
  /** Of a card: records do not tell it. */
  spent: NumberOrNone,
  /** Of a card; records call them otherwise and are not asked. */
  categories: z
    .array(z.object({ title: TextOrNone }))
    .nullish()
    .catch(null),
});

/** A record as the API and the webhooks tell it, as far as we read it. */
export const RecordShape = z.object({
  id: Id,
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
      amount: NumberOrNone,
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
  seance_length: NumberOrNone,
  length: NumberOrNone,
  deleted: FlagOrNone,
  short_link: TextOrNone,
});
export type PlatformRecord = z.output<typeof RecordShape>;
type PlatformClient = z.output<typeof ClientShape>;

/** Status by `attendance`. NOTE: the field `confirmed` is 1 on ordinary records and says nothing of the customer. */
const STATUS_BY_ATTENDANCE: Readonly<Record<string, VisitStatus>> = {
  '0': 'waiting',
  '2': 'confirmed',
  '1': 'arrived',
  '-1': 'no_show',
};
const ATTENDANCE = { waiting: 0, confirmed: 2, arrived: 1, no_show: -1 } as const;

/** A branch with what its vendor's phones look like. */
type Place = BranchPlace & Pick<VendorProfile, 'phones'>;

/** One record of a list, in our words, or why it cannot be. */
export function readVisit(json: unknown, place: Place): { visit: VisitFacts } | UnreadableRecord {
  const record = RecordShape.safeParse(json);
  const visit = record.success ? toVisit(record.data, place) : null;
  if (visit) return { visit };
  const fields = record.error?.issues.map((issue) => issue.path.join('.') || 'record') ?? ['date'];
  return { body: JSON.stringify(json), problem: `not understood: ${[...new Set(fields)].join(', ')}` };
}

/** A record in our words, or null when it has no time we can read. */
export function toVisit(record: PlatformRecord, place: Place): VisitFacts | null {
  const startsAt = startOf(record, place.timeZone);
  if (!startsAt) return null;
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
    totalMinor: minorOf(sumOf(record), place.currency),
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
    name: client.name ?? client.display_name ?? '',
    phone: phoneOf(client.phone, place),
    email: client.email,
    isNew: client.is_new ?? visitsCount === 0,
    visitsCount,
    ...(client.sms_not !== null && { refusesMailings: client.sms_not }),
    ...(client.birth_date !== null && { birthDate: birthDateOf(client.birth_date) }),
    ...(client.spent !== null && { spentMinor: minorOf(client.spent, place.currency) }),
    ...(client.categories && { categories: client.categories.flatMap(({ title }) => title ?? []) }),
  };
}

/**
 * The body that changes only the status: what the vendor demands is echoed, and its own messages are kept back.
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
    save_if_busy: true,
    send_sms: false,
    sms_remain_hours: 0,
    email_remain_hours: 0,
    attendance: ATTENDANCE[status],
  };
}

/** Nothing where the branch hides its customers' phones from us: what we wrote instead would be what she is known by. */
function contactsOf({ phone, email }: PlatformClient): { phone: string; email: string } | null {
  if (phone === null || !/^\+?[\d\s()-]+$/.test(phone)) return null;
  return { phone: phone.replaceAll(/\D/g, ''), email: email ?? '' };
}

/**
 * The wall clock of the branch decides: the offset in `datetime` has been seen wrong around clock changes.
 * A time the clocks skip is taken as long after the gap as it lies in it; of a time they show twice the first is meant.
 */
function startOf({ date, datetime }: PlatformRecord, timeZone: string): Temporal.Instant | null {
  return timeIn(date, timeZone) ?? timeIn(datetime, timeZone);
}

/** NOTE: a time that is said to be UTC has no offset that could be wrong. */
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

/** `2026-01-18T12:36:27+0300`, or nothing. */
function momentOf(text: string | null): Temporal.Instant | null {
  try {
    return text === null ? null : Temporal.Instant.from(text);
  } catch {
    return null;
  }
}

function sumOf({ services }: PlatformRecord): number {
  return services.reduce((sum, line) => sum + (line.cost_to_pay ?? line.cost ?? 0) * (line.amount ?? 1), 0);
}

/** NOTE: `84912345678` is a number in Vietnam; read as one of the cabinet's country it would be one in Ryazan. */
function phoneOf(phone: string | null, { phones }: Pick<VendorProfile, 'phones'>): string | null {
  if (phone === null || phones === 'russian' || phone.startsWith('+')) return phone;
  const digits = phone.replaceAll(/\D/g, '').replace(/^00/, '');
  return digits.length >= 8 ? `+${digits}` : phone;
}

/** Placeholders that mean nobody knows. */
const UNKNOWN_BIRTH_DATES = ['1900-01-01', '1970-01-01', '0000-00-00'];

function birthDateOf(text: string): string | null {
  const isDate = z.iso.date().safeParse(text).success;
  return isDate && !UNKNOWN_BIRTH_DATES.includes(text) ? text : null;
}
