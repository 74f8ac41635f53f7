import type { Language } from '#contract/primitives.ts';
import { oneLine, sumIn, timeOf } from '#server/texts/content/format-rules.ts';
import type { Bookable, BookableMaster, BookableService } from '#server/visits/appointments/bookable-rules.ts';
import type { VisitFactsForFlow } from '#server/visits/storage/rules.ts';

/**
 * Why a call did nothing.
 * - `taken`: the time is not free. `yours`: the contact's own visit is then.
 * - `not_offered`: no such service or master, or not with this master.
 * - `which_service`, `which_visit`: several are meant, or none.
 * - `too_late`: too short before the visit. `past`: the time is over.
 * - `wrong_phone`: what the contact gave is no phone number.
 * - `unsupported`: a person has to do it. `failed`: the booking system did not answer, or refused.
 */
export type RefusalReason =
  | 'taken'
  | 'yours'
  | 'not_offered'
  | 'needs_service'
  | 'which_service'
  | 'needs_time'
  | 'needs_name'
  | 'needs_phone'
  | 'wrong_phone'
  | 'which_visit'
  | 'too_late'
  | 'past'
  | 'unsupported'
  | 'failed';

/** A refused call. `next` is the model's next step in English; the lists have the choices. */
export type Refused = {
  ok: false;
  reason: RefusalReason;
  next: string;
  times?: ShownTime[];
  services?: ShownService[];
  masters?: ShownMaster[];
  visits?: ShownVisit[];
};

export type ShownService = {
  service_id: string;
  title: string;
  category: string | null;
  price: string | null;
  minutes: number | null;
  branch?: string;
};
export type ShownMaster = { master_id: string; name: string; specialization: string | null; branch?: string };
/** Day as `YYYY-MM-DD` and time as `HH:MM` of the branch; the weekday is in English. */
export type ShownMoment = { day: string; weekday: string; time: string };
export type ShownTime = ShownMoment & { service: string; master: string; master_id: string };
export type ShownVisit = ShownMoment & {
  visit_id: string;
  service: string;
  /** As find_times takes it: titles are not unique among branches. */
  service_id: string | null;
  master: string | null;
  master_id: string | null;
  price: string | null;
  minutes: number;
  status: 'booked' | 'confirmed' | 'cancelled';
  branch: string;
  address: string | null;
};

const NEXT: Readonly<Record<RefusalReason, string>> = {
  taken: 'This time is not free: offer the client the times listed here, or call find_times for another day.',
  yours: 'The client has this visit already: tell them, and do not book it again.',
  not_offered: 'This is not offered: tell the client, and suggest what list_services or list_masters returns.',
  needs_service: 'Ask the client which service they want; list_services has them.',
  which_service: 'Ask the client which of these services they want, then call again with its service_id.',
  needs_time: 'Ask the client for the day and time, then call again with them as YYYY-MM-DD HH:MM.',
  needs_name: 'Ask the client for their name, then call again with it.',
  needs_phone: 'A visit needs a phone number: ask the client for theirs, then call again with it.',
  wrong_phone:
    'This is no phone number: tell the client kindly that digits seem to be missing or wrong, ask for the whole number with the country code, then call again with it.',
  which_visit: 'Ask the client which of these visits they mean, then call again with its visit_id.',
  too_late: 'It is too late for this: tell the client that only a person of the business can do it now.',
  past: 'This time is over: ask the client for another one.',
  unsupported: 'This cannot be done here: tell the client that a person of the business will do it, and hand over.',
  failed: 'Nothing was changed: tell the client that it did not work now, and hand over to a person.',
};

export function refused(reason: RefusalReason, more: Partial<Omit<Refused, 'ok' | 'reason'>> = {}): Refused {
  return { ok: false, reason, next: NEXT[reason], ...more };
}

/** Places are named where there are several. */
const branchOf = ({ branches }: Bookable, branchId: string) =>
  branches.length > 1 ? { branch: oneLine(branches.find(({ id }) => id === branchId)?.title ?? '') } : {};

