import { type Archive, openArchive } from './archive-reading.ts';
import type { NumberedCells } from './csv-reading.ts';
import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';
import { readXml, type XmlHandler } from './xml-reading.ts';

/** Bounds of a workbook, beside those of its archive and its XML. */
const MAX_SHARED_TEXTS = 2_000_000;
const MAX_SHARED_LETTERS = 40_000_000;
/** The longest cell of spreadsheet programs; the rest of a longer one is left out. */
const LONGEST_CELL = 32_767;
const MAX_COLUMNS = 16_384;
/** Cells of a sheet, with the empty ones between them: 200,000 rows of a hundred, and some. */
const MAX_CELLS = 25_000_000;
const MAX_SHEETS = 1_000;
/** The rows of spreadsheet programs. */
const MAX_ROWS = 1_048_576;
/** Letters of a row: a table with longer ones is none of contacts. */
const LONGEST_ROW = 400_000;
/** Formats of cells and of numbers; spreadsheet programs keep 65,000. */
const MAX_FORMATS = 100_000;
const LONGEST_FORMAT = 255;

/** A sheet of a workbook, in the order of the tabs. */
export type Sheet = { name: string; isHidden: boolean };

type SheetPart = Sheet & { path: string };

/**
 * Reads the rows of a sheet as texts: of the first one that is shown where none is named. Whole numbers have all their
 * digits, and dates are written `YYYY-MM-DD`. Formulas are never computed: a cell has the value that the spreadsheet
 * program stored.
 *
 * @throws UnreadableFile
 */
export async function* readXlsx(bytes: Buffer, name: string | null = null): AsyncGenerator<NumberedCells> {
  const book = await openBook(bytes);
  try {
    const sheet = book.sheets.find((one) => one.name === name) ?? book.sheets.find(({ isHidden }) => !isHidden);
    yield* book.read(sheet ?? book.sheets[0]);
  } finally {
    book.close();
  }
}

/** Lists the sheets of a workbook with their first rows. @throws UnreadableFile */
export async function* listSheets(
  bytes: Buffer,
  { most, rows }: { most: number; rows: number },
): AsyncGenerator<Sheet & { rows: string[][] }> {
  const book = await openBook(bytes);
  try {
    for (const sheet of book.sheets.slice(0, most)) {
      yield { name: sheet.name, isHidden: sheet.isHidden, rows: await firstRows(book.read(sheet), rows) };
    }
  } finally {
    book.close();
  }
}

async function firstRows(all: AsyncIterable<NumberedCells>, most: number): Promise<string[][]> {
  const first: string[][] = [];
  for await (const { cells } of all) {
    if (cells.some((cell) => cell.trim() !== '')) first.push(cells);
    if (first.length >= most) break;
  }
  return first;
}

async function openBook(bytes: Buffer) {
  const archive = await openArchive(bytes);
  const read: Read = async (path, handler) => {
    if (archive.paths.has(path)) for await (const _ of readXml(archive.read(path), handler)) continue;
  };
  let texts: Promise<Book> | undefined;
  const textsOf = async (): Promise<Book> => ({ ...(await readStyles(read)), shared: await readSharedTexts(read) });
  return {
    sheets: await findSheets(read, archive),
    close: () => archive.close(),
    async *read(sheet: SheetPart | undefined): AsyncGenerator<NumberedCells> {
      if (!sheet) throw new UnreadableFile('damaged', 'It has no sheet');
      const handler = sheetHandler(await (texts ??= textsOf()));
      for await (const _ of readXml(archive.read(sheet.path), handler)) yield* handler.takeRows();
    },
  };
}

type Read = (path: string, handler: XmlHandler) => Promise<void>;

const tooMuch = (what: string) => new UnreadableFile('too_much', `It has too many ${what}`);

/** Finds the sheets with cells in the order of the tabs; in a workbook that names none, those of its parts. */
async function findSheets(read: Read, { paths }: Archive): Promise<SheetPart[]> {
  const tabs: (Sheet & { relation: string })[] = [];
  await read('xl/workbook.xml', {
    open: ({ name, attributes }) => {
      if (name !== 'sheet' || tabs.length >= MAX_SHEETS) return;
      const isHidden = (attributes['state'] ?? 'visible') !== 'visible';
      tabs.push({ name: attributes['name'] ?? '', isHidden, relation: attributes['r:id'] ?? '' });
    },
  });
  const targets = new Map<string, string>();
  await read('xl/_rels/workbook.xml.rels', {
    open: ({ name, attributes }) => {
      if (name === 'Relationship') targets.set(attributes['Id'] ?? '', attributes['Target'] ?? '');
    },
  });
  const found = tabs.flatMap(({ relation, ...sheet }) => {
    const target = targets.get(relation) ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    return target && paths.has(path) && path.includes('/worksheets/') ? { ...sheet, path } : [];
  });
  if (found.length > 0) return found;
  const parts = [...paths].filter((one) => /^xl\/worksheets\/[^/]+\.xml$/.test(one)).toSorted();
  return parts.map((path) => ({ name: '', isHidden: false, path }));
}

