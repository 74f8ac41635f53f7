import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { OptOutScope } from '#contract/contacts/calls.ts';
import {
  ContactImport,
  ImportColumn,
  ImportFormat,
  ImportId,
  ImportOmission,
  type ImportRejection,
  type ImportStart,
  ImportSource,
  ImportStatus,
  RejectionReason,
} from '#contract/imports/calls.ts';
import { FileId } from '#contract/texts/calls.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import type { Imports } from '#server/platform/database/schema.gen.ts';

const StoredOptOuts = z.object({ scope: OptOutScope, note: z.string().nullable(), endsAt: z.string().nullable() });
/** The reason and period that an imported list of opt-outs gives to each number. */
type StoredOptOuts = z.infer<typeof StoredOptOuts>;

/** A file of corrected rows, and how many of them are processed. */
const Correction = z.object({
  fileId: FileId,
  format: ImportFormat.nullable(),
  sheet: z.string().nullable().default(null),
  titleRows: z.int(),
  places: z.object({ columns: z.array(z.int()), rowNumber: z.int().nullable() }),
  total: z.int(),
  rows: z.int(),
});
export type Correction = z.infer<typeof Correction>;

export type StoredImport = ContactImport & {
  fileId: FileId;
  /** Rows above the contacts. */
  titleRows: number;
  /** The highest number of a row. */
  lastRow: number;
  updatesExisting: boolean;
  allowsForeign: boolean;
  optOuts: StoredOptOuts | null;
  correction: Correction | null;
};

type ReadFile = Pick<StoredImport, 'format' | 'sheet' | 'titleRows' | 'columns' | 'total' | 'lastRow'>;
type Draft = ReadFile & Pick<StoredImport, 'id' | 'fileId' | 'title' | 'source' | 'sheets'>;

export async function insertDraft(
  { tx, tenantId }: TenantScope,
  { id, fileId, title, source, sheets, ...file }: Draft,
  createdAt: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('imports')
    .values({
      tenant_id: tenantId,
      id,
      file_id: fileId,
      title,
      source,
      status: 'draft',
      sheets: [...sheets],
      created_at: createdAt,
      ...columnsOf(file),
    })
    .execute();
}

const columnsOf = ({ format, sheet, titleRows, columns, total, lastRow }: ReadFile) => ({
  encoding: format?.encoding ?? null,
  delimiter: format?.delimiter ?? null,
  sheet,
  title_rows: titleRows,
  columns: JSON.stringify(columns),
  total,
  last_row: lastRow,
});

export async function updateDraft({ tx, tenantId }: TenantScope, id: ImportId, file: ReadFile): Promise<void> {
  await tx
    .updateTable('imports')
    .set(columnsOf(file))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .execute();
}

export async function findImport(
  { tx, tenantId }: TenantScope,
  id: ImportId,
  { isLocked = false } = {},
): Promise<StoredImport | undefined> {
  const row = await tx
    .selectFrom('imports')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && toImport(row);
}

const Cursor = z.tuple([z.iso.datetime(), ImportId]);

