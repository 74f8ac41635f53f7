import { z } from 'zod';
import type { KnowledgeOmission, KnowledgeSourceId, KnowledgeTrouble } from '#contract/assistants/knowledge.ts';
import { MAX_ASSISTANT_PASSAGES, MAX_SOURCE_PASSAGES } from '#contract/assistants/knowledge-values.ts';
import type { PassageText } from '#server/assistants/knowledge/documents/passage-rules.ts';
import { readSourceJob } from '#server/assistants/knowledge/jobs.ts';
import { countPassages, deletePassages, insertPassages } from '#server/assistants/knowledge/sources/passage-queries.ts';
import { changed, nextReadAt } from '#server/assistants/knowledge/sources/source-actions.ts';
import {
  countSources,
  findSource,
  type StoredSource,
  updateSource,
} from '#server/assistants/knowledge/sources/source-queries.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { newId } from '#server/platform/values/ids.ts';
import { deletePages } from './page-queries.ts';

/** A run of the job that reads a source. What it stores is dropped once another run, or another reading, has begun. */
export type Run = { sourceId: KnowledgeSourceId; reading: number; run: string };

/** Another run reads the source, or it was deleted. */
export class Overtaken extends Error {
  override name = 'Overtaken';
}

/** Begins a run. @returns null when there is nothing to read */
export async function beginRun(
  scope: ActionScope,
  { sourceId, reading }: { sourceId: KnowledgeSourceId; reading: number },
): Promise<{ run: Run; source: StoredSource } | null> {
  const source = await findSource(scope, sourceId, { isLocked: true });
  const isWanted = source?.reading === reading && (source.state === 'waiting' || source.state === 'reading');
  if (!isWanted) return null;
  const run = newId(z.uuid());
  await updateSource(scope, sourceId, { state: 'reading', run });
  // NOTE: pages of a site are stored one by one and stay; a file is read from its beginning
  if (source.kind === 'file') await deletePassages(scope, sourceId, { except: [source.usedReading] });
  await announce(scope, 'assistants');
  return { run: { sourceId, reading, run }, source };
}

/** The source, locked. @throws Overtaken */
export async function requireRun(scope: ActionScope, { sourceId, reading, run }: Run): Promise<StoredSource> {
  const source = await findSource(scope, sourceId, { isLocked: true });
  if (source?.run !== run || source.reading !== reading) throw new Overtaken();
  return source;
}

/**
 * Stores further passages of a run.
 *
 * @returns how many were stored; the rest of a source above its limit is left out
 * @throws Overtaken
 */
export async function storePassages(
  scope: ActionScope,
  run: Run,
  { passages, done, total }: { passages: readonly PassageText[]; done: number; total: number | null },
): Promise<number> {
  await requireRun(scope, run);
  const from = await countPassages(scope, run);
  const fitting = passages.slice(0, Math.max(0, MAX_SOURCE_PASSAGES - from));
  await insertPassages(scope, run, { from, passages: fitting });
  await updateSource(scope, run.sourceId, { done, total });
  await announce(scope, 'assistants');
  return fitting.length;
}

/** Ends a reading: its passages take the place of those before. @throws Overtaken */
export async function finishRun(
  scope: ActionScope,
  run: Run,
  { title, omissions }: { title: string | null; omissions: KnowledgeOmission[] },
): Promise<void> {
  const source = await requireRun(scope, run);
  const passages = await countPassages(scope, run);
  if (passages === 0) return failRun(scope, run, 'empty');
  const { passages: all } = await countSources(scope, source.assistantId);
  if (all - source.passages + passages > MAX_ASSISTANT_PASSAGES) return failRun(scope, run, 'too_many_passages');
  const now = scope.clock.now();
  await updateSource(scope, run.sourceId, {
    ...(title && { title }),
    state: 'ready',
    trouble: null,
    omissions,
    run: null,
    usedReading: run.reading,
    passages,
    readAt: now,
    nextReadAt: nextReadAt(source, now),
  });
  await deletePassages(scope, run.sourceId, { except: [run.reading] });
  await deletePages(scope, run.sourceId, { except: run.reading });
  await changed(scope, source.assistantId);
}

/** Ends a reading without passages of its own; those of the reading before it are used on. @throws Overtaken */
export async function failRun(scope: ActionScope, run: Run, trouble: KnowledgeTrouble): Promise<void> {
  const source = await requireRun(scope, run);
  await updateSource(scope, run.sourceId, {
    state: 'failed',
    trouble,
    run: null,
    nextReadAt: nextReadAt(source, scope.clock.now()),
  });
  await deletePassages(scope, run.sourceId, { except: [source.usedReading] });
  await announce(scope, 'assistants');
}

/** Pauses before a place that did not answer is tried again. */
const RETRY_SECONDS = [30, 300] as const;

/** Reads a source later, or gives it up after the last attempt. @throws Overtaken */
export async function retryRun(scope: ActionScope, run: Run, trouble: KnowledgeTrouble): Promise<void> {
  const { attempts } = await requireRun(scope, run);
  const seconds = RETRY_SECONDS[attempts];
  if (seconds === undefined) return failRun(scope, run, trouble);
  await updateSource(scope, run.sourceId, { state: 'waiting', attempts: attempts + 1, run: null });
  await continueLater(scope, run, seconds);
}

/** Leaves the worker to other jobs for a while. */
export async function continueLater(scope: ActionScope, { sourceId, reading }: Run, seconds: number): Promise<void> {
  const runAt = scope.clock.now().add({ milliseconds: Math.round(seconds * 1_000) });
  await enqueue(scope, readSourceJob, { tenantId: scope.tenantId, sourceId, reading }, { runAt });
}
