import type { z } from 'zod';
import type { ContactImport, ImportId } from '#contract/imports/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { forgetListMembers } from '#server/contacts/imports/import-actions.ts';
import { liftImportedOptOuts } from '#server/contacts/imports/opt-out-import-actions.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { readIsolated } from '#server/platform/isolated-readers/read-isolated.ts';
import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { openStored } from '#server/texts/attachments/attachment-actions.ts';
import { storeCorrectedBatch } from './correcting-actions.ts';
import { continueImportJob } from './jobs.ts';
import { addCounts, addRemoved, findImport, setCorrection, setStatus, type StoredImport } from './queries.ts';
import type { RowReading } from './row-rules.ts';
import { sheetReader } from './reading/sheet-reader.ts';
import { type NumberedRow, storeRows } from './storing-actions.ts';

// NOTE: a process: it goes through cabinets or batches, one transaction each.

/** Rows stored in one transaction. Bounds the memory and moves the progress bar. */
const BATCH_ROWS = 1_000;

/** After this, a run that found no place to read its file tries again. */
const RETRY_SECONDS = 10;

/** The import was ended, or another run of the job stores its rows. */
class Overtaken extends Error {}

/**
 * Continues an import, or its undo. Each batch of rows is one transaction with the count of rows done, so that a run
 * after a crash begins behind the last stored batch, and two runs at once store nothing twice.
 */
export async function continueImport(
  ctx: Context,
  { tenantId, importId }: z.infer<typeof continueImportJob.payload>,
  signal: AbortSignal,
): Promise<void> {
  const inTenant: InTenant = (work) => withTenant(ctx, tenantId, work);
  const found = await inTenant((scope) => findImport(scope, importId));
  try {
    const isOver =
      found?.status === 'undoing'
        ? await undoBatches(inTenant, importId, signal)
        : found?.status !== 'running' || (await storeFile(ctx, tenantId, found, signal));
    if (!isOver) await inTenant((scope) => enqueue(scope, continueImportJob, { tenantId, importId }));
  } catch (error) {
    if (error instanceof Overtaken) return;
    if (error instanceof Problem && error.code === 'file.too_many_at_once') return tryLater(inTenant, ctx, importId);
    const problem = problemOf(error);
    if (problem === null) throw error;
    ctx.log.warn({ err: error, importId }, 'An import stopped');
    await inTenant((scope) => finish(scope, importId, 'failed', problem));
  }
}

type InTenant = <Result>(work: (scope: ActionScope) => Promise<Result>) => Promise<Result>;

/** Leaves the worker to other jobs until there may be a place. */
async function tryLater(inTenant: InTenant, { clock }: Context, importId: ImportId): Promise<void> {
  const runAt = clock.now().add({ seconds: RETRY_SECONDS });
  await inTenant((scope) => enqueue(scope, continueImportJob, { tenantId: scope.tenantId, importId }, { runAt }));
}

class FileGone extends Error {}

/** Returns the reason that people can act on; null for what the queue tries again, as when the machine is too busy. */
function problemOf(error: unknown): ContactImport['problem'] {
  if (error instanceof FileGone) return 'file_gone';
  if (error instanceof UnreadableFile) {
    return error.reason === 'too_slow' || error.reason === 'too_much' ? null : 'file_unreadable';
  }
  return error instanceof Problem && error.code === 'tag.limit_reached' ? 'too_many_tags' : null;
}

/** Stores the rest of the list, or of its corrected rows. @returns whether all rows are stored */
async function storeFile(ctx: Context, tenantId: TenantId, list: StoredImport, signal: AbortSignal): Promise<boolean> {
  const inTenant: InTenant = (work) => withTenant(ctx, tenantId, work);
  const { fileId, format, sheet, titleRows, rows: before } = list.correction ?? list;
  const open = async () => {
    const stored = await openStored(ctx, tenantId, fileId);
    if (!stored) throw new FileGone();
    return stored;
  };
  const { countryId } = await inTenant(getTenant);
  const reading: RowReading = {
    columns: list.columns,
    country: countryId,
    allowsForeign: list.allowsForeign,
    now: ctx.clock.now(),
  };
  let [place, done] = [-titleRows, before];
  let batch: NumberedRow[] = [];
  const store = async () => {
    await inTenant(async (scope) => {
      const found = await findImport(scope, list.id, { isLocked: true });
      if (found?.status !== 'running' || (found.correction ?? found).rows !== done) throw new Overtaken();
      if (found.correction) await storeCorrectedBatch(scope, found, { reading, rows: batch });
      else {
        await addCounts(scope, list.id, await storeRows(scope, found, { reading, rows: batch }));
      }
      await announce(scope, 'contacts');
    });
    done += batch.length;
    batch = [];
  };
  const file = { key: tenantId, isJob: true, options: { format, sheet }, open };
  const isStored = await readIsolated(sheetReader, file, async (rows) => {
    for await (const { line, cells, isBroken } of rows) {
      place += 1;
      if (place > done) batch.push({ rowNumber: line, cells, isBroken });
      if (batch.length < BATCH_ROWS) continue;
      await store();
      if (signal.aborted) return false;
    }
    if (batch.length > 0) await store();
    return true;
  });
  if (!isStored) return false;
  await inTenant(async (scope) => {
    await setCorrection(scope, list.id, null);
    await finish(scope, list.id, 'done', null);
  });
  return true;
}

/** @returns whether nothing is left to take back */
async function undoBatches(inTenant: InTenant, id: ImportId, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const isOver = await inTenant(async (scope) => {
      const found = await findImport(scope, id, { isLocked: true });
      if (found?.status !== 'undoing') throw new Overtaken();
      const { taken, deleted } = await undoBatch(scope, found);
      await addRemoved(scope, id, deleted);
      await announce(scope, 'contacts');
      if (taken === BATCH_ROWS) return false;
      await finish(scope, id, 'undone', null);
      return true;
    });
    if (isOver) return true;
  }
  return false;
}

/** Takes back opt-outs; of a list of contacts first those of its refusals, which would keep their contacts. */
async function undoBatch(
  scope: ActionScope,
  { id, optOuts }: StoredImport,
): Promise<{ taken: number; deleted: number }> {
  if (optOuts) return liftImportedOptOuts(scope, id, BATCH_ROWS);
  const refusals = await liftImportedOptOuts(scope, id, BATCH_ROWS);
  return refusals.taken > 0 ? { taken: BATCH_ROWS, deleted: 0 } : forgetListMembers(scope, id, BATCH_ROWS);
}

async function finish(
  scope: ActionScope,
  id: ImportId,
  status: 'done' | 'failed' | 'undone',
  problem: ContactImport['problem'],
): Promise<void> {
  await setStatus(scope, id, { status, problem, finishedAt: scope.clock.now() });
  await announce(scope, 'contacts');
}
