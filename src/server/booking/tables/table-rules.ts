import type { TableTerms } from '#contract/booking/buttons.ts';
import type { TableRequestStatus } from '#contract/booking/table-requests.ts';
import { isAfter, isBefore } from '#server/platform/values/instant-rules.ts';
import { type Country, normalisePhone } from '#server/tenants/rules.ts';

const STEP_MINUTES = 30;
const MINUTES_PER_DAY = 24 * 60;
const LONGEST_NAME = 80;
const LONGEST_COMMENT = 500;

/** A form for a table as the guest filled it in. */
export type TableForm = { date: string; time: string; guests: string; name: string; phone: string; comment: string };
export type TableField = keyof TableForm;

/** A table as the guest wants it. */
export type RequestedTable = {
  startsAt: Temporal.Instant;
  guests: number;
  name: string;
  /** E.164. */
  phone: string;
  comment: string;
};

/** The conditions of a form: the branch's clock, and the country of its phones. */
export type TableConditions = { terms: TableTerms; timeZone: string; now: Temporal.Instant; country: Country };

/** Lists the times that the form offers; those after midnight come last. */
export function timesOf({ opensAt, closesAt }: TableTerms): string[] {
  const from = minutesOf(opensAt);
  const until = minutesOf(closesAt);
  const length = until >= from ? until - from : until + MINUTES_PER_DAY - from;
  return Array.from({ length: Math.floor(length / STEP_MINUTES) + 1 }, (_, n) =>
    timeText((from + n * STEP_MINUTES) % MINUTES_PER_DAY),
  );
}

/** Returns the first and last day of the form. */
export function daysOf({ terms, timeZone, now }: TableConditions): {
  first: Temporal.PlainDate;
  last: Temporal.PlainDate;
} {
  const first = now.add({ minutes: terms.leadMinutes }).toZonedDateTimeISO(timeZone).toPlainDate();
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  return { first, last: today.add({ days: terms.daysAhead }) };
}

/** Checks a form. @returns the table, or the fields that are wrong */
export function readForm(
  form: TableForm,
  conditions: TableConditions,
): { wanted: RequestedTable } | { wrong: ReadonlySet<TableField> } {
  const { terms, country } = conditions;
  const wrong = new Set<TableField>();
  const startsAt = startOf(form, conditions);
  if (!startsAt) wrong.add('date');
  else if (!isOffered(startsAt, form, conditions)) wrong.add('time');
  const guests = Number(form.guests);
  if (!Number.isInteger(guests) || guests < 1 || guests > terms.mostGuests) wrong.add('guests');
  const name = form.name.trim();
  if (name === '' || name.length > LONGEST_NAME) wrong.add('name');
  const phone = normalisePhone(form.phone, country);
  if (!phone) wrong.add('phone');
  const comment = form.comment.trim();
  if (comment.length > LONGEST_COMMENT) wrong.add('comment');
  return wrong.size === 0 && startsAt && phone ? { wanted: { startsAt, guests, name, phone, comment } } : { wrong };
}

function startOf({ date, time }: TableForm, { terms, timeZone }: TableConditions): Temporal.Instant | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !timesOf(terms).includes(time)) return null;
  try {
    const day = Temporal.PlainDate.from(date, { overflow: 'reject' });
    const isNextDay = minutesOf(time) < minutesOf(terms.opensAt);
    const plain = day.add({ days: isNextDay ? 1 : 0 }).toPlainDateTime(Temporal.PlainTime.from(time));
    return plain.toZonedDateTime(timeZone).toInstant();
  } catch {
    return null;
  }
}

function isOffered(startsAt: Temporal.Instant, { date }: TableForm, conditions: TableConditions): boolean {
  const { terms, now } = conditions;
  const { last } = daysOf(conditions);
  const isLate = isBefore(startsAt, now.add({ minutes: terms.leadMinutes }));
  return !isLate && Temporal.PlainDate.compare(Temporal.PlainDate.from(date), last) <= 0;
}

/** Returns whether a guest may still cancel a request. */
export function mayCancelRequest(
  { status, startsAt }: { status: TableRequestStatus; startsAt: Temporal.Instant },
  now: Temporal.Instant,
): boolean {
  return (status === 'new' || status === 'confirmed') && isAfter(startsAt, now);
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function timeText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}
