import { buffer } from 'node:stream/consumers';
import { openArchive } from '#server/platform/files/archive-reading.ts';
import { listSheets, readXlsx } from '#server/platform/files/xlsx-reading.ts';
import type { ReadFile } from '#server/platform/isolated-readers/reader.ts';
import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';
import type { Block } from './blocks.ts';
import { blocksOf } from './office-blocks.ts';
import { parseDocument } from './parsing.ts';
import { MAX_COLUMNS, tableReader } from './tables.ts';

const MAX_ROWS = 50_000;
const MAX_SHEETS = 100;
/** Rows between two reports of progress. */
const PROGRESS_ROWS = 500;

// NOTE: the parser loads its parts when it first reads a file, and the process may load nothing once this module is there.
await parseDocument(Buffer.from('PK'), 'docx').catch(() => undefined);

/** Reads DOCX, PPTX and XLSX, distinguished by their parts. This is the module of `packageReader`. @throws UnreadableFile */
export const read: ReadFile<null, Block> = async function* (file) {
  const bytes = await buffer(file);
  const archive = await openArchive(bytes);
  const { paths } = archive;
  archive.close();
  if (paths.has('xl/workbook.xml')) yield* readWorkbook(bytes);
  else if (paths.has('word/document.xml')) yield* blocksOf(await parseDocument(bytes, 'docx'));
  else if (paths.has('ppt/presentation.xml')) yield* blocksOf(await parseDocument(bytes, 'pptx'));
  else throw new UnreadableFile('wrong_type', 'It is an archive of something else');
};

async function* readWorkbook(bytes: Buffer): AsyncGenerator<Block> {
  const sheets = await Array.fromAsync(listSheets(bytes, { most: MAX_SHEETS, rows: 1 }));
  const shown = sheets.filter(({ isHidden, rows }) => !isHidden && rows.length > 0);
  let [rows, isWide] = [0, false];
  for (const { name } of shown) {
    if (shown.length > 1) yield { kind: 'heading', level: 1, text: name, place: { kind: 'sheet', sheet: name } };
    const table = tableReader();
    for await (const { line, cells } of readXlsx(bytes, name)) {
      if (rows >= MAX_ROWS) return yield { kind: 'omission', what: 'rows' };
      rows += 1;
      isWide ||= cells.length > MAX_COLUMNS;
      yield* table({ cells, place: { kind: 'row', number: line, sheet: shown.length > 1 ? name : null } });
      if (rows % PROGRESS_ROWS === 0) yield { kind: 'progress', done: rows, total: null };
    }
  }
  if (isWide) yield { kind: 'omission', what: 'columns' };
}
