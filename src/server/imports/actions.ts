import { z } from 'zod';
import type { ContactImport, ImportColumn, ImportId, ImportStart, OptOutImportStart } from '#contract/imports/calls.ts';
import { REPEATABLE_FIELDS } from '#contract/imports/values.ts';
import { futureEnd } from '#server/contacts/opt-outs/opt-out-actions.ts';
import { spelledAsInUse } from '#server/contacts/tags/tag-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { continueImportJob } from './jobs.ts';
import { findImport, listOmissions, listRejections, markStarted, setStatus, type StoredImport } from './queries.ts';

/** @throws {Problem} `import.not_found` */
export async function getImport(scope: TenantScope, id: ImportId): Promise<ContactImport> {
  const found = await findImport(scope, id);
  if (!found) throw new Problem('import.not_found');
  return found;
}

/** Starts the import of a draft. */
export async function startImport(scope: ActionScope, id: ImportId, start: ImportStart): Promise<ContactImport> {
  const draft = await lockedImport(scope, id, ['draft']);
  const columns = withFields(draft, start.columns);
  const tags = await spelledAsInUse(scope, start.tags);
  await markStarted(scope, id, { ...start, columns, tags, optOuts: null }, scope.clock.now());
  return carryOn(scope, id);
}

/** Starts a draft as a list of opt-outs. */
export async function startOptOutImport(
  scope: ActionScope,
  id: ImportId,
  { columns: fields, allowsForeign, note, period, ...bounds }: OptOutImportStart,
): Promise<ContactImport> {
  const draft = await lockedImport(scope, id, ['draft']);
  const read = fields.map((field) => (field === 'phone' || field === 'note' ? field : null));
  const now = scope.clock.now();
  const endsAt = futureEnd(period, now, (await getTenant(scope)).timeZone)?.toString() ?? null;
  const start = { tags: [], consentSource: '', consentedOn: null, updatesExisting: false, allowsForeign };
  const optOuts = { scope: bounds.scope, note: note || null, endsAt };
  await markStarted(scope, id, { ...start, columns: withFields(draft, read), optOuts }, now);
  return carryOn(scope, id);
}

/** Gives the columns of a draft their meanings. */
function withFields({ columns }: StoredImport, fields: ImportStart['columns']): ImportColumn[] {
  if (!fields.includes('phone')) throw wrongField('columns', 'required');
  const single = fields.filter((field) => field !== null && !REPEATABLE_FIELDS.some((one) => one === field));
  if (new Set(single).size < single.length) throw wrongField('columns', 'repeated');
  return columns.map((column, index) => ({ ...column, field: fields[index] ?? null }));
}

/** Goes on with an import that failed. */
export async function resumeImport(scope: ActionScope, id: ImportId): Promise<ContactImport> {
  await lockedImport(scope, id, ['failed']);
  return takeUp(scope, id);
}

/** Runs an import that was over once more, for its corrected rows. */
export async function takeUp(scope: ActionScope, id: ImportId): Promise<ContactImport> {
  await setStatus(scope, id, { status: 'running', problem: null, finishedAt: null });
  return carryOn(scope, id);
}

/** Begins to take an import back. */
export async function undoImport(scope: ActionScope, id: ImportId): Promise<ContactImport> {
  await lockedImport(scope, id, ['done', 'failed']);
  await setStatus(scope, id, { status: 'undoing', problem: null, finishedAt: null });
  return carryOn(scope, id);
}

const RejectionCursor = z.tuple([z.int()]);

/** Lists rejected rows; the cursor is the number of the last one. */
export async function pageOfRejections(
  scope: TenantScope,
  id: ImportId,
  { cursor, limit }: { cursor?: string; limit: number },
) {
  await getImport(scope, id);
  const [after] = readCursor(cursor, RejectionCursor) ?? [0];
  const rows = await listRejections(scope, id, { after, limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => row,
    ({ rowNumber }) => [rowNumber],
  );
}

const OmissionCursor = z.tuple([z.int(), z.string()]);

/** Lists cells that were left out; the cursor is the row and the field of the last one. */
export async function pageOfOmissions(
  scope: TenantScope,
  id: ImportId,
  { cursor, limit }: { cursor?: string; limit: number },
) {
  await getImport(scope, id);
  const after = readCursor(cursor, OmissionCursor) ?? ([0, ''] as const);
  const rows = await listOmissions(scope, id, { after, limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => row,
    ({ rowNumber, field }) => [rowNumber, field],
  );
}

/** Queues the job that continues an import. */
async function carryOn(scope: ActionScope, importId: ImportId): Promise<ContactImport> {
  await enqueue(scope, continueImportJob, { tenantId: scope.tenantId, importId });
  await announce(scope, 'contacts');
  return getImport(scope, importId);
}

/** @throws {Problem} `import.wrong_status` */
export async function lockedImport(
  scope: TenantScope,
  id: ImportId,
  allowed: readonly StoredImport['status'][],
): Promise<StoredImport> {
  const found = await findImport(scope, id, { isLocked: true });
  if (!found) throw new Problem('import.not_found');
  if (!allowed.includes(found.status)) throw new Problem('import.wrong_status', { status: found.status });
  return found;
}
