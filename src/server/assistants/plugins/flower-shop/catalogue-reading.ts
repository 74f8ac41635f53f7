import { buffer } from 'node:stream/consumers';
import { inferDelimiter, isTable } from '#server/imports/format-rules.ts';
import { type NumberedCells, readCsv } from '#server/platform/files/csv-reading.ts';
import { readXlsx } from '#server/platform/files/xlsx-reading.ts';
import { readXml } from '#server/platform/files/xml-reading.ts';
import type { ReadFile } from '#server/platform/isolated-readers/reader.ts';
import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';
import { columnsOf } from './catalogue-columns-rules.ts';
import type { CatalogueRow, ReadPart } from './catalogue-reader.ts';
import { offerReader } from './yml-rules.ts';

/** The row that names the columns is one of the first. */
const MOST_ROWS_ABOVE = 10;
const LONGEST_CELL = 4_000;

/**
 * Reads a catalogue of goods: YML (Yandex Market), CSV or XLSX, distinguished by their content. This is the module of
 * `catalogueReader`.
 *
 * @throws UnreadableFile
 */
export const read: ReadFile<null, ReadPart> = async function* (file) {
  const bytes = await buffer(file);
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return yield* rowsOf(readXlsx(bytes));
  const text = textOf(bytes);
  if (/^\s*</.test(text)) return yield* offersOf(text);
  if (!isTable(text)) throw new UnreadableFile('wrong_type', 'It is neither YML nor a table');
  const format = { encoding: 'utf-8', delimiter: inferDelimiter(text.slice(0, 65_536)) };
  yield* rowsOf(readCsv(inPieces(text), format));
};

/** Decodes by the mark or the declaration of the file; else UTF-8 where it is valid, else Windows-1251. */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  const declared = /^<\?xml[^>]*encoding=["']([\w-]+)["']/i.exec(bytes.subarray(0, 200).toString('latin1'))?.[1];
  if (declared && /^(?:windows-125\d|koi8-[ru]|iso-8859-\d+)$/i.test(declared))
    return new TextDecoder(declared.toLowerCase()).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}

const PIECE = 32_768;

async function* inPieces(text: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += PIECE) yield Buffer.from(text.slice(at, at + PIECE).toWellFormed());
}

async function* rowsOf(rows: AsyncIterable<NumberedCells>): AsyncGenerator<ReadPart> {
  let columns: ReturnType<typeof columnsOf> = null;
  let above = 0;
  for await (const { line, cells } of rows) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (!columns) {
      columns = columnsOf(cells);
      above += 1;
      if (!columns && above >= MOST_ROWS_ABOVE) break;
      continue;
    }
    const found = columns;
    const cell = (column: keyof Omit<CatalogueRow, 'kind' | 'line'>) =>
      (cells[found.get(column) ?? -1] ?? '').slice(0, LONGEST_CELL).trim();
    yield {
      kind: 'row',
      line,
      sku: cell('sku'),
      title: cell('title'),
      description: cell('description'),
      category: cell('category'),
      price: cell('price'),
      currency: cell('currency'),
      available: cell('available'),
      picture: cell('picture'),
    };
  }
  if (!columns) yield { kind: 'no_columns' };
}

/** Names of characters that HTML has and XML has not, which shops write in descriptions. */
const ENTITIES: Readonly<Record<string, string>> = {
  nbsp: ' ',
  laquo: '«',
  raquo: '»',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  deg: '°',
  times: '×',
  bull: '•',
};

async function* offersOf(text: string): AsyncGenerator<ReadPart> {
  // NOTE: YML names a document type, which is never loaded; one that declares something itself is refused by the parser
  const plain = text
    .replace(/^\s*/, '')
    .replace(/<!DOCTYPE[^>[]*>/i, '')
    .replaceAll(/&([a-z]+);/gi, (written, name: string) => ENTITIES[name.toLowerCase()] ?? written);
  const reader = offerReader();
  for await (const _ of readXml(inPieces(plain), reader.handler)) yield* reader.take();
  if (!reader.isYml()) throw new UnreadableFile('wrong_type', 'It is no YML');
}
