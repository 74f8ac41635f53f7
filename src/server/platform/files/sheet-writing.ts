import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { csvCell } from '#contract/csv-cells.ts';

type SheetFormat = 'csv' | 'xlsx';

export const SHEET_TYPES: Readonly<Record<SheetFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Writes rows as a file while they come. Every cell is text: no program computes it. */
export function writeSheet(
  format: SheetFormat,
  rows: AsyncIterable<readonly string[]>,
  { delimiter = ';' } = {},
): Readable {
  return format === 'csv' ? Readable.from(inPieces(csvOf(rows, delimiter)), { objectMode: false }) : xlsxOf(rows);
}

const PIECE_LETTERS = 65_536;

async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE_LETTERS) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

const BYTE_ORDER_MARK = '\uFEFF'; // NOTE: without it Excel reads UTF-8 as the machine's old encoding

async function* csvOf(rows: AsyncIterable<readonly string[]>, delimiter: string): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  for await (const row of rows) yield `${row.map(csvCell).join(delimiter)}\r\n`;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels': `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="1" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

function xlsxOf(rows: AsyncIterable<readonly string[]>): Readable {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(text), path);
  const output = zip.outputStream as Readable; // NOTE: its type is of an older Node
  const sheet = Readable.from(inPieces(sheetOf(rows)), { objectMode: false });
  sheet.on('error', (error) => output.destroy(error));
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml');
  zip.end();
  return output;
}

async function* sheetOf(rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`;
  for await (const row of rows) yield `<row>${row.map(xlsxCell).join('')}</row>`;
  yield '</sheetData></worksheet>';
}

function xlsxCell(text: string): string {
  if (text === '') return '<c/>';
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Control characters, which XML cannot contain, are dropped. */
function escaped(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n\r]/gu, '').replaceAll(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);
}
