import type { AudienceConditions } from '#contract/audiences/calls.ts';
import { NO_CHANNEL, type TRAIT_FIELDS } from '#contract/audiences/values.ts';
import type { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import type { Language } from '#contract/primitives.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { type CustomerTraits, isOpen } from '#server/subjects/rules.ts';

export type TraitField = (typeof TRAIT_FIELDS)[number];

/** A connected channel. */
export type AudienceChannel = { id: ChannelId; kind: ChannelKind; reachesPhones: boolean };

/** A segment that conditions refer to; null conditions: its contacts are stored. */
export type ReferredSegment = { conditions: AudienceConditions | null };

/** Conditions with what they are compared in; see `loadAudienceQuestion`. */
export type AudienceQuestion = {
  conditions: AudienceConditions;
  now: Temporal.Instant;
  /** ISO 4217. */
  currency: string;
  /** Zone in which birthdays are counted. */
  timeZone: string;
  /** Language of contacts whose own is not known. */
  language: Language;
  channels: readonly AudienceChannel[];
  /** By id, those that segments refer to included; a deleted one is absent and has no contacts. */
  segments: ReadonlyMap<string, ReferredSegment>;
  /** Until when the contacts' sums include visits that had begun; null: none, or nothing asks for such visits. */
  summedUntil: Temporal.Instant | null;
};

type Visit = { startsAt: Temporal.Instant; status: string };
type Compared = { traits: CustomerTraits; visits: readonly Visit[]; now: Temporal.Instant };

/** A number that no range holds: there is nothing to count from. */
export const NOTHING = -1;

/** The value of a contact that a condition on the contact alone compares. */
export function traitOf(field: TraitField, { traits, visits, now }: Compared): readonly string[] | number {
  switch (field) {
    case 'segment':
      return traits.segmentIds;
    case 'rfm_group':
      return traits.rfmGroups;
    case 'language':
      return [traits.language];
    case 'reached_by':
      return traits.reachedBy.length > 0 ? traits.reachedBy : [NO_CHANNEL];
    case 'consent':
      return [traits.consent];
    case 'birth_month':
      return traits.birthday === null ? [] : [String(Math.floor(traits.birthday / 100))];
    case 'no_shows':
      return visits.filter(({ status }) => status === 'no_show').length;
    case 'next_visit':
      return [nextVisit(visits, now) ? 'booked' : 'none'];
    case 'days_to_visit':
      return daysBetween(now, nextVisit(visits, now));
    case 'orders_count':
      return traits.orders.count;
    case 'orders_sum':
      return traits.orders.sum;
    case 'days_since_order':
      return daysBetween(traits.orders.lastAt, now);
    case 'days_to_birthday':
      return daysToBirthday(traits, now, 1);
    case 'days_since_birthday':
      return daysToBirthday(traits, now, -1);
    case 'answered':
      return [traits.lastInboundAt ? 'ever' : 'never'];
    case 'days_since_answer':
      return daysBetween(traits.lastInboundAt, now);
    case 'days_subscribed':
      return daysBetween(traits.subscribedAt, now);
  }
}

/** Days as conditions count them: whole times 24 hours. */
function daysBetween(from: Temporal.Instant | null, to: Temporal.Instant | null): number {
  return from && to ? Math.floor(to.since(from).total('hours') / 24) : NOTHING;
}

function nextVisit(visits: readonly Visit[], now: Temporal.Instant): Temporal.Instant | null {
  const ahead = visits.filter((visit) => isOpen(visit) && isAfter(visit.startsAt, now)).map(({ startsAt }) => startsAt);
  return ahead.toSorted(Temporal.Instant.compare)[0] ?? null;
}

/** Days to the next birthday, or since the last one where the direction is negative; see `birthdayDistances`. */
function daysToBirthday({ birthday, timeZone }: CustomerTraits, now: Temporal.Instant, direction: 1 | -1): number {
  if (birthday === null) return NOTHING;
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const [month, day] = [Math.floor(birthday / 100), birthday % 100];
  const distances = [-1, 0, 1].map(
    (years) => direction * today.until({ year: today.year + years, month, day }).total('days'),
  );
  return Math.min(...distances.filter((days) => days >= 0));
}

/**
 * Days from today to each birthday, which is a month and day as in `contacts.birthday`; back to it where the direction is
 * negative. Those born on February 29 celebrate on the 28th in other years.
 */
export function birthdayDistances(today: Temporal.PlainDate, direction: 1 | -1): Map<number, number> {
  const distances = new Map<number, number>();
  for (let days = 0; days <= 366; days += 1) {
    const day = today.add({ days: days * direction });
    const birthdays = [day.month * 100 + day.day];
    if (day.month === 2 && day.day === 28 && !day.inLeapYear) birthdays.push(229);
    for (const birthday of birthdays) if (!distances.has(birthday)) distances.set(birthday, days);
  }
  return distances;
}
