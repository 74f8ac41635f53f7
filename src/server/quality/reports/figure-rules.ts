import type { ChecklistItem } from '#contract/quality/checklists.ts';
import type { EmployeeScore, ItemScore } from '#contract/quality/reports.ts';
import { FEWEST_FOR_PERCENT } from '#contract/quality/values.ts';
import type { EmployeeRow, ItemRow, MissedRow, QuoteRow } from './figure-queries.ts';

type Words = Pick<ChecklistItem, 'id' | 'words'>;

type Figures = {
  employees: readonly EmployeeRow[];
  quotes: readonly QuoteRow[];
  missed: readonly MissedRow[];
  items: readonly Words[];
};

/**
 * Scores of employees with their quotes, people before bots. They are ranked by score only where each has enough cases; by name
 * otherwise.
 */
export function employeeScores({ employees, quotes, missed, items }: Figures): EmployeeScore[] {
  const words = new Map(items.map(({ id, words: own }) => [id, own]));
  const scores = employees.map((row): EmployeeScore => {
    const isOwn = (one: Pick<EmployeeRow, 'employee' | 'isBot'>) =>
      one.employee === row.employee && one.isBot === row.isBot;
    const own = missed.filter(isOwn);
    const quotesOf = (verdict: QuoteRow['verdict']) =>
      quotes
        .filter((one) => isOwn(one) && one.verdict === verdict)
        .map(({ caseId, itemId, quote }) => ({ caseId, words: words.get(itemId) ?? '', quote }));
    return {
      ...row,
      best: quotesOf('yes'),
      worst: quotesOf('no'),
      mostMissed: words.get(mostFrequent(own.map(({ itemId, count }) => [itemId, count])) ?? '') ?? null,
      rootCause: mostFrequent(
        own.flatMap(({ rootCause, count }) => (rootCause === null ? [] : [[rootCause, count] as const])),
      ),
    };
  });
  return [...ranked(scores.filter(({ isBot }) => !isBot)), ...ranked(scores.filter(({ isBot }) => isBot))];
}

function ranked(scores: readonly EmployeeScore[]): EmployeeScore[] {
  const isComparable = scores.every(({ cases }) => cases >= FEWEST_FOR_PERCENT);
  return isComparable ? scores.toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1)) : [...scores];
}

/** The name with the greatest sum; null: there is none. */
function mostFrequent(counted: readonly (readonly [string, number])[]): string | null {
  const sums = new Map<string, number>();
  for (const [name, count] of counted) sums.set(name, (sums.get(name) ?? 0) + count);
  const [first] = [...sums].toSorted(([, a], [, b]) => b - a);
  return first?.[0] ?? null;
}

/** Verdicts by item, in the order of the checklist. */
export function itemScores(items: readonly Words[], rows: readonly ItemRow[]): ItemScore[] {
  const byItem = new Map(rows.map((row) => [row.itemId, row]));
  return items.map(({ id, words }) => ({
    ...(byItem.get(id) ?? { yes: 0, no: 0, na: 0, unclear: 0, judged: 0, changed: 0 }),
    itemId: id,
    words,
  }));
}
