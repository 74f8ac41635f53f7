import type { ChecklistItem } from '#contract/quality/checklists.ts';
import type { Verdict } from '#contract/quality/values.ts';

type ItemVerdict = { itemId: string; verdict: Verdict };

export type CaseScore = {
  /** From 0 to 100; null: no item applied. */
  score: number | null;
  isCriticalMissed: boolean;
  /** Items with "no". */
  missed: number;
};

/** The score of a case: the weight of "yes" among "yes" and "no". A critical "no" makes it 0; the rest is left out. */
export function scoreOf(
  items: readonly Pick<ChecklistItem, 'id' | 'weight' | 'isCritical'>[],
  verdicts: readonly ItemVerdict[],
): CaseScore {
  const byItem = new Map(verdicts.map(({ itemId, verdict }) => [itemId, verdict]));
  const judged = items.filter(({ id }) => byItem.get(id) === 'yes' || byItem.get(id) === 'no');
  const missed = judged.filter(({ id }) => byItem.get(id) === 'no');
  const isCriticalMissed = missed.some(({ isCritical }) => isCritical);
  const weight = (some: readonly Pick<ChecklistItem, 'weight'>[]) => some.reduce((sum, one) => sum + one.weight, 0);
  if (judged.length === 0) return { score: null, isCriticalMissed, missed: 0 };
  const share = (weight(judged) - weight(missed)) / weight(judged);
  return {
    score: isCriticalMissed ? 0 : Math.round(share * 10_000) / 100,
    isCriticalMissed,
    missed: missed.length,
  };
}

/** The items that are judged in a part of a talk: those of the opening in the first, those of the end in the last. */
export function itemsOfPart<Item extends Pick<ChecklistItem, 'part'>>(
  items: readonly Item[],
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): Item[] {
  const isIn = { first: isFirst, last: isLast, whole: true };
  return items.filter(({ part }) => isIn[part]);
}
