import type { ImportColumn } from '#contract/imports/calls.ts';

/** Where a corrected file has the columns of an import (-1: nowhere), and the numbers of the rejected rows. */
export type CorrectionPlaces = { columns: number[]; rowNumber: number | null };

/**
 * Finds the columns of an import in a corrected file: by their titles, or by their places where the titles differ. The
 * numbers of rows stand in the last other column of whole numbers.
 */
export function findPlaces(
  columns: readonly Pick<ImportColumn, 'title' | 'field'>[],
  titles: readonly string[],
  sample: readonly (readonly string[])[],
): CorrectionPlaces {
  const offered = titles.map(bare);
  const byTitle = columns.map(({ title }, index) => {
    const same = offered.flatMap((one, at) => (title && one === bare(title) ? at : []));
    return same.includes(index) ? index : (same[0] ?? -1);
  });
  const isKnown = columns.some(({ field }, index) => field === 'phone' && byTitle[index] !== -1);
  const found = isKnown ? byTitle : columns.map((_column, index) => index);
  const width = Math.max(titles.length, ...sample.map(({ length }) => length), 0);
  const others = Array.from({ length: width }, (_, at) => at).filter((at) => !found.includes(at));
  const isNumbers = (at: number) => {
    const cells = sample.flatMap((row) => row[at]?.trim() || []);
    return cells.length > 0 && cells.every((cell) => /^\d{1,7}$/.test(cell));
  };
  return { columns: found, rowNumber: others.findLast(isNumbers) ?? null };
}

const bare = (title: string): string => title.trim().toLowerCase();

/** The cells of a corrected row in the order of the import, and the number of the row that it replaces. */
export function readCorrection(
  row: readonly string[],
  { columns, rowNumber }: CorrectionPlaces,
): { cells: string[]; replaces: number | null } {
  const number = rowNumber === null ? '' : (row[rowNumber]?.trim() ?? '');
  return {
    cells: columns.map((at) => (at === -1 ? '' : (row[at] ?? ''))),
    replaces: /^\d{1,7}$/.test(number) ? Number(number) : null,
  };
}
