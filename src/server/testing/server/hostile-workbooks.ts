import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** Text that is repeated: written in pieces, so that a file of gigabytes needs no memory to be made. */
type Repeated = { before?: string; text: string; times: number; after?: string };

const PIECE_LETTERS = 262_144;
/** Archives are read up to a hundred times their size: bytes that cannot be compressed make one that may inflate to 200 MB. */
const PADDING_BYTES = 2_200_000;

function* written({ before = '', text, times, after = '' }: Repeated): Generator<string> {
  yield before;
  const perPiece = Math.max(1, Math.floor(PIECE_LETTERS / text.length));
  const piece = text.repeat(perPiece);
  for (let left = times; left > 0; left -= perPiece) yield left >= perPiece ? piece : text.repeat(left);
  yield after;
}

/** A workbook of 2 to 3 MB whose parts are repeated texts. */
export function aHostileWorkbook(parts: Readonly<Record<string, Repeated>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, part] of Object.entries(parts)) {
    zip.addReadStream(Readable.from(written(part), { objectMode: false }), path, { compressionLevel: 1 });
  }
  zip.addBuffer(randomBytes(PADDING_BYTES), 'docProps/thumbnail.jpeg', { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}

const SHEET = 'xl/worksheets/sheet1.xml';
const ROWS = '<worksheet><sheetData><row>';
const ONE_CELL = '<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>';

/** Workbooks that took the server's memory or its thread when they were read in it. */
export const HOSTILE_WORKBOOKS: Readonly<Record<string, () => Promise<Buffer>>> = {
  'a cell reference of 120 million letters': () =>
    aHostileWorkbook({ [SHEET]: { before: `${ROWS}<c r="`, text: 'A', times: 120_000_000, after: '1"><v>1</v></c>' } }),
  'twenty million tags within each other': () =>
    aHostileWorkbook({ [SHEET]: { before: '<worksheet>', text: '<a>', times: 20_000_000 } }),
  'a tag of three million attributes': () =>
    aHostileWorkbook({ [SHEET]: { before: `${ROWS}<c`, text: ' a=""', times: 3_000_000, after: '/>' } }),
  '39 million empty texts': () =>
    aHostileWorkbook({
      'xl/sharedStrings.xml': { before: '<sst>', text: '<si/>', times: 39_000_000, after: '</sst>' },
      [SHEET]: { text: ONE_CELL, times: 1 },
    }),
  'a text of 150 million letters': () =>
    aHostileWorkbook({
      [SHEET]: { before: `${ROWS}<c t="str"><v>`, text: 'A', times: 150_000_000, after: '</v></c>' },
    }),
  'a comment of 150 million letters': () =>
    aHostileWorkbook({ [SHEET]: { before: `${ROWS}<!--`, text: '<a>', times: 50_000_000, after: '-->' } }),
  'an entity that stands for others': () =>
    aHostileWorkbook({ [SHEET]: { text: '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>', times: 1 } }),
};