export function showService(bookable: Bookable, service: BookableService, language: Language): ShownService {
  const currency = bookable.branches.find(({ id }) => id === service.branchId)?.currency ?? '';
  return {
    service_id: service.id,
    title: oneLine(service.title),
    category: service.categoryTitle === null ? null : oneLine(service.categoryTitle),
    price: priceText(service.priceMinor, currency, language),
    minutes: service.durationMinutes,
    ...branchOf(bookable, service.branchId),
  };
}

export function showMaster(bookable: Bookable, master: BookableMaster): ShownMaster {
  return {
    master_id: master.id,
    name: oneLine(master.name),
    specialization: master.specialization === null ? null : oneLine(master.specialization),
    ...branchOf(bookable, master.branchId),
  };
}

/** Titles of services that are booked together. */
export const titlesOf = (services: readonly { title: string }[]): string =>
  services.map(({ title }) => oneLine(title)).join(TOGETHER);
export const TOGETHER = ' + ';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function showMoment(at: Temporal.Instant, timeZone: string): ShownMoment {
  const wall = at.toZonedDateTimeISO(timeZone);
  return {
    day: wall.toPlainDate().toString(),
    weekday: WEEKDAYS[wall.dayOfWeek - 1] ?? '',
    time: timeOf(wall),
  };
}

export function showTime(
  { startsAt, master }: { startsAt: Temporal.Instant; master: BookableMaster },
  service: string,
  timeZone: string,
): ShownTime {
  return { ...showMoment(startsAt, timeZone), service, master: oneLine(master.name), master_id: master.id };
}

/** A visit of the contact's own. */
export function showVisit(visit: VisitFactsForFlow, language: Language): ShownVisit {
  const { id, startsAt, timeZone, serviceTitles, masterName, totalMinor, currency, durationMinutes, status } = visit;
  return {
    visit_id: id,
    ...showMoment(startsAt, timeZone),
    service: titlesOf(serviceTitles.map((title) => ({ title }))),
    service_id: visit.serviceIds.join(TOGETHER) || null,
    master_id: visit.masterId,
    master: masterName === null ? null : oneLine(masterName),
    price: priceText(totalMinor, currency, language),
    minutes: durationMinutes,
    status: status === 'confirmed' || status === 'cancelled' ? status : 'booked',
    branch: oneLine(visit.branchTitle),
    address: visit.branchAddress === null ? null : oneLine(visit.branchAddress),
  };
}

export const priceText = (minor: number | null, currency: string, language: Language): string | null =>
  sumIn(minor ?? 0, currency, language) || null;

export type PartOfDay = 'morning' | 'afternoon' | 'evening';

export function partOf({ hour }: { hour: number }): PartOfDay {
  if (hour < 12) return 'morning';
  return hour < 17 ? 'afternoon' : 'evening';
}

/** Reads a day as `YYYY-MM-DD`; null when it is none. */
export function readDay(text: string): Temporal.PlainDate | null {
  const [day] = /^\d{4}-\d\d-\d\d$/.exec(text.trim()) ?? [];
  return day === undefined ? null : orNone(() => Temporal.PlainDate.from(day, { overflow: 'reject' }));
}

/** Reads `YYYY-MM-DD HH:MM` of a time zone; null when it is none. */
export function readMoment(text: string, timeZone: string): Temporal.Instant | null {
  const [, day, hour = '', minute = ''] = /^(\d{4}-\d\d-\d\d)[ T](\d{1,2}):(\d\d)(?::00)?$/.exec(text.trim()) ?? [];
  if (day === undefined) return null;
  const written = `${day}T${hour.padStart(2, '0')}:${minute}`;
  return orNone(() => Temporal.PlainDateTime.from(written).toZonedDateTime(timeZone).toInstant());
}

function orNone<Read>(read: () => Read): Read | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const MOST_TIMES_OF_DAY = 30;
const MOST_TIMES = 12;

/** Thins times out to a list of bounded length: of several days some of each, spread over it. */
export function spread<Time extends { day: string }>(times: readonly Time[]): { shown: Time[]; more: number } {
  const days = [...Map.groupBy(times, ({ day }) => day).values()];
  const most = days.length > 1 ? Math.max(2, Math.floor(MOST_TIMES / days.length)) : MOST_TIMES_OF_DAY;
  const shown = days.flatMap((own) => {
    const step = Math.max(1, own.length / most);
    return own.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).slice(0, most);
  });
  return { shown, more: times.length - shown.length };
}
