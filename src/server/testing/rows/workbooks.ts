import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A cell: a text among the shared ones, a number, a day as its serial, or a formula with the value it had. */
export type Cell = string | number | null | { serial: number } | { formula: string; value: string | number };

type Sheet = {
  rows: Iterable<readonly Cell[]>;
  /** Ranges of merged cells, e.g. `A1:C1`. */
  merged?: readonly string[];
};

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook as spreadsheet programs write it: texts apart from their cells, and days as numbers of a format. */
export async function aWorkbook(sheet: Sheet): Promise<Buffer> {
  return aWorkbookOf([{ ...sheet, name: 'Clients' }]);
}

/** A workbook of several sheets in the order of their tabs. */
export async function aWorkbookOf(sheets: readonly (Sheet & { name: string; isHidden?: boolean })[]): Promise<Buffer> {
  const shared = new Map<string, number>();
  const share = (text: string) => shared.getOrInsertComputed(text, () => shared.size);
  const parts = sheets.map(({ rows, merged = [] }) => {
    const written = Array.from(rows, (cells, at) => rowOf(cells, at + 1, share));
    const ranges = merged.map((range) => `<mergeCell ref="${range}"/>`).join('');
    return `${HEAD}<worksheet ${MAIN}><sheetData>${written.join('')}</sheetData>${ranges && `<mergeCells>${ranges}</mergeCells>`}</worksheet>`;
  });
  const tabs = sheets.map(
    ({ name, isHidden }, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  );
  const relations = sheets.map(
    (_sheet, at) =>
      `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  return archiveOf({
    'xl/workbook.xml': `${HEAD}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${tabs.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`,
    'xl/styles.xml': `${HEAD}<styleSheet ${MAIN}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${HEAD}<sst ${MAIN}>${[...shared.keys()].map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(parts.map((part, at) => [`xl/worksheets/sheet${at + 1}.xml`, part])),
  });
}

/** A ZIP archive of texts by their paths. */
export async function archiveOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return buffer(zip.outputStream);
}

function rowOf(cells: readonly Cell[], number: number, share: (text: string) => number): string {
  const written = cells.map((cell, column) => {
    const at = `r="${columnName(column)}${number}"`;
    if (cell === null) return '';
    if (typeof cell === 'string') return `<c ${at} t="s"><v>${share(cell)}</v></c>`;
    if (typeof cell === 'number') return `<c ${at}><v>${cell}</v></c>`;
    if ('serial' in cell) return `<c ${at} s="1"><v>${cell.serial}</v></c>`;
    const type = typeof cell.value === 'string' ? ' t="str"' : '';
    return `<c ${at}${type}><f>${escaped(cell.formula)}</f><v>${escaped(String(cell.value))}</v></c>`;
  });
  return `<row r="${number}">${written.join('')}</row>`;
}

/** 0 → `A`, 26 → `AA`. */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : `${columnName(Math.floor(column / 26) - 1)}${letter}`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
