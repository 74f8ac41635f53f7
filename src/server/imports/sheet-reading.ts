import { buffer } from 'node:stream/consumers';
import type { ImportFormat } from '#contract/imports/calls.ts';
import { readCsv } from '#server/platform/files/csv-reading.ts';
import type { ReadFile } from '#server/platform/isolated-readers/reader.ts';
import { readXlsx } from '#server/platform/files/xlsx-reading.ts';

/** The longest cell of spreadsheet programs; the rest of a longer one is left out. */
const LONGEST_CELL = 32_767;

/**
 * Reads the rows of a file, without those that are empty. A workbook is read whole into memory, text in pieces. This is
 * the module of `sheetReader` and runs in its process.
 *
 * @param format null for a workbook
 * @throws UnreadableFile
 */
export const read: ReadFile<ImportFormat | null, string[]> = async function* (file, format) {
  const rows = format ? readCsv(file, format) : readXlsx(await buffer(file));
  for await (const row of rows) {
    const cells = row.map(cleaned);
    if (cells.some((cell) => cell.trim() !== '')) yield cells;
  }
};

const cleaned = (cell: string): string =>
  cell === '' ? cell : cell.slice(0, LONGEST_CELL).toWellFormed().replaceAll('\0', '');
