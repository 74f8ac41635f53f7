import { type Archive, openArchive } from './archive-reading.ts';
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
/** The rows of spreadsheet programs. */
const MAX_ROWS = 1_048_576;
/** Letters of a row: a table with longer ones is none of contacts. */
const LONGEST_ROW = 400_000;
/** Formats of cells and of numbers; spreadsheet programs keep 65,000. */
const MAX_FORMATS = 100_000;
const LONGEST_FORMAT = 255;

/**
 * Reads the rows of a workbook's first sheet as texts. Whole numbers have all their digits, and dates are written
 * `YYYY-MM-DD`. Formulas are never computed: a cell has the value that the spreadsheet program stored.
 *
 * @throws UnreadableFile
 */
export async function* readXlsx(bytes: Buffer): AsyncGenerator<string[]> {
  const archive = await openArchive(bytes);
  const read = async (path: string, handler: XmlHandler): Promise<void> => {
    if (archive.paths.has(path)) for await (const _ of readXml(archive.read(path), handler)) continue;
  };
  try {
    const sheetPath = await findFirstSheet(read, archive);
    if (!sheetPath) throw new UnreadableFile('damaged', 'It has no sheet');
    const book = { ...(await readStyles(read)), shared: await readSharedTexts(read) };
    const sheet = sheetHandler(book);
    for await (const _ of readXml(archive.read(sheetPath), sheet)) yield* sheet.takeRows();
  } finally {
    archive.close();
  }
}

type Read = (path: string, handler: XmlHandler) => Promise<void>;

const tooMuch = (what: string) => new UnreadableFile('too_much', `It has too many ${what}`);

/** Finds the part of the first sheet in the order of the tabs; an empty path when there is none. */
async function findFirstSheet(read: Read, { paths }: Archive): Promise<string> {
  let relation = '';
  await read('xl/workbook.xml', {
    open: ({ name, attributes }) => {
      if (name === 'sheet' && !relation) relation = attributes['r:id'] ?? '';
    },
  });
  let target = '';
  await read('xl/_rels/workbook.xml.rels', {
    open: ({ name, attributes }) => {
      if (name === 'Relationship' && attributes['Id'] === relation) target = attributes['Target'] ?? '';
    },
  });
  const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  if (target && paths.has(path)) return path;
  return [...paths].filter((one) => /^xl\/worksheets\/[^/]+\.xml$/.test(one)).toSorted()[0] ?? '';
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

function sheetHandler(book: Book): XmlHandler & { takeRows(): string[][] } {
  let rows: string[][] = [];
  let row: string[] = [];
  let cell: { column: number; type: string; style: number; value: string } | null = null;
  let [isValue, isPhonetic, nextColumn] = [false, false, 0];
  let [rowCount, cellCount, letters] = [0, 0, 0];
  return {
    open({ name, attributes }) {
      if (name === 'row') [row, nextColumn, letters] = [[], 0, 0];
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
      rows.push(row);
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
