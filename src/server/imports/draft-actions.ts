import { z } from 'zod';
import { type ContactImport, type ImportColumn, type ImportFormat, ImportId } from '#contract/imports/calls.ts';
import { MIN_PASTED_ROWS, MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '#contract/imports/values.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { FileId } from '#contract/texts/calls.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import { readIsolated } from '#server/platform/isolated-readers/read-isolated.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { type Country, countryRegion } from '#server/tenants/rules.ts';
import { storeFile, type Upload } from '#server/texts/attachments/attachment-actions.ts';
import { detectTable } from '#server/texts/attachments/attachment-rules.ts';
import { hasPhones, inferColumns, inferTitleRows } from './column-rules.ts';
import { countOrder, type DayOrder } from './day-rules.ts';
import { inferFormat, isWorkbook, readSample } from './reading/file-reading.ts';
import { deleteDrafts, findImport, insertDraft, updateDraft } from './queries.ts';
import { sheetReader, workbookReader } from './reading/sheet-reader.ts';
import { openTable, refused, TABLE_EXTENSIONS } from './table-actions.ts';
import type { ListedSheet } from './reading/workbook-listing.ts';

// NOTE: a process: it reads or stores a file between transactions.

/** Rows by which columns are guessed, and those of them that are shown. */
const GUESSED_ROWS = 50;
const SHOWN_ROWS = 3;
const LONGEST_SAMPLE = 200;
/** Rows above the contacts, which do not count. */
const MAX_TITLE_ROWS = 6;

/** A draft is not started after this time. */
const DRAFT_DAYS = 7;

const UploadQuery = z.object({ source: z.literal('paste').optional(), corrects: ImportId.optional() });

/** A stored file that was read once. */
export type ReceivedTable = Table & { fileId: FileId; title: string };

/** Corrects rejected rows of an import by a file. */
type Correct = (ctx: Context, tenantId: TenantId, id: ImportId, table: ReceivedTable) => Promise<ContactImport>;

/**
 * Stores a file of contacts and reads it as a draft: its format and columns are guessed, for a person to correct. A file
 * of corrected rows is imported at once.
 *
 * @throws {Problem} when it is no table, or too large, or a pasted list is too short
 */
export async function receiveFile(
  ctx: Context,
  tenantId: TenantId,
  upload: Upload,
  { query, correct }: { query: Readonly<Record<string, unknown>>; correct: Correct },
): Promise<ContactImport> {
  const given = UploadQuery.safeParse(query).data;
  if (!given) throw new Problem('import.not_found');
  const { corrects } = given;
  const isPasted = given.source === 'paste';
  if (corrects) found(await withTenant(ctx, tenantId, (scope) => findImport(scope, corrects)));
  const file = await storeFile(ctx, tenantId, upload, { detector: detectTable(), allowed: TABLE_EXTENSIONS });
  const sample = await readSample(await openTable(ctx, tenantId, file));
  const { countryId } = await withTenant(ctx, tenantId, getTenant);
  const format = isWorkbook(sample) ? null : inferFormat(sample, countryId);
  if (!format && !isWorkbook(sample)) throw new Problem('file.wrong_type', { allowed: TABLE_EXTENSIONS });
  const listed = format ? [] : await listSheets(ctx, tenantId, file);
  const sheet = (listed.length > 0 && chooseSheet(listed, countryId)) || null;
  const read = await readTable(ctx, tenantId, { file, format, sheet, hasTitles: null });
  if (isPasted && read.total < MIN_PASTED_ROWS) {
    throw new Problem('import.too_few_rows', { least: MIN_PASTED_ROWS });
  }
  if (corrects) return correct(ctx, tenantId, corrects, { fileId: file.id, title: file.name, ...read });
  const kind = format ? 'csv' : 'xlsx';
  const source = isPasted ? 'paste' : kind;
  const draft = {
    id: newId(ImportId),
    fileId: file.id,
    title: file.name,
    source,
    sheets: namesOf(listed),
    ...read,
  } as const;
  return withTenant(ctx, tenantId, async (scope) => {
    await insertDraft(scope, draft, scope.clock.now());
    return found(await findImport(scope, draft.id));
  });
}

async function listSheets(
  ctx: Context,
  tenantId: TenantId,
  file: Parameters<typeof openTable>[2],
): Promise<ListedSheet[]> {
  const reading = { key: tenantId, options: null, open: () => openTable(ctx, tenantId, file) };
  return refused(() => readIsolated(workbookReader, reading, (sheets) => Array.fromAsync(sheets)));
}

/** The first sheet with phones, of those that are shown before those that are hidden; else the first one that is shown. */
function chooseSheet(sheets: readonly ListedSheet[], country: Country): string | null {
  const inOrder = [...sheets.filter(({ isHidden }) => !isHidden), ...sheets.filter(({ isHidden }) => isHidden)];
  const filled = inOrder.filter(({ rows }) => rows.length > 0);
  return (filled.find(({ rows }) => hasPhones(rows, country)) ?? filled[0] ?? inOrder[0])?.name ?? null;
}

/** The names of sheets, where there are several to choose from. */
const namesOf = (sheets: readonly ListedSheet[]): string[] =>
  sheets.flatMap(({ name, rows }) => (name !== '' && rows.length > 0 ? name : []));

/** Reads the file of a draft again, in another format or another sheet. @throws {Problem} */
export async function rereadDraft(
  ctx: Context & { tenantId: TenantId },
  id: ImportId,
  { format, sheet, hasTitles }: { format: ImportFormat | null; sheet?: string | null; hasTitles: boolean },
): Promise<ContactImport> {
  const { tenantId } = ctx;
  const draft = found(await withTenant(ctx, tenantId, (scope) => findImport(scope, id)));
  if (draft.status !== 'draft') throw new Problem('import.wrong_status', { status: draft.status });
  const used = draft.format === null ? null : (format ?? draft.format);
  const isOther = sheet && sheet !== draft.sheet && draft.sheets.includes(sheet);
  const read = await readTable(ctx, tenantId, {
    file: { id: draft.fileId },
    format: used,
    sheet: isOther ? sheet : draft.sheet,
    hasTitles: isOther ? null : hasTitles,
  });
  return withTenant(ctx, tenantId, async (scope) => {
    await updateDraft(scope, id, read);
    return found(await findImport(scope, id));
  });
}

type Table = {
  format: ImportFormat | null;
  sheet: string | null;
  titleRows: number;
  titles: string[];
  sample: string[][];
  columns: ImportColumn[];
  total: number;
  lastRow: number;
};

type Source = { file: Parameters<typeof openTable>[2]; format: ImportFormat | null; sheet: string | null };

/** Reads a whole file once: counts its rows and guesses its columns. */
async function readTable(
  ctx: Context,
  tenantId: TenantId,
  table: Source & { hasTitles: boolean | null },
): Promise<Table> {
  const { countryId } = await withTenant(ctx, tenantId, getTenant);
  const { first, count, lastRow, orders } = await readFirst(ctx, tenantId, table);
  const inferred = inferTitleRows(first, countryId);
  const titleRows = (table.hasTitles ?? inferred > 0) ? Math.max(1, inferred) : 0;
  const titles = first[titleRows - 1] ?? [];
  const rows = first.slice(titleRows);
  const total = count - titleRows;
  if (total < 1) throw new Problem('import.empty');
  const columns = inferColumns(titles, rows, countryId).map((field, index) => {
    const title = (titles[index] ?? '').trim().slice(0, LONGEST_SAMPLE);
    const isEmpty = !title && rows.every((row) => !row[index]?.trim());
    const shown = isEmpty ? [] : rows.slice(0, SHOWN_ROWS);
    const { dayFirst, monthFirst } = orders[index] ?? { dayFirst: 0, monthFirst: 0 };
    return {
      title,
      field,
      samples: shown.map((row) => (row[index] ?? '').slice(0, LONGEST_SAMPLE)),
      isMonthFirst: monthFirst > 0 ? dayFirst === 0 : dayFirst === 0 && isMonthFirstIn(countryId),
    };
  });
  const { format, sheet } = table;
  return { format, sheet, titleRows, titles, sample: rows, columns, total, lastRow };
}

/** Countries where a month is written before its day. */
const isMonthFirstIn = (country: Country): boolean => ['US', 'PH', 'FM', 'MH', 'PW'].includes(countryRegion(country));

/**
 * Reads a whole file; keeps the beginning of its first rows, counts all, and how the days of each column are written.
 *
 * @throws {Problem}
 */
async function readFirst(
  ctx: Context,
  tenantId: TenantId,
  { file, format, sheet }: Source,
): Promise<{ first: string[][]; count: number; lastRow: number; orders: DayOrder[] }> {
  const reading = { key: tenantId, options: { format, sheet }, open: () => openTable(ctx, tenantId, file) };
  return refused(() =>
    readIsolated(sheetReader, reading, async (rows) => {
      const first: string[][] = [];
      const orders: DayOrder[] = [];
      let [count, lastRow] = [0, 0];
      for await (const { line, cells: row } of rows) {
        count += 1;
        lastRow = line;
        if (count > MAX_IMPORT_ROWS + MAX_TITLE_ROWS)
          throw new Problem('import.too_many_rows', { most: MAX_IMPORT_ROWS });
        if (row.length > MAX_IMPORT_COLUMNS) throw new Problem('import.too_many_columns', { most: MAX_IMPORT_COLUMNS });
        if (first.length <= GUESSED_ROWS) first.push(row.map((cell) => cell.slice(0, LONGEST_SAMPLE)));
        for (const [at, cell] of row.entries()) {
          if (cell.length >= 4 && cell.length <= 30) countOrder((orders[at] ??= { dayFirst: 0, monthFirst: 0 }), cell);
        }
      }
      return { first, count, lastRow, orders };
    }),
  );
}

function found<Import>(one: Import | undefined): Import {
  if (!one) throw new Problem('import.not_found');
  return one;
}

/** Deletes drafts of every tenant that nobody started; their files are deleted as unused ones are. */
export async function deleteOldDrafts(ctx: Context): Promise<void> {
  const createdBefore = ctx.clock.now().subtract({ hours: 24 * DRAFT_DAYS });
  await withSystem(ctx, (scope) => deleteDrafts(scope, createdBefore));
}