/** Lists imports that were started, newest first. */
export async function listImports(
  { tx, tenantId }: TenantScope,
  { cursor, limit }: { cursor?: string; limit: number },
): Promise<{ items: StoredImport[]; nextCursor: string | null }> {
  const rows = await tx
    .selectFrom('imports')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('status', '<>', 'draft')
    .where(isBeyond([sql.ref('created_at'), sql.ref('id')], readCursor(cursor, Cursor), 'desc'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, toImport, (row) => [row.created_at.toString(), row.id]);
}

export async function markStarted(
  { tx, tenantId }: TenantScope,
  id: ImportId,
  {
    columns,
    optOuts,
    ...start
  }: Omit<ImportStart, 'columns'> & { columns: readonly ImportColumn[]; optOuts: StoredOptOuts | null },
  startedAt: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('imports')
    .set({
      status: 'running',
      columns: JSON.stringify(columns),
      tags: [...start.tags],
      consent_source: start.consentSource,
      consented_on: start.consentedOn,
      updates_existing: start.updatesExisting,
      allows_foreign: start.allowsForeign,
      opt_outs: optOuts && JSON.stringify(optOuts),
      started_at: startedAt,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export type Counts = Pick<StoredImport, 'created' | 'updated' | 'unchanged' | 'duplicates' | 'rejected'>;

/** Adds the outcomes of a batch; `rows` grows by their sum. */
export async function addCounts({ tx, tenantId }: TenantScope, id: ImportId, counts: Counts): Promise<void> {
  const { created, updated, unchanged, duplicates, rejected } = counts;
  await sql`
    update imports set rows = rows + ${created + updated + unchanged + duplicates + rejected},
      created = created + ${created}, updated = updated + ${updated}, unchanged = unchanged + ${unchanged},
      duplicates = duplicates + ${duplicates}, rejected = rejected + ${rejected}
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
}

export async function addRemoved({ tx, tenantId }: TenantScope, id: ImportId, removed: number): Promise<void> {
  await sql`update imports set removed = removed + ${removed} where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
}

/** Rows that a corrected file adds to the list. */
export async function addTotal({ tx, tenantId }: TenantScope, id: ImportId, more: number): Promise<void> {
  if (more === 0) return;
  await sql`
    update imports set total = total + ${more}, last_row = coalesce(last_row, total + title_rows) + ${more}
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
}

/** Stores which corrected rows are imported; null after the last one. */
export async function setCorrection(
  { tx, tenantId }: TenantScope,
  id: ImportId,
  correction: Correction | null,
): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ correction: correction && JSON.stringify(correction) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export async function setStatus(
  { tx, tenantId }: TenantScope,
  id: ImportId,
  change: Pick<StoredImport, 'status' | 'problem'> & { finishedAt: Temporal.Instant | null },
): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ status: change.status, problem: change.problem, finished_at: change.finishedAt })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export async function insertRejections(
  { tx, tenantId }: TenantScope,
  id: ImportId,
  rejections: readonly ImportRejection[],
): Promise<void> {
  if (rejections.length === 0) return;
  const rows = rejections.map(({ rowNumber, reason, cells }) => ({
    tenant_id: tenantId,
    import_id: id,
    row_number: rowNumber,
    reason,
    cells,
  }));
  await tx.insertInto('import_rejections').values(rows).execute();
}

/** Stores cells that were left out; a row has one of each field. @returns how many are new */
export async function insertOmissions(
  { tx, tenantId }: TenantScope,
  id: ImportId,
  omissions: readonly ImportOmission[],
): Promise<number> {
  if (omissions.length === 0) return 0;
  const rows = omissions.map(({ rowNumber, field, text }) => ({
    tenant_id: tenantId,
    import_id: id,
    row_number: rowNumber,
    field,
    said: text,
  }));
  const stored = await tx
    .insertInto('import_omissions')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('row_number')
    .execute();
  return stored.length;
}

export async function addOmitted({ tx, tenantId }: TenantScope, id: ImportId, more: number): Promise<void> {
  if (more === 0) return;
  await sql`update imports set omitted = omitted + ${more} where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
}

/** Lists cells that were left out, after a row and a field. */
export async function listOmissions(
  { tx, tenantId }: TenantScope,
  id: ImportId,
  { after: [row, field], limit }: { after: readonly [row: number, field: string]; limit: number },
): Promise<ImportOmission[]> {
  const rows = await tx
    .selectFrom('import_omissions')
    .select(['row_number', 'field', 'said'])
    .where('tenant_id', '=', tenantId)
    .where('import_id', '=', id)
    .where(sql<boolean>`(row_number, field) > (${row}::int, ${field}::text)`)
    .orderBy('row_number')
    .orderBy('field')
    .limit(limit)
    .execute();
  return rows.map((one) => ImportOmission.parse({ rowNumber: one.row_number, field: one.field, text: one.said }));
}

/** Lists those of the rows with these numbers that are rejected. */
export async function listRejectionsByNumber(
  { tx, tenantId }: TenantScope,
  id: ImportId,
  numbers: readonly number[],
): Promise<Pick<ImportRejection, 'rowNumber' | 'reason'>[]> {
  const rows = await tx
    .selectFrom('import_rejections')
    .select(['row_number', 'reason'])
    .where('tenant_id', '=', tenantId)
    .where('import_id', '=', id)
    .where('row_number', '=', sql<number>`any (${[...numbers]}::int[])`)
    .execute();
  return rows.map((row) => ({ rowNumber: row.row_number, reason: RejectionReason.parse(row.reason) }));
}

export async function deleteRejections(
  { tx, tenantId }: TenantScope,
  id: ImportId,
  numbers: readonly number[],
): Promise<void> {
  await tx
    .deleteFrom('import_rejections')
    .where('tenant_id', '=', tenantId)
    .where('import_id', '=', id)
    .where('row_number', '=', sql<number>`any (${[...numbers]}::int[])`)
    .execute();
}

/** Lists rejected rows after a number, in their order. */
export async function listRejections(
  { tx, tenantId }: TenantScope,
  id: ImportId,
  { after, limit }: { after: number; limit: number },
): Promise<ImportRejection[]> {
  const rows = await tx
    .selectFrom('import_rejections')
    .select(['row_number', 'reason', 'cells'])
    .where('tenant_id', '=', tenantId)
    .where('import_id', '=', id)
    .where('row_number', '>', after)
    .orderBy('row_number')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    rowNumber: row.row_number,
    reason: RejectionReason.parse(row.reason),
    cells: row.cells,
  }));
}

/** Deletes drafts that were not started. */
export async function deleteDrafts({ tx }: SystemScope, createdBefore: Temporal.Instant): Promise<void> {
  await tx.deleteFrom('imports').where('status', '=', 'draft').where('created_at', '<', createdBefore).execute();
}

const Columns = z.array(ImportColumn);

function toImport(row: Selectable<Imports>): StoredImport {
  const correction = Correction.nullable().parse(row.correction);
  return {
    correction,
    correcting: correction && { rows: correction.rows, total: correction.total },
    id: ImportId.parse(row.id),
    fileId: FileId.parse(row.file_id),
    title: row.title,
    source: ImportSource.parse(row.source),
    status: ImportStatus.parse(row.status),
    format: row.encoding === null ? null : ImportFormat.parse({ encoding: row.encoding, delimiter: row.delimiter }),
    sheet: row.sheet,
    sheets: row.sheets,
    hasTitles: row.title_rows > 0,
    titleRows: row.title_rows,
    columns: Columns.parse(row.columns),
    tags: row.tags,
    consentSource: row.consent_source,
    consentedOn: row.consented_on === null ? null : String(row.consented_on),
    updatesExisting: row.updates_existing,
    allowsForeign: row.allows_foreign,
    optOuts: StoredOptOuts.nullable().parse(row.opt_outs),
    total: row.total,
    lastRow: row.last_row ?? row.total + row.title_rows,
    omitted: row.omitted,
    rows: row.rows,
    created: row.created,
    updated: row.updated,
    unchanged: row.unchanged,
    duplicates: row.duplicates,
    rejected: row.rejected,
    removed: row.removed,
    problem: ContactImport.shape.problem.parse(row.problem),
    createdAt: row.created_at.toString(),
    finishedAt: row.finished_at?.toString() ?? null,
  };
}
