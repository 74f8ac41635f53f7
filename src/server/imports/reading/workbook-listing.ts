import { buffer } from 'node:stream/consumers';
import { MAX_SHEETS } from '#contract/imports/values.ts';
import type { ReadFile } from '#server/platform/isolated-readers/reader.ts';
import { listSheets, type Sheet } from '#server/platform/files/xlsx-reading.ts';

/** Rows by which a sheet of contacts is found. */
const FIRST_ROWS = 30;
const MAX_CELLS = 100;
const LONGEST_CELL = 200;

export type ListedSheet = Sheet & { rows: string[][] };

/** Lists the sheets of a workbook with their first rows. This is the module of `workbookReader` and runs in its process. */
export const read: ReadFile<null, ListedSheet> = async function* (file) {
  for await (const sheet of listSheets(await buffer(file), { most: MAX_SHEETS, rows: FIRST_ROWS })) {
    const rows = sheet.rows.map((cells) =>
      cells.slice(0, MAX_CELLS).map((cell) => cell.slice(0, LONGEST_CELL).toWellFormed()),
    );
    yield { ...sheet, name: sheet.name.slice(0, LONGEST_CELL).toWellFormed(), rows };
  }
};
