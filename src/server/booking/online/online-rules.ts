import { z } from 'zod';
import type { TableTerms } from '#contract/booking/buttons.ts';
import { MasterId, ServiceId } from '#contract/visits/calls.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { normalisePhone } from '#server/tenants/rules.ts';
import type { BookableMaster, BookableService, Performer } from '#server/visits/appointments/bookable-rules.ts';
import type { FreeTime } from '#server/visits/appointments/free-times-actions.ts';

const DAYS_IN_STRIP = 7;
const LONGEST_NAME = 80;
/** A master whose time was taken meanwhile is followed by the next who is free then. */
const MASTERS_TRIED = 3;

const Day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .transform((text) => dayIn(text));
const Moment = z
  .string()
  .max(40)
  .transform((text) => momentIn(text));

/** The choices in the address of a booking page; what is not one of ours is left out. */
export const OnlineChoice = z.object({
  service: ServiceId.nullable().catch(null),
  /** `any`: any master who is free. */
  master: z
    .union([z.literal('any'), MasterId])
    .nullable()
    .catch(null),
  day: Day.nullable().catch(null),
  /** Days before this one were searched and had no times. */
  from: Day.nullable().catch(null),
  at: Moment.nullable().catch(null),
});
export type OnlineChoice = z.infer<typeof OnlineChoice>;

function dayIn(text: string): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' });
  } catch {
    return null;
  }
}

function momentIn(text: string): Temporal.Instant | null {
  try {
    return Temporal.Instant.from(text);
  } catch {
    return null;
  }
}

/** The days of a page, by the branch's calendar. */
export type OnlineDays = { first: Temporal.PlainDate; last: Temporal.PlainDate };
type DayConditions = { terms: Pick<TableTerms, 'daysAhead' | 'leadMinutes'>; timeZone: string; now: Temporal.Instant };

/** Returns the first and last day that a page offers. */
export function onlineDays({ terms, timeZone, now }: DayConditions): OnlineDays {
  const first = now.add({ minutes: terms.leadMinutes }).toZonedDateTimeISO(timeZone).toPlainDate();
  const last = now.toZonedDateTimeISO(timeZone).toPlainDate().add({ days: terms.daysAhead });
  return { first, last: isLater(first, last) ? first : last };
}

/** A day between the first and the last. */
export function withinDays(day: Temporal.PlainDate | null, { first, last }: OnlineDays): Temporal.PlainDate | null {
  return day && !isLater(first, day) && !isLater(day, last) ? day : null;
}

/** The days that are shown around one, and the days from which those before and after are shown. */
export function stripOf(
  day: Temporal.PlainDate,
  { first, last }: OnlineDays,
): { days: Temporal.PlainDate[]; before: Temporal.PlainDate | null; after: Temporal.PlainDate | null } {
  const past = Math.max(0, first.until(day, { largestUnit: 'day' }).days);
  const start = first.add({ days: past - (past % DAYS_IN_STRIP) });
  const days = Array.from({ length: DAYS_IN_STRIP }, (_, n) => start.add({ days: n })).filter(
    (one) => !isLater(one, last),
  );
  const after = start.add({ days: DAYS_IN_STRIP });
  return {
    days,
    before: isLater(start, first) ? start.subtract({ days: DAYS_IN_STRIP }) : null,
    after: isLater(after, last) ? null : after,
  };
}

/** Leaves the times that the owner's terms allow. */
export function offeredTimes(times: readonly FreeTime[], conditions: DayConditions): FreeTime[] {
  const { terms, timeZone, now } = conditions;
  const soonest = now.add({ minutes: terms.leadMinutes });
  const days = onlineDays(conditions);
  return times.filter(
    ({ startsAt }) =>
      !isAfter(soonest, startsAt) && withinDays(startsAt.toZonedDateTimeISO(timeZone).toPlainDate(), days) !== null,
  );
}

/** The starts of a day, each once however many masters are free then. */
export function startsOn(times: readonly FreeTime[], day: Temporal.PlainDate, timeZone: string): Temporal.Instant[] {
  const starts = new Map<string, Temporal.Instant>();
  for (const { startsAt } of times)
    if (startsAt.toZonedDateTimeISO(timeZone).toPlainDate().equals(day)) starts.set(startsAt.toString(), startsAt);
  return [...starts.values()];
}

/** The masters who are free at a time, in the order in which they are tried. */
export function freeMastersAt(
  times: readonly FreeTime[],
  at: Temporal.Instant,
): { masterId: MasterId; minutes: number }[] {
  return times
    .filter(({ startsAt }) => startsAt.equals(at))
    .slice(0, MASTERS_TRIED)
    .map(({ master, minutes }) => ({ masterId: master.id, minutes }));
}

/** Services by their category, in the order in which they come. */
export function servicesByCategory(services: readonly BookableService[]): Map<string, BookableService[]> {
  const groups = new Map<string, BookableService[]>();
  for (const service of services) groups.getOrInsertComputed(service.categoryTitle ?? '', () => []).push(service);
  return groups;
}

/** The performers that a choice leaves; null: it is to be made yet. A single performer is no choice. */
export function chosenPerformers(
  performers: readonly Performer[],
  master: OnlineChoice['master'],
): { performers: readonly Performer[]; master: BookableMaster | null } | null {
  const [only] = performers;
  if (only && performers.length === 1) return { performers, master: only.master };
  if (master === 'any') return { performers, master: null };
  const chosen = performers.find((performer) => performer.master.id === master);
  return chosen ? { performers: [chosen], master: chosen.master } : null;
}

/** The form as a visitor filled it in. @property country ISO code of the phone's country */
export type OnlineForm = { name: string; phone: string; country: string };
export type OnlineField = 'name' | 'phone';

/** Checks a form. @returns who books, or the fields that are wrong */
export function readOnlineForm({
  name,
  phone,
  country,
}: OnlineForm): { client: { name: string; phone: string } } | { wrong: ReadonlySet<OnlineField> } {
  const wrong = new Set<OnlineField>();
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > LONGEST_NAME) wrong.add('name');
  const normal = normalisePhone(phone, country);
  if (!normal) wrong.add('phone');
  return wrong.size === 0 && normal ? { client: { name: trimmed, phone: normal } } : { wrong };
}

function isLater(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) > 0;
}
