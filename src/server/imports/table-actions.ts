import type { Readable } from 'node:stream';
import { MAX_IMPORT_COLUMNS } from '#contract/imports/values.ts';
import type { ProblemCode } from '#contract/problems.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import type { NumberedCells } from '#server/platform/files/csv-reading.ts';
import { readIsolated } from '#server/platform/isolated-readers/read-isolated.ts';
import { UnreadableFile, type UnreadableReason } from '#server/platform/isolated-readers/unreadable-file.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { openStored, storeFile, type Upload } from '#server/texts/attachments/attachment-actions.ts';
import { detectTable } from '#server/texts/attachments/attachment-rules.ts';
import { inferFormat, isWorkbook, readSample } from './reading/file-reading.ts';
import { sheetReader } from './reading/sheet-reader.ts';

// NOTE: a process: it reads or stores a file between transactions.

export const TABLE_EXTENSIONS = ['csv', 'xlsx', 'txt'];

/**
 * Reads the first rows of an uploaded table: its text, or the first sheet of a workbook. Nothing refers to the stored
 * file afterwards, so that the sweep deletes it.
 *
 * @returns the rows that are not empty, those of titles too, and how many come after them
 * @throws {Problem} when it is no table, or too large
 */
export async function readUploadedTable(
  ctx: Context,
  tenantId: TenantId,
  { upload, mostRows }: { upload: Upload; mostRows: number },
): Promise<{ rows: NumberedCells[]; leftOut: number }> {
  const file = await storeFile(ctx, tenantId, upload, { detector: detectTable(), allowed: TABLE_EXTENSIONS });
  const sample = await readSample(await openTable(ctx, tenantId, file));
  const { countryId } = await withTenant(ctx, tenantId, getTenant);
  const format = isWorkbook(sample) ? null : inferFormat(sample, countryId);
  if (!format && !isWorkbook(sample)) throw new Problem('file.wrong_type', { allowed: TABLE_EXTENSIONS });
  const reading = { key: tenantId, options: { format, sheet: null }, open: () => openTable(ctx, tenantId, file) };
  return refused(() =>
    readIsolated(sheetReader, reading, async (items) => {
      const rows: NumberedCells[] = [];
      let leftOut = 0;
      for await (const row of items) {
        if (row.cells.length > MAX_IMPORT_COLUMNS)
          throw new Problem('import.too_many_columns', { most: MAX_IMPORT_COLUMNS });
        if (rows.length < mostRows) rows.push(row);
        else leftOut += 1;
      }
      return { rows, leftOut };
    }),
  );
}

/** @throws {Problem} of a file that cannot be read */
export async function refused<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
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
export async function openTable(
  ctx: Context,
  tenantId: TenantId,
  { id }: { id: Parameters<typeof openStored>[2] },
): Promise<Readable> {
  const file = await openStored(ctx, tenantId, id);
  if (!file) throw new Problem('file.not_found');
  return file;
}
