import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

/** Bounds of a workbook. Sizes that an archive declares may be false: inflated bytes are counted. */
const MOST_ENTRIES = 2_000;
const MOST_INFLATED_BYTES = 200 * 1_048_576;
/** Tables are inflated by 5 to 40; the first bytes of any archive may exceed it. */
const HIGHEST_RATIO = 100;
const RATIO_FREE_BYTES = 8 * 1_048_576;
const MOST_SHARED_LETTERS = 40_000_000;
/** The longest cell of spreadsheet programs; the rest of a longer one is left out. */
const LONGEST_CELL = 32_767;
const MOST_COLUMNS = 16_384;

/** The archive is no workbook, is damaged, or is larger than its bounds. */
export class UnreadableWorkbook extends Error {
  override name = 'UnreadableWorkbook';
}

/**
 * Reads the rows of a workbook's first sheet as texts. Whole numbers have all their digits, and dates are written
 * `YYYY-MM-DD`. Formulas are never computed: a cell has the value that the spreadsheet program stored.
 *
 * @throws UnreadableWorkbook
 */
export async function* readXlsx(bytes: Buffer): AsyncGenerator<string[]> {
  const zip = await openZip(bytes);
  const entries = await listEntries(zip);
  const spent: Spent = { bytes: 0, most: mostInflated(bytes.length) };
  const read = async (path: string, handle: Handle): Promise<void> => {
    const entry = entries.get(path);
    if (entry) for await (const _ of readXml(zip, entry, { spent, handle })) continue;
  };
  try {
    const sheetPath = await findFirstSheet(read, entries);
    const entry = entries.get(sheetPath);
    if (!entry) throw new UnreadableWorkbook('It has no sheet');
    const book = { ...(await readStyles(read)), shared: await readSharedTexts(read) };
    const sheet = sheetHandler(book);
    for await (const _ of readXml(zip, entry, { spent, handle: sheet })) yield* sheet.takeRows();
  } finally {
    zip.close();
  }
}

/** Bytes inflated so far, and how many an archive may have. */
type Spent = { bytes: number; readonly most: number };

const mostInflated = (archiveBytes: number): number =>
  Math.min(MOST_INFLATED_BYTES, Math.max(RATIO_FREE_BYTES, archiveBytes * HIGHEST_RATIO));

type Handle = { open?(tag: SaxesTagPlain): void; text?(text: string): void; close?(name: string): void };
type Read = (path: string, handle: Handle) => Promise<void>;

async function openZip(bytes: Buffer): Promise<ZipFile> {
  try {
    return await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
  } catch (cause) {
    throw new UnreadableWorkbook('It is no archive', { cause });
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MOST_ENTRIES) throw new UnreadableWorkbook('It has too many parts');
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch (cause) {
    throw new UnreadableWorkbook('Its table of contents is damaged', { cause });
  }
  return entries;
}

/** Parses one part piece by piece; yields after each piece. */
async function* readXml(
  zip: ZipFile,
  entry: Entry,
  { spent, handle }: { spent: Spent; handle: Handle },
): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder();
  parser.on('error', (error) => {
    throw new UnreadableWorkbook('Its XML is damaged', { cause: error });
  });
  // NOTE: a prefix (`x:row`) is the program's choice.
  parser.on('opentag', (tag) => {
    handle.open?.(tag.name.includes(':') ? { ...tag, name: bareName(tag.name) } : tag);
  });
  parser.on('text', (text) => handle.text?.(text));
  parser.on('closetag', (tag) => handle.close?.(bareName(tag.name)));
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      spent.bytes += chunk.length;
      if (spent.bytes > spent.most) throw new UnreadableWorkbook('It is too large when unpacked');
      parser.write(decoder.decode(chunk, { stream: true }));
      yield;
    }
    parser.close();
    yield;
  } catch (cause) {
    if (cause instanceof UnreadableWorkbook) throw cause;
    throw new UnreadableWorkbook('A part of it is damaged', { cause });
  }
}

const bareName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Finds the part of the first sheet in the order of the tabs. */
async function findFirstSheet(read: Read, entries: ReadonlyMap<string, Entry>): Promise<string> {
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
  if (target && entries.has(path)) return path;
  return [...entries.keys()].filter((one) => /^xl\/worksheets\/[^/]+\.xml$/.test(one)).toSorted()[0] ?? '';
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
      current += text;
      letters += text.length;
      if (letters > MOST_SHARED_LETTERS) throw new UnreadableWorkbook('It has too much text');
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'si') texts.push(current);
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
  let isCellFormats = false;
  await read('xl/styles.xml', {
    open: ({ name, attributes }) => {
      const { numFmtId = '', formatCode = '' } = attributes;
      if (name === 'numFmt' && isDateFormat(formatCode)) dateFormats.add(numFmtId);
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

function sheetHandler(book: Book): Handle & { takeRows(): string[][] } {
  let rows: string[][] = [];
  let row: string[] = [];
  let cell: { column: number; type: string; style: number; value: string } | null = null;
  let [isValue, isPhonetic, nextColumn] = [false, false, 0];
  return {
    open({ name, attributes }) {
      if (name === 'row') [row, nextColumn] = [[], 0];
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
        if (cell.value !== '' && cell.column < MOST_COLUMNS) {
          while (row.length < cell.column) row.push('');
          row[cell.column] = textOf(cell, book);
        }
        cell = null;
      }
      if (name === 'row') rows.push(row);
    },
    takeRows() {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
}

/** `AB12` → 27. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]+/.exec(reference)?.[0] ?? 'A';
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

const MOST_DAYS = 2_958_465; // 9999-12-31

/** The day of a spreadsheet's date, `YYYY-MM-DD`; null outside its calendar. */
function dateOf(days: number): string | null {
  if (days < 1 || days > MOST_DAYS) return null;
  return Temporal.PlainDate.from('1899-12-30').add({ days }).toString();
}
