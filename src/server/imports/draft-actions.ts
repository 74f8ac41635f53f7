import type { Readable } from 'node:stream';
import { z } from 'zod';
import { type ContactImport, type ImportColumn, type ImportFormat, ImportId } from '#contract/imports/calls.ts';
import { MIN_PASTED_ROWS, MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '#contract/imports/values.ts';
import type { ProblemCode } from '#contract/problems.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { FileId } from '#contract/texts/calls.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import { readIsolated } from '#server/platform/isolated-readers/read-isolated.ts';
import { UnreadableFile, type UnreadableReason } from '#server/platform/isolated-readers/unreadable-file.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { openStored, storeFile, type Upload } from '#server/texts/attachments/attachment-actions.ts';
import { detectTable } from '#server/texts/attachments/attachment-rules.ts';
import { inferColumns, inferTitleRows } from './column-rules.ts';
import { inferFormat, isWorkbook, readSample } from './file-reading.ts';
import { deleteDrafts, findImport, insertDraft, updateDraft } from './queries.ts';
import { sheetReader } from './sheet-reader.ts';

// NOTE: a process: it reads or stores a file between transactions.

/** Rows by which columns are guessed, and those of them that are shown. */
const GUESSED_ROWS = 50;
const SHOWN_ROWS = 3;
const LONGEST_SAMPLE = 200;
/** Rows above the contacts, which do not count. */
const MAX_TITLE_ROWS = 6;

/** A draft is not started after this time. */
const DRAFT_DAYS = 7;

const ALLOWED = ['csv', 'xlsx', 'txt'];

const UploadQuery = z.object({ source: z.literal('paste').optional(), corrects: ImportId.optional() });

/** A stored file that was read once. */
export type ReceivedTable = Table & { fileId: FileId; title: string; format: ImportFormat | null };

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
  const file = await storeFile(ctx, tenantId, upload, { detector: detectTable(), allowed: ALLOWED });
  const sample = await readSample(await open(ctx, tenantId, file));
  const format = isWorkbook(sample) ? null : inferFormat(sample);
  if (!format && !isWorkbook(sample)) throw new Problem('file.wrong_type', { allowed: ALLOWED });
  const read = await readTable(ctx, tenantId, { file, format, hasTitles: null });
  if (isPasted && read.total < MIN_PASTED_ROWS) {
    throw new Problem('import.too_few_rows', { least: MIN_PASTED_ROWS });
  }
  if (corrects) return correct(ctx, tenantId, corrects, { fileId: file.id, title: file.name, format, ...read });
  const kind = format ? 'csv' : 'xlsx';
  const source = isPasted ? 'paste' : kind;
  const draft = { id: newId(ImportId), fileId: file.id, title: file.name, source, format, ...read } as const;
  return withTenant(ctx, tenantId, async (scope) => {
    await insertDraft(scope, draft, scope.clock.now());
    return found(await findImport(scope, draft.id));
  });
}

/** Reads the file of a draft again, in another format. @throws {Problem} */
export async function rereadDraft(
  ctx: Context & { tenantId: TenantId },
  id: ImportId,
  { format, hasTitles }: { format: ImportFormat | null; hasTitles: boolean },
): Promise<ContactImport> {
  const { tenantId } = ctx;
  const draft = found(await withTenant(ctx, tenantId, (scope) => findImport(scope, id)));
  if (draft.status !== 'draft') throw new Problem('import.wrong_status', { status: draft.status });
  const used = draft.format === null ? null : (format ?? draft.format);
  const read = await readTable(ctx, tenantId, { file: { id: draft.fileId }, format: used, hasTitles });
  return withTenant(ctx, tenantId, async (scope) => {
    await updateDraft(scope, id, { format: used, ...read });
    return found(await findImport(scope, id));
  });
}

type Table = { titleRows: number; titles: string[]; sample: string[][]; columns: ImportColumn[]; total: number };

/** Reads a whole file once: counts its rows and guesses its columns. */
async function readTable(
  ctx: Context,
  tenantId: TenantId,
  table: { file: Parameters<typeof open>[2]; format: ImportFormat | null; hasTitles: boolean | null },
): Promise<Table> {
  const { countryId } = await withTenant(ctx, tenantId, getTenant);
  const { first, count } = await readFirst(ctx, tenantId, table);
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
    return { title, field, samples: shown.map((row) => (row[index] ?? '').slice(0, LONGEST_SAMPLE)) };
  });
  return { titleRows, titles, sample: rows, columns, total };
}

/** Reads a whole file; keeps the beginning of its first rows, and counts all. @throws {Problem} */
async function readFirst(
  ctx: Context,
  tenantId: TenantId,
  { file, format }: { file: Parameters<typeof open>[2]; format: ImportFormat | null },
): Promise<{ first: string[][]; count: number }> {
  const reading = { key: tenantId, options: format, open: () => open(ctx, tenantId, file) };
  try {
    return await readIsolated(sheetReader, reading, async (rows) => {
      const first: string[][] = [];
      let count = 0;
      for await (const row of rows) {
        count += 1;
        if (count > MAX_IMPORT_ROWS + MAX_TITLE_ROWS)
          throw new Problem('import.too_many_rows', { most: MAX_IMPORT_ROWS });
        if (row.length > MAX_IMPORT_COLUMNS) throw new Problem('import.too_many_columns', { most: MAX_IMPORT_COLUMNS });
        if (first.length <= GUESSED_ROWS) first.push(row.map((cell) => cell.slice(0, LONGEST_SAMPLE)));
      }
      return { first, count };
    });
  } catch (cause) {
    throw cause instanceof UnreadableFile ? refusalOf(cause) : cause;
  }
}

const REFUSALS: Readonly<Partial<Record<UnreadableReason, ProblemCode>>> = {
  row_too_long: 'import.row_too_long',
  too_much: 'import.too_complex',
  too_slow: 'import.takes_too_long',
};

const refusalOf = (cause: UnreadableFile): Problem =>
  new Problem(REFUSALS[cause.reason] ?? 'import.unreadable', { most: MAX_IMPORT_COLUMNS }, { cause });

/** @throws {Problem} `file.not_found` */
async function open(
  ctx: Context,
  tenantId: TenantId,
  { id }: { id: Parameters<typeof openStored>[2] },
): Promise<Readable> {
  const file = await openStored(ctx, tenantId, id);
  if (!file) throw new Problem('file.not_found');
  return file;
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
