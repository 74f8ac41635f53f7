import type { Rehearsal, RehearsalSummary } from '#contract/rehearsal/calls.ts';
import { DECISION_RULES } from '#contract/delivery/rules.ts';
import { wordsIn } from '#web/lib/api/known.ts';

type DecisionRule = (typeof DECISION_RULES)[number];

/** How fast customers are looked at, in a second, and how many seconds are left; null before anything can be said. */
export function paceOf(
  { startedAt, done, total }: Pick<Rehearsal, 'startedAt' | 'done' | 'total'>,
  now: number,
): { perSecond: number; secondsLeft: number } | null {
  const seconds = (now - Date.parse(startedAt)) / 1_000;
  if (done === 0 || seconds <= 0) return null;
  const perSecond = done / seconds;
  return { perSecond, secondsLeft: Math.ceil((total - done) / perSecond) };
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** About how long so many seconds are, in minutes from one minute on and in hours from two hours on. */
export function about(seconds: number): { count: number; unit: 'second' | 'minute' | 'hour' } {
  if (seconds < MINUTE_S) return { count: seconds, unit: 'second' };
  if (seconds < 2 * HOUR_S) return { count: Math.ceil(seconds / MINUTE_S), unit: 'minute' };
  return { count: Math.round(seconds / HOUR_S), unit: 'hour' };
}

/** Days the balance lasts when so many messages leave in so many days; null when none leaves. */
export function daysLeft(messagesLeft: number, sent: number, days: number): number | null {
  return sent === 0 ? null : Math.floor(messagesLeft / (sent / days));
}

/** Reasons against messages, the most frequent first. */
export function reasonsOf({ skippedByRule }: Pick<RehearsalSummary, 'skippedByRule'>): {
  rule: DecisionRule;
  count: number;
}[] {
  return wordsIn(DECISION_RULES, Object.keys(skippedByRule))
    .map((rule) => ({ rule, count: skippedByRule[rule] ?? 0 }))
    .toSorted((one, other) => other.count - one.count || one.rule.localeCompare(other.rule));
}

export type DayBar = RehearsalSummary['byDay'][number];

const DAY_MS = 86_400_000;

/**
 * A bar for each day of the period, the empty ones too.
 *
 * @param first day of the period, `2026-11-21`
 * @param last day of the period
 */
export function barsOf({ byDay }: Pick<RehearsalSummary, 'byDay'>, first: string, last: string): DayBar[] {
  const known = new Map(byDay.map((bar) => [bar.day, bar]));
  const [start, end] = [Date.parse(`${first}T00:00:00Z`), Date.parse(`${last}T00:00:00Z`)];
  return Array.from({ length: Math.max(0, Math.round((end - start) / DAY_MS)) + 1 }, (_, index) => {
    const day = new Date(start + index * DAY_MS).toISOString().slice(0, 10);
    return known.get(day) ?? { day, sent: 0, skipped: 0 };
  });
}
