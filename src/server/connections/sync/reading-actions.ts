import { randomUUIDv7 } from 'node:crypto';
import { withTenant, type Scoped } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { checkBranch } from '#server/connections/connecting/checking-actions.ts';
import {
  noteReadFailed,
  noteUnknownFields,
  noteUnreadableRecords,
} from '#server/connections/storage/health-actions.ts';
import { branchCaughtUp, type Cursor } from '#server/connections/jobs.ts';
import type { OpenBranch } from '#server/connections/storage/opening-actions.ts';
import type { Refusal } from '#server/connections/port.ts';
import { isUnread, type KnownBranch } from '#server/connections/storage/rules.ts';
import { isBusy } from './rules.ts';
import type { Source, Stretch, SyncContext } from './port.ts';

// NOTE: a process: it calls an outside service between transactions.

export type Progress = {
  /** Position at which the reading continues; null at the end. */
  cursor: Cursor | null;
  /** Revision of the first page that has one, so that no change is missed. */
  revision: number | null;
  readCount: number;
  total: number | null;
};

type Run = {
  stretch: Stretch;
  from: Pick<Progress, 'revision' | 'readCount'> & { cursor: Cursor };
  maxPages: number;
  signal: AbortSignal;
  onPage?: (progress: Progress) => Promise<void>;
};

/** Reads and stores pages one at a time, each in its own transaction. @returns how far it came, what stopped it, and whether every record could be read */
export async function readPages(
  ctx: SyncContext,
  source: Source,
  opened: OpenBranch,
  { stretch, from, maxPages, signal, onPage }: Run,
): Promise<Progress & { refusal: Refusal | null; isReadable: boolean }> {
  let progress: Progress = { ...from, total: null };
  let isReadable = true;
  for (let pages = 0; progress.cursor !== null && pages < maxPages && !signal.aborted; pages++) {
    const readAt = ctx.clock.now();
    const read = await source.readPage(opened, progress.cursor, readAt);
    if (!read.isOk) return { ...progress, refusal: read, isReadable };
    const { items, unreadable, unknownFields, next, total, revision } = read.value;
    const { branch, caller } = opened;
    await withTenant(ctx, caller.tenantId, async (scope) => {
      await source.record(scope, branch, { items, readAt, stretch });
      await noteUnreadableRecords(scope, branch.connectionId, unreadable);
      await noteUnknownFields(scope, branch.connectionId, unknownFields);
    });
    isReadable &&= unreadable.length === 0;
    const count = items.length + unreadable.length;
    progress = {
      cursor: next,
      revision: progress.revision ?? revision,
      readCount: progress.readCount + count,
      total,
    };
    if (count > 0) await onPage?.(progress);
  }
  return { ...progress, refusal: null, isReadable };
}

/** Records a failed reading. For a refusal by missing rights it determines which. */
export async function noteFailure(ctx: SyncContext, { caller, branch }: OpenBranch, refusal: Refusal): Promise<void> {
  if (isBusy(refusal)) return;
  await withTenant(ctx, caller.tenantId, (scope) => noteReadFailed(scope, branch, refusal));
  if (refusal.trouble === 'rights_missing') await checkBranch(ctx, caller.tenantId, branch.id, caller);
}

/** @param before the branch as it was before it was read */
export async function emitCaughtUp(scope: Scoped<SyncContext>, before: KnownBranch): Promise<void> {
  const now = scope.clock.now();
  if (!isUnread(before, now)) return;
  const facts = { branchId: before.id };
  await emit(scope, branchCaughtUp, { dedupeKey: randomUUIDv7(), facts, occurredAt: now });
}
