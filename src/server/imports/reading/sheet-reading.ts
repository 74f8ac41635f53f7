import { buffer } from 'node:stream/consumers';
import type { ImportFormat } from '#contract/imports/calls.ts';
import { decoderOf, type NumberedCells, readCsv } from '#server/platform/files/csv-reading.ts';
import type { ReadFile } from '#server/platform/isolated-readers/reader.ts';
import { isVCard, readVCards } from '#server/platform/files/vcard-reading.ts';
import { readXlsx } from '#server/platform/files/xlsx-reading.ts';

/** The longest cell of spreadsheet programs; the rest of a longer one is left out. */
const LONGEST_CELL = 32_767;

/** How a file is read: a text in its format, or a sheet of a workbook; null: the first one that is shown. */
export type SheetOptions = { format: ImportFormat | null; sheet: string | null };

/**
 * Reads the rows of a file, without those that are empty. A workbook is read whole into memory, text in pieces. This is
 * the module of `sheetReader` and runs in its process.
 *
 * @throws UnreadableFile
 */
export const read: ReadFile<SheetOptions, NumberedCells> = async function* (file, { format, sheet }) {
  const rows = format ? await readText(file, format) : readXlsx(await buffer(file), sheet);
  for await (const row of rows) {
    const cells = row.cells.map(cleaned);
    const isFormat = format !== null && row.line === 1 && /^"?sep=/i.test(cells[0] ?? '');
    if (!isFormat && cells.some((cell) => cell.trim() !== '')) yield { ...row, cells };
  }
};

/** Reads a table, or the cards of an address book. */
async function readText(file: AsyncIterable<Uint8Array>, format: ImportFormat): Promise<AsyncGenerator<NumberedCells>> {
  const chunks = file[Symbol.asyncIterator]();
  const first = await chunks.next();
  async function* all() {
    for (let next = first; !next.done; next = await chunks.next()) yield next.value;
  }
  const start = first.done ? '' : decoderOf(format.encoding).decode(first.value.subarray(0, 100));
  return isVCard(start) ? readVCards(all(), format.encoding) : readCsv(all(), format);
}

const cleaned = (cell: string): string =>
  cell === '' ? cell : cell.slice(0, LONGEST_CELL).toWellFormed().replaceAll('\0', '');
