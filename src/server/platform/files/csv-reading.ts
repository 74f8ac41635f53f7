import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';
import { DOS_LATIN } from './dos-latin.ts';

/** Longest row, in characters. */
const LONGEST_ROW = 200_000;
/** The longest text between quotes, in lines and in characters, which is that of a cell: a longer one has lost its end. */
const MOST_QUOTED_LINES = 200;
const LONGEST_QUOTED = 32_767;

export type CsvFormat = { encoding: string; delimiter: string };

/** A row of a table, and where it begins: on which row of the sheet or line of the text; the first is 1. */
export type NumberedCells = {
  line: number;
  cells: string[];
  /** A quote in it is not closed: its cells are divided without regard to quotes. */
  isBroken: boolean;
};

/**
 * Reads the rows of a CSV file as its bytes come; rows may differ in length, and ends of lines too. A quote within a
 * cell is a letter. A quote that is not closed costs its line alone.
 *
 * @throws {UnreadableFile} `row_too_long` also when it has too many columns
 */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, delimiter }: CsvFormat,
): AsyncGenerator<NumberedCells> {
  const lines = decodedLines(bytes, encoding);
  const ahead: string[] = [];
  const next = async (): Promise<string | undefined> => {
    const line = ahead.shift() ?? (await lines.next()).value;
    if (line !== undefined && line.length > LONGEST_ROW) throw new UnreadableFile('row_too_long', 'A row is too long');
    return line;
  };
  let number = 1;
  for (let line = await next(); line !== undefined; line = await next()) {
    const taken = [line];
    let row = divide(line, delimiter);
    while (row.state === 'open' && isBounded(taken)) {
      const more = await next();
      if (more === undefined) break;
      taken.push(more);
      if (more.includes('"')) row = divide(taken.join('\n'), delimiter);
    }
    const isBroken = row.state !== 'closed';
    if (isBroken) ahead.unshift(...taken.splice(1));
    if (line !== '') yield { line: number, cells: isBroken ? line.split(delimiter) : row.cells, isBroken };
    number += taken.length;
  }
}

function isBounded(taken: readonly string[]): boolean {
  const length = taken.reduce((sum, line) => sum + line.length, 0);
  return taken.length < MOST_QUOTED_LINES && length < LONGEST_QUOTED;
}

type Divided = {
  cells: string[];
  /** `open`: a quote is not closed yet. `broken`: another quote opens a cell within it. */
  state: 'closed' | 'open' | 'broken';
};

/** Divides a row of one or more lines into its cells. */
function divide(row: string, delimiter: string): Divided {
  const cells: string[] = [];
  let at = 0;
  while (at <= row.length) {
    if (row[at] === '"') {
      const quoted = quotedCell(row, at, delimiter);
      if (typeof quoted === 'string') return { cells, state: quoted };
      cells.push(quoted.text);
      at = quoted.end + 1;
    } else {
      const found = row.indexOf(delimiter, at);
      const end = found === -1 ? row.length : found;
      cells.push(row.slice(at, end));
      at = end + 1;
    }
  }
  return { cells, state: 'closed' };
}

/** The text between quotes, and the place after its cell. */
function quotedCell(row: string, start: number, delimiter: string): { text: string; end: number } | 'open' | 'broken' {
  let [text, from] = ['', start + 1];
  for (;;) {
    const quote = row.indexOf('"', from);
    if (quote === -1) return 'open';
    const after = row[quote + 1];
    if (after === '"') {
      text += row.slice(from, quote + 1);
      from = quote + 2;
      continue;
    }
    const rest = row.slice(quote + 1, quote + 10).trimStart();
    if (after === undefined || after === delimiter) return { text: text + row.slice(from, quote), end: quote + 1 };
    if (/^[ \t]/.test(after) && (rest === '' || rest.startsWith(delimiter))) {
      const end = row.indexOf(delimiter, quote);
      return { text: text + row.slice(from, quote), end: end === -1 ? row.length : end };
    }
    const before = row[quote - 1];
    const opensCell = before === '\n' || before === delimiter;
    if (opensCell && row.slice(start, quote).includes('\n')) return 'broken';
    text += row.slice(from, quote + 1);
    from = quote + 1;
  }
}

/** Decodes a text and divides it into lines. @throws {UnreadableFile} `row_too_long` */
export function decodedLines(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string, undefined> {
  return linesOf(decoded(bytes, encoding));
}

/** Divides a text at its ends of lines, of whichever kind each is. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let rest = '';
  for await (const piece of pieces) {
    const text = rest + piece;
    // NOTE: a line feed may follow in the next piece
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
    const lines = whole.split(/\r\n|\r|\n/);
    rest = (lines.pop() ?? '') + text.slice(whole.length);
    if (rest.length > LONGEST_ROW) throw new UnreadableFile('row_too_long', 'A row is too long');
    yield* lines;
  }
  yield* rest.replace(/\r$/, '').split('\r');
  return undefined;
}

/** Decodes text in pieces; letters that the encoding lacks become U+FFFD. */
async function* decoded(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = decoderOf(encoding);
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    if (text) yield text;
  }
  const rest = decoder.decode();
  if (rest) yield rest;
}

/** A decoder of an encoding, also of one that the platform does not have. */
export function decoderOf(encoding: string): Pick<TextDecoder, 'decode'> {
  if (encoding !== 'ibm850') return new TextDecoder(encoding);
  return {
    decode: (bytes) =>
      Array.from(bytes ? new Uint8Array(bytes as Uint8Array) : [], (byte) =>
        byte < 128 ? String.fromCharCode(byte) : DOS_LATIN[byte - 128],
      ).join(''),
  };
}
