import type { ReplyOf } from '#contract/endpoint.ts';
import type { countSkips } from '#contract/insights/calls.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';

type Counted = ReplyOf<typeof countSkips>;

/** Colour-blind-safe palette (Okabe and Ito) for light and dark backgrounds; the last colour is for all others. */
export const SKIP_COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#8a8f98'] as const;

/** Number of reasons with a colour of their own. */
const NAMED = SKIP_COLOURS.length - 1;
/** More days than this are shown by weeks. */
const MAX_DAYS = 92;

/** One reason of the period. `rules` has several where reasons are shown together. */
export type SkipReason = { key: string; rules: DecisionRule[]; count: number; colour: string };

/** One bar: a day or a week, both ends included, and how often by each reason's key. */
export type SkipBar = { from: string; to: string; counts: Record<string, number> };

/** How often by each reason, the most frequent first. */
export function countReasons({ counts }: Pick<Counted, 'counts'>): { rule: DecisionRule; count: number }[] {
  const byRule = Map.groupBy(counts, ({ rule }) => rule);
  return [...byRule]
    .map(([rule, ofRule]) => ({ rule, count: ofRule.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((a, b) => b.count - a.count || a.rule.localeCompare(b.rule));
}

/** The reasons of a chart: as many as there are colours, and the rest as one. */
export function reasonsOf(counted: Pick<Counted, 'counts'>): SkipReason[] {
  const reasons = countReasons(counted);
  const isCut = reasons.length > NAMED;
  const named = isCut ? reasons.slice(0, NAMED) : reasons;
  const others = isCut ? reasons.slice(NAMED) : [];
  const other = SKIP_COLOURS[NAMED] ?? '';
  return [
    ...named.map(({ rule, count }, index) => ({
      key: rule,
      rules: [rule],
      count,
      colour: SKIP_COLOURS[index] ?? other,
    })),
    ...(others.length > 0
      ? [
          {
            key: 'other',
            rules: others.map(({ rule }) => rule),
            count: others.reduce((sum, { count }) => sum + count, 0),
            colour: other,
          },
        ]
      : []),
  ];
}

/** Bars of a period, the empty ones too: days, or weeks where there are many. */
export function barsOf(
  { from, to, counts }: Pick<Counted, 'from' | 'to' | 'counts'>,
  reasons: readonly SkipReason[],
): SkipBar[] {
  const days = daysBetween(from, to);
  const size = days.length > MAX_DAYS ? 7 : 1;
  const bars: SkipBar[] = [];
  // NOTE: weeks are counted back from the last day, so that the latest is whole.
  for (let end = days.length; end > 0; end -= size) {
    const ofBar = days.slice(Math.max(0, end - size), end);
    bars.unshift({ from: ofBar[0] ?? from, to: ofBar.at(-1) ?? to, counts: {} });
  }
  const keyByRule = new Map(reasons.flatMap(({ key, rules }) => rules.map((rule) => [rule, key] as const)));
  for (const { day, rule, count } of counts) {
    const bar = bars.find((one) => one.from <= day && day <= one.to);
    const key = keyByRule.get(rule);
    if (bar && key) bar.counts[key] = (bar.counts[key] ?? 0) + count;
  }
  return bars;
}

/** Returns the first day whose verdicts are stored: whole months are deleted. */
export function retainedSince(today: string, months: number): string {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months)).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;

function daysBetween(from: string, to: string): string[] {
  const start = Date.parse(`${from}T00:00:00Z`);
  const count = Math.round((Date.parse(`${to}T00:00:00Z`) - start) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) => dayOf(start + index * DAY_MS));
}

/** Returns the date `days` days before a date. */
export function daysBefore(day: string, count: number): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) - count * DAY_MS);
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
