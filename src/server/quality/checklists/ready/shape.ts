import type { ChecklistItem } from '#contract/quality/checklists.ts';
import type { ChecklistTrade } from '#contract/quality/values.ts';

/** An item of a ready checklist; what is left out is usual: weight 1, not critical, the whole talk, may not apply. */
export type ReadyItem = { words: string; causes?: string[] } & Partial<
  Pick<ChecklistItem, 'weight' | 'isCritical' | 'mayNotApply' | 'part'>
>;

export type ReadyTexts = {
  titles: Record<ChecklistTrade, string>;
  /** Items of every trade, before and after its own. */
  opening: ReadyItem[];
  closing: ReadyItem[];
  items: Record<ChecklistTrade, ReadyItem[]>;
};
