import { type Ability, ABILITIES, tariffOf } from '#contract/billing/tariffs.ts';
import { isAfter, isBefore } from '#server/platform/values/instant-rules.ts';

/** A period of a tariff that was paid for. */
export type PaidTariff = {
  id: string;
  tariffId: number;
  units: number;
  /** Ids of the things that the units are for; empty or absent: units alone. */
  itemIds?: readonly string[] | undefined;
  beginsAt: Temporal.Instant;
  endsAt: Temporal.Instant;
};

/** The period in which a cabinet has everything: its trial, or what the operator gave; null never ends. */
export type OpenPeriod = { paidUntil: Temporal.Instant | null; isTrial: boolean };

/** The abilities of a cabinet, and their end. */
export type Entitlements = {
  abilities: readonly Ability[];
  /** - `free`: everything, without end · `trial` · `active`: something is paid for · `expired`: nothing is. */
  state: 'free' | 'trial' | 'active' | 'expired';
  /** The end of what lasts longest; of what ended last, when nothing is left; null never ends. */
  until: Temporal.Instant | null;
  /** Whether nothing was ever paid. */
  isTrial: boolean;
  /** The next end of a tariff, or of the period with everything; null when there is none ahead. */
  nextEnd: Temporal.Instant | null;
};

/**
 * Computes what a cabinet may use now. Tariffs add up; each ends by itself.
 *
 * @param grace periods in which a tariff goes on although its renewal was not paid for yet
 */
export function entitlementsOf(
  { paidUntil, isTrial }: OpenPeriod,
  paid: readonly PaidTariff[],
  now: Temporal.Instant,
  grace: readonly Omit<PaidTariff, 'id'>[] = [],
): Entitlements {
  if (paidUntil === null) return { abilities: ABILITIES, state: 'free', until: null, isTrial: false, nextEnd: null };
  const isOpen = isBefore(now, paidUntil);
  const periods = [...paid, ...grace];
  const active = periods.filter((one) => !isBefore(now, one.beginsAt) && isBefore(now, one.endsAt));
  const given = new Set(active.flatMap(({ tariffId }) => tariffOf(tariffId)?.abilities ?? []));
  const ends = [...lastEnds(periods).values(), paidUntil];
  const ahead = ends.filter((end) => isAfter(end, now));
  return {
    abilities: isOpen ? ABILITIES : ABILITIES.filter((ability) => given.has(ability)),
    state: stateOf({ isPaid: active.length > 0, isOpen, isTrial }),
    until: ends.toSorted(Temporal.Instant.compare).at(-1) ?? null,
    isTrial: isTrial && paid.length === 0,
    nextEnd: ahead.toSorted(Temporal.Instant.compare)[0] ?? null,
  };
}

function stateOf(is: { isPaid: boolean; isOpen: boolean; isTrial: boolean }): Entitlements['state'] {
  if (is.isPaid) return 'active';
  if (!is.isOpen) return 'expired';
  return is.isTrial ? 'trial' : 'active';
}

/** Where each tariff ends, by its id: periods of one tariff follow each other. */
export function lastEnds(paid: readonly Pick<PaidTariff, 'tariffId' | 'endsAt'>[]): Map<number, Temporal.Instant> {
  const ends = new Map<number, Temporal.Instant>();
  for (const { tariffId, endsAt } of paid) {
    const known = ends.get(tariffId);
    if (!known || isAfter(endsAt, known)) ends.set(tariffId, endsAt);
  }
  return ends;
}

/**
 * The period of a new payment: it begins where the tariff's last one ends, at the earliest now; in the days of grace, where they began.
 *
 * @param timeZone IANA, in which months are counted
 */
export function nextPeriod(
  lastEnd: Temporal.Instant | undefined,
  {
    months,
    now,
    timeZone,
    graceFrom,
  }: { months: number; now: Temporal.Instant; timeZone: string; graceFrom?: Temporal.Instant | undefined },
): { beginsAt: Temporal.Instant; endsAt: Temporal.Instant } {
  const beginsAt = lastEnd && isAfter(lastEnd, now) ? lastEnd : (graceFrom ?? now);
  return { beginsAt, endsAt: beginsAt.toZonedDateTimeISO(timeZone).add({ months }).toInstant() };
}

/**
 * How many months of a period have begun, the first at once; those of a period that has not begun are none.
 *
 * @param timeZone IANA, in which months are counted
 */
export function monthsStarted(
  { beginsAt, endsAt }: Pick<PaidTariff, 'beginsAt' | 'endsAt'>,
  { now, timeZone }: { now: Temporal.Instant; timeZone: string },
): number {
  if (isBefore(now, beginsAt)) return 0;
  const start = beginsAt.toZonedDateTimeISO(timeZone);
  for (let months = 1; ; months += 1) {
    const next = start.add({ months }).toInstant();
    if (isAfter(next, now) || !isBefore(next, endsAt)) return months;
  }
}
