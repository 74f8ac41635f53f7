import { buffer } from 'node:stream/consumers';
import * as XLSX from '@e965/xlsx';
import WordExtractor from 'word-extractor';
import type { ReadFile } from '#server/platform/isolated-readers/reader.ts';
import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';
import type { Block } from './blocks.ts';
import { readPowerPoint } from './powerpoint-records.ts';
import { MAX_COLUMNS, tableReader } from './tables.ts';

const MAX_ROWS = 50_000;

/**
 * Reads files of Word, Excel and PowerPoint before 2007, distinguished by their streams. Macros are not looked at. This is the
 * module of `compoundReader`.
 *
 * @throws UnreadableFile
 */
export const read: ReadFile<null, Block> = async function* (file) {
  const bytes = await buffer(file);
  const container = open(bytes);
  if (container.has('EncryptedPackage')) throw new UnreadableFile('locked', 'It is encrypted');
  if (container.has('WordDocument')) yield* readWord(bytes, container);
  else if (container.has('Workbook') || container.has('Book')) yield* readWorkbook(bytes);
  else if (container.has('PowerPoint Document')) yield* readSlides(container);
  else throw new UnreadableFile('wrong_type', 'It is no document');
};

type Container = { has(name: string): boolean; stream(name: string): Buffer };

function open(bytes: Buffer): Container {
  try {
    const found = XLSX.CFB.read(bytes, { type: 'buffer' });
    const find = (name: string) => XLSX.CFB.find(found, name);
    return {
      has: (name) => Boolean(find(name)),
      stream: (name) => Buffer.from(find(name)?.content ?? []),
    };
  } catch (cause) {
    throw new UnreadableFile('damaged', 'Its container is damaged', { cause });
  }
}

/** Bit of the flags at byte 10 of a document of Word that is encrypted: [MS-DOC] 2.5.2. */
const ENCRYPTED_FLAG = 0x01_00;

async function* readWord(bytes: Buffer, container: Container): AsyncGenerator<Block> {
  const stream = container.stream('WordDocument');
  if (stream.length > 12 && (stream.readUInt16LE(10) & ENCRYPTED_FLAG) !== 0) {
    throw new UnreadableFile('locked', 'It is encrypted');
  }
  const document = await new WordExtractor().extract(bytes).catch((cause: unknown) => {
    throw new UnreadableFile('damaged', 'Its text is damaged', { cause });
  });
  for (const line of `${document.getBody()}\n${document.getFootnotes()}`.split(/\r?\n|\f/)) yield* lineOf(line);
}

/** A row of a table has tabs between its cells. */
function lineOf(line: string): Block[] {
  const cells = line.split('\t').map((cell) => cell.trim());
  while (cells.at(-1) === '') cells.pop();
  if (cells.length === 0) return [];
  if (cells.length === 1) return [{ kind: 'text', text: cells[0] ?? '', place: null }];
  return [{ kind: 'row', titles: [], cells, place: null }];
}

function* readWorkbook(bytes: Buffer): Generator<Block> {
  const book = parseWorkbook(bytes);
  const isShown = (at: number) => (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) === 0;
  const shown = book.SheetNames.filter((_, at) => isShown(at));
  let [rows, isWide] = [0, false];
  for (const name of shown) {
    if (shown.length > 1) yield { kind: 'heading', level: 1, text: name, place: { kind: 'sheet', sheet: name } };
    const table = tableReader();
    for (const [at, row] of rowsOf(book.Sheets[name]).entries()) {
      rows += 1;
      if (rows >= MAX_ROWS) return yield { kind: 'omission', what: 'rows' };
      const cells = (row ?? []).slice(0, MAX_COLUMNS).map(textOf);
      isWide ||= (row ?? []).length > MAX_COLUMNS;
      yield* table({ cells, place: { kind: 'row', number: at + 1, sheet: shown.length > 1 ? name : null } });
    }
  }
  if (isWide) yield { kind: 'omission', what: 'columns' };
}

function parseWorkbook(bytes: Buffer): XLSX.WorkBook {
  try {
    return XLSX.read(bytes, { dense: true, sheetRows: MAX_ROWS, cellDates: true, bookVBA: false });
  } catch (cause) {
    const isLocked = /password|encrypt/i.test(String(cause));
    throw new UnreadableFile(isLocked ? 'locked' : 'damaged', 'The workbook cannot be read', { cause });
  }
}

type Row = (XLSX.CellObject | undefined)[] | undefined;

/** NOTE: with `dense` the rows stand under a name that the types do not have. */
const rowsOf = (sheet: XLSX.WorkSheet | undefined): Row[] => (sheet?.['!data'] as Row[] | undefined) ?? [];

function textOf(cell: XLSX.CellObject | undefined): string {
  if (cell?.v instanceof Date) return cell.v.toISOString().slice(0, 10);
  return String(cell?.w ?? cell?.v ?? '');
}

function* readSlides(container: Container): Generator<Block> {
  if (container.has('EncryptedSummary')) throw new UnreadableFile('locked', 'It is encrypted');
  for (const text of readPowerPoint(container.stream('PowerPoint Document'))) {
    yield { kind: 'text', text: text.replaceAll(/[\r\v]/g, '\n').trim(), place: null };
  }
}
