import type { TimelineItem } from '#contract/insights/calls.ts';

/** A fold needs the room of one row, so it hides at least two. */
const FEWEST_HIDDEN = 2;

export type Line = { kind: 'item'; item: TimelineItem } | { kind: 'fold'; id: string; items: TimelineItem[] };

/**
 * Lines of a day. Of decisions against a message that stand under each other the first for each reason is shown and
 * the rest folded: an order that goes through its statuses is decided about by every flow of orders, and what did
 * come would be lost among what did not.
 */
export function foldedLines(items: readonly TimelineItem[]): Line[] {
  return runsOf(items).flatMap((run): Line[] => {
    const byRule = Map.groupBy(run, (item) => (item.type === 'verdict' ? item.rule : item.id));
    const firsts = [...byRule.values()].flatMap(([first]) => first ?? []);
    const hidden = run.filter((item) => !firsts.includes(item));
    const shown = hidden.length < FEWEST_HIDDEN ? run : firsts;
    const lines = shown.map((item): Line => ({ kind: 'item', item }));
    return shown === run ? lines : [...lines, { kind: 'fold', id: hidden[0]?.id ?? '', items: hidden }];
  });
}

/** Neighbours of one type. */
function runsOf(items: readonly TimelineItem[]): TimelineItem[][] {
  const runs: TimelineItem[][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last?.[0]?.type === item.type) last.push(item);
    else runs.push([item]);
  }
  return runs;
}
