import type { Cohort } from '#contract/insights/cohorts.ts';

/** Figures that a cell of the cohorts may show. */
export const COHORT_FIGURES = ['people', 'share', 'visits', 'money', 'total'] as const;
export type CohortFigure = (typeof COHORT_FIGURES)[number];

export type Cell = {
  offset: number;
  people: number;
  value: number;
  /** 0 to 1, of the largest in the table. */ tone: number;
};

/** Below this a share is a matter of chance. */
export const FEW_PEOPLE = 20;

/**
 * Computes the figures of all cells, months without a visit included.
 *
 * @param thisMonth the last month that has begun, as `2026-11`
 */
export function cellsOf(
  cohorts: readonly Cohort[],
  figure: CohortFigure,
  thisMonth: string,
): { cohort: Cohort; cells: Cell[] }[] {
  const rows = cohorts.map((cohort) => ({ cohort, cells: rowOf(cohort, figure, thisMonth) }));
  const later = rows.flatMap(({ cells }) => cells.filter(({ offset }) => offset > 0 || !isShareLike(figure)));
  const largest = Math.max(0, ...later.map(({ value }) => value));
  return rows.map(({ cohort, cells }) => ({
    cohort,
    cells: cells.map((cell) => ({ ...cell, tone: largest > 0 ? Math.min(1, cell.value / largest) : 0 })),
  }));
}

/** The first month is all of the cohort: it would outshine the others. */
const isShareLike = (figure: CohortFigure) => figure === 'people' || figure === 'share';

function rowOf(cohort: Cohort, figure: CohortFigure, thisMonth: string): Cell[] {
  const months = monthsBetween(cohort.month, thisMonth) + 1;
  let sum = 0;
  return Array.from({ length: Math.max(1, months) }, (_, offset) => {
    const cell = cohort.cells.find((one) => one.offset === offset);
    sum += cell?.spentMinor ?? 0;
    const values: Record<CohortFigure, number> = {
      people: cell?.people ?? 0,
      share: cohort.people > 0 ? (cell?.people ?? 0) / cohort.people : 0,
      visits: cell?.visits ?? 0,
      money: cell?.spentMinor ?? 0,
      total: sum,
    };
    return { offset, people: cell?.people ?? 0, value: values[figure], tone: 0 };
  });
}

/** Number of months from one to another, both as `2026-11`. */
export function monthsBetween(from: string, to: string): number {
  const index = (month: string) => {
    const [year = 0, number = 1] = month.split('-').map(Number);
    return year * 12 + number;
  };
  return index(to) - index(from);
}

/** The month so many months after another, as `2026-11`. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const index = year * 12 + number - 1 + months;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}