/** Texts that cells refer to by number. */
async function readSharedTexts(read: Read): Promise<string[]> {
  const texts: string[] = [];
  let [current, isText, isPhonetic, letters] = ['', false, false, 0];
  await read('xl/sharedStrings.xml', {
    open: ({ name }) => {
      if (name === 'si') current = '';
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    text: (text) => {
      if (!isText) return;
      if (current.length < LONGEST_CELL) current += text.slice(0, LONGEST_CELL);
      letters += text.length;
      if (letters > MAX_SHARED_LETTERS) throw tooMuch('letters');
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'si' && texts.push(current) > MAX_SHARED_TEXTS) throw tooMuch('texts');
    },
  });
  return texts;
}

type Styles = { isDate: boolean[]; daysBefore: number };

/** Days from 1899-12-30, the day zero of spreadsheets, to that of old Macintosh workbooks. */
const MACINTOSH_DAYS = 1_462;

/** Which cell formats are dates, and from which day dates are counted. */
async function readStyles(read: Read): Promise<Styles> {
  const dateFormats = new Set<string>();
  const isDate: boolean[] = [];
  let [isCellFormats, formats] = [false, 0];
  await read('xl/styles.xml', {
    open: ({ name, attributes }) => {
      const { numFmtId = '', formatCode = '' } = attributes;
      if ((name === 'numFmt' || name === 'xf') && (formats += 1) > MAX_FORMATS) throw tooMuch('formats');
      if (name === 'numFmt' && isDateFormat(formatCode.slice(0, LONGEST_FORMAT))) dateFormats.add(numFmtId);
      if (name === 'cellXfs') isCellFormats = true;
      if (name === 'xf' && isCellFormats) isDate.push(dateFormats.has(numFmtId) || isBuiltInDate(Number(numFmtId)));
    },
    close: (name) => {
      if (name === 'cellXfs') isCellFormats = false;
    },
  });
  let daysBefore = 0;
  await read('xl/workbook.xml', {
    open: ({ name, attributes }) => {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributes['date1904'] ?? '')) daysBefore = MACINTOSH_DAYS;
    },
  });
  return { isDate, daysBefore };
}

/** The format codes of ECMA-376, 18.8.30. */
const isBuiltInDate = (id: number): boolean => (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36);

function isDateFormat(code: string): boolean {
  const bare = code.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '').toLowerCase();
  return /[dy]/.test(bare) && !/[#0]/.test(bare);
}

type Book = Styles & { shared: readonly string[] };

function sheetHandler(book: Book): XmlHandler & { takeRows(): NumberedCells[] } {
  let rows: NumberedCells[] = [];
  let row: string[] = [];
  let line = 0;
  let cell: { column: number; type: string; style: number; value: string } | null = null;
  let [isValue, isPhonetic, nextColumn] = [false, false, 0];
  let [rowCount, cellCount, letters] = [0, 0, 0];
  return {
    open({ name, attributes }) {
      if (name === 'row') {
        [row, nextColumn, letters] = [[], 0, 0];
        line = Number(/^\d{1,7}$/.exec(attributes['r'] ?? '')?.[0] ?? line + 1);
      }
      if (name === 'c') {
        const column = attributes['r'] ? columnOf(attributes['r']) : nextColumn;
        nextColumn = column + 1;
        cell = { column, type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? -1), value: '' };
      }
      if (name === 'rPh') isPhonetic = true;
      isValue = (name === 'v' || name === 't') && !isPhonetic;
    },
    text(text) {
      if (cell && isValue && cell.value.length < LONGEST_CELL) cell.value += text.slice(0, LONGEST_CELL);
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'c' && cell) {
        if (cell.value !== '' && cell.column < MAX_COLUMNS) {
          while (row.length < cell.column) row.push('');
          const text = textOf(cell, book);
          row[cell.column] = text;
          letters += text.length;
          if (letters > LONGEST_ROW) throw new UnreadableFile('row_too_long', 'A row is too long');
        }
        cell = null;
      }
      if (name !== 'row') return;
      rows.push({ line, cells: row, isBroken: false });
      rowCount += 1;
      cellCount += row.length;
      if (rowCount > MAX_ROWS) throw tooMuch('rows');
      if (cellCount > MAX_CELLS) throw tooMuch('cells');
    },
    takeRows() {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
}

/** `AB12` → 27; the last column has three letters. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,4}/.exec(reference)?.[0] ?? 'A';
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function textOf({ type, style, value }: { type: string; style: number; value: string }, book: Book): string {
  if (type === 's') return book.shared[Number(value)] ?? '';
  if (type === 'd') return value.slice(0, 10);
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type !== 'n') return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  if (book.isDate[style]) return dateOf(Math.floor(number) + book.daysBefore) ?? value;
  // NOTE: programs write long numbers as 7.9161234567E10, with all digits.
  return Number.isSafeInteger(number) ? number.toFixed(0) : String(number);
}

const MAX_DAYS = 2_958_465; // 9999-12-31

/** The day of a spreadsheet's date, `YYYY-MM-DD`; null outside its calendar. */
function dateOf(days: number): string | null {
  if (days < 1 || days > MAX_DAYS) return null;
  return Temporal.PlainDate.from('1899-12-30').add({ days }).toString();
}
