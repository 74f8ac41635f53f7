import type { RfmCell } from '#contract/audiences/rfm.ts';
import { FEW_PEOPLE } from '#web/insights/returning/cohort-data.ts';

/** Columns from left to right, and rows from above. */
export const RECENCIES = [1, 2, 3, 4] as const;
export const FREQUENCIES = [3, 2, 1] as const;

export type Recency = (typeof RECENCIES)[number];
export type Frequency = (typeof FREQUENCIES)[number];

/** Below this a cell says little. */
const FEW_IN_CELL = 5;

export type GridCell = {
  recency: Recency;
  frequency: Frequency;
  people: number;
  spentMinor: number;
  /** Null: there are too few people for shares. */
  share: number | null;
  /** 0 to 1, of the largest; 0 where there are few. */
  tone: number;
};

/** Arranges the cells in rows, those without people included. */
export function gridOf(cells: readonly RfmCell[], people: number): GridCell[][] {
  const largest = Math.max(1, ...cells.map((cell) => cell.people));
  return FREQUENCIES.map((frequency) =>
    RECENCIES.map((recency) => {
      const cell = cells.find((one) => one.recency === recency && one.frequency === frequency);
      const count = cell?.people ?? 0;
      return {
        recency,
        frequency,
        people: count,
        spentMinor: cell?.spentMinor ?? 0,
        share: shareOf(count, people),
        tone: count < FEW_IN_CELL ? 0 : count / largest,
      };
    }),
  );
}

/** @returns null where a share would be a matter of chance */
export const shareOf = (count: number, people: number): number | null => (people < FEW_PEOPLE ? null : count / people);

/** Reads a number with a decimal point or comma; NaN where there is none. */
export const decimalIn = (text: string): number =>
  /^\s*\d{1,4}(?:[.,]\d{0,3})?\s*$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
