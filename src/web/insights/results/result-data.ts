import type { VisitCounts } from '#contract/insights/results.ts';
import { textIn } from '#web/lib/api/known.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A day in the address; undefined for anything else. */
export function dayIn(value: unknown): string | undefined {
  const day = textIn(value)?.match(DAY)?.[0];
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : undefined;
}

/** The share of those who did not come, of all who came or should have; null where nobody was to come. */
export function noShowShare({ attended, noShow }: Pick<VisitCounts, 'attended' | 'noShow'>): number | null {
  return attended + noShow === 0 ? null : noShow / (attended + noShow);
}

/** Visits that would have been missed at the earlier share; null where there is nothing to compare or it did not fall. */
export function visitsSaved(before: Parameters<typeof noShowShare>[0], after: Parameters<typeof noShowShare>[0]) {
  const [earlier, now] = [noShowShare(before), noShowShare(after)];
  if (earlier === null || now === null) return null;
  const saved = Math.round((earlier - now) * (after.attended + after.noShow));
  return saved > 0 ? saved : null;
}
