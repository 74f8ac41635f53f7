import type { z } from 'zod';
import { AssistantSettings } from '#contract/assistants/settings.ts';
import type { RunStop } from '#contract/assistants/case-values.ts';
import { runCasesJob } from '#server/assistants/jobs.ts';
import type { Embeddings } from '#server/assistants/knowledge/search/embeddings-port.ts';
import type { SourceContext } from '#server/connections/port.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { findVersion } from '#server/senders/versions/version-reads.ts';
import { addRunCost, endRun, findRunForUpdate } from './run-queries.ts';
import { hasFailedCall, isCapReached } from './run-rules.ts';
import { countAttempt, countWaiting, findWaiting, storeTalk } from './talk-queries.ts';
import { type HeldTalk, holdTalk, type TalkRequest } from './talking-actions.ts';

// NOTE: a process: it holds a talk between two transactions.

type Payload = z.output<typeof runCasesJob.payload>;

/** A talk in which the models or the booking system could not be reached is repeated so many times. */
const MAX_ATTEMPTS = 2;
const RETRY_SECONDS = 30;

/**
 * Holds the next talk of a queue, and queues the queue again. A talk whose worker dies is held again by the next attempt of the
 * job, and is stored once.
 */
export async function runNextTalk(
  ctx: SourceContext,
  embeddings: Embeddings,
  payload: Payload,
  signal: AbortSignal,
): Promise<void> {
  const next = await withTenant(ctx, payload.tenantId, (scope) => readNext(scope, payload));
  if (!next) return;
  const { attempts, ...request } = next;
  const held = await holdTalk(ctx, embeddings, { ...request, tenantId: payload.tenantId, signal });
  signal.throwIfAborted();
  await withTenant(ctx, payload.tenantId, (scope) => note(scope, payload, { talkId: next.talkId, attempts, held }));
}

type Next = Omit<TalkRequest, 'tenantId' | 'signal'> & { attempts: number };

/** Null: the run is over, or the queue is. */
async function readNext(scope: ActionScope, { runId, queue }: Payload): Promise<Next | null> {
  const run = await findRunForUpdate(scope, runId);
  if (run?.state !== 'running') return null;
  const talk = await findWaiting(scope, runId, queue);
  if (!talk) return null;
  const saved = await findVersion(scope, run.assistantId, run.version);
  if (!saved) throw new Error('The save of a run was not found');
  if (isCapReached(run)) {
    await end(scope, runId, 'cap');
    return null;
  }
  const { assistantId, version } = run;
  return {
    assistantId,
    version,
    title: saved.title,
    settings: AssistantSettings.parse(saved.settings),
    testCase: talk.settings,
    talkId: talk.id,
    seed: talk.repeat,
    attempts: talk.attempts,
  };
}

type Held = { talkId: string; attempts: number; held: HeldTalk };

async function note(scope: ActionScope, payload: Payload, { talkId, attempts, held }: Held): Promise<void> {
  const { runId } = payload;
  const run = await findRunForUpdate(scope, runId);
  if (!run) return;
  await addRunCost(scope, runId, held.costMicroUsd);
  const isDisturbed = held.trouble === 'unavailable' || hasFailedCall(held.lines.flatMap(({ turn }) => turn ?? []));
  if (isDisturbed && attempts < MAX_ATTEMPTS) {
    await countAttempt(scope, talkId);
    return enqueue(scope, runCasesJob, payload, { runAt: scope.clock.now().add({ seconds: RETRY_SECONDS }) });
  }
  if (held.trouble) return end(scope, runId, held.trouble);
  await storeTalk(scope, talkId, held);
  if ((await countWaiting(scope, runId)) === 0) return end(scope, runId, null);
  await enqueue(scope, runCasesJob, payload);
  await announce(scope, 'assistants');
}

async function end(scope: ActionScope, runId: Payload['runId'], stop: RunStop | null): Promise<void> {
  await endRun(scope, runId, { stop, at: scope.clock.now() });
  await announce(scope, 'assistants');
}
