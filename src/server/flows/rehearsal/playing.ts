import type { z } from 'zod';
import type { RehearsalId } from '#contract/flow-rehearsals.ts';
import { FlowId } from '#contract/flows.ts';
import type { Context } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { announce } from '#server/platform/realtime.ts';
import { loadSurroundings } from '#server/flows/planning/facts.ts';
import { rehearseJob } from '#server/flows/jobs.ts';
import { loadPast } from './past.ts';
import { listConcerned } from './past-queries.ts';
import type { StoredFlow } from '#server/flows/stored-flows.ts';
import { failRehearsal, tellOver } from './ending.ts';
import { findRehearsal, type StoredRehearsal, updateRehearsal } from './queries.ts';
import { insertRows } from './rows.ts';
import { addPerson, concernOf, leadHours } from './rules.ts';
import { rehearsePerson } from './rehearsing.ts';

/** Customers played in one transaction: memory stays, and the progress moves. */
const BATCH_SIZE = 200;
/** A batch that fails so often in a row will not succeed: the rehearsal is given up, and its owner told. */
const MOST_FAILURES = 3;

/** Plays on, batch after batch, each in a transaction of its own: what is interrupted goes on where it was. */
export async function rehearse(
  ctx: Context,
  { tenantId, rehearsalId }: z.infer<typeof rehearseJob.payload>,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; ;) {
    try {
      const isOver = await withTenant(ctx.db, tenantId, (scope) => playBatch(ctx, scope, rehearsalId));
      if (isOver) return;
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === MOST_FAILURES) return failRehearsal(ctx, { tenantId, rehearsalId }, error);
    }
    if (signal.aborted) {
      await withTenant(ctx.db, tenantId, (scope) => enqueue(scope, rehearseJob, { tenantId, rehearsalId }));
      return;
    }
  }
}

/** @returns whether there is nothing left to play */
async function playBatch(ctx: Context, scope: TenantScope, id: RehearsalId): Promise<boolean> {
  const rehearsal = await findRehearsal(scope, id, { isLocked: true });
  if (rehearsal?.status !== 'running') return true;
  const concern = concernOf(rehearsal.flows);
  const { after, from, until } = rehearsal;
  const since = from.subtract({ hours: leadHours(rehearsal.flows) });
  const contactIds = await listConcerned(scope, { from: since, until }, { ...concern, after, limit: BATCH_SIZE });
  const flows = rehearsal.flows.map((flow) => asLive(flow, from));
  const around = await loadSurroundings(ctx, scope, flows);
  const people = await loadPast(
    scope,
    contactIds,
    { from: since, until },
    { flows, around, withBirthdays: concern.withBirthdays },
  );

  const summary = structuredClone(rehearsal.summary);
  const counts = structuredClone(rehearsal.dailyCounts);
  const rows = people.flatMap((person) =>
    addPerson(
      summary,
      rehearsePerson(ctx, around, person, { flows, counts, since, from, until }),
      person.heard,
      around.tenant.timeZone,
    ),
  );
  await insertRows(scope, id, rows);
  const isOver = contactIds.length < BATCH_SIZE;
  const done = Math.min(rehearsal.total, rehearsal.done + contactIds.length);
  await updateRehearsal(scope, id, {
    summary,
    dailyCounts: counts,
    done: isOver ? rehearsal.total : done,
    after: contactIds.at(-1) ?? null,
    ...(isOver && { status: 'done' as const, finishedAt: ctx.clock.now() }),
  });
  if (isOver) {
    const { sent, people: written } = summary;
    await tellOver(scope, ctx.clock.now(), { id, flows: rehearsal.flows, sent, people: written, status: 'done' });
  }
  await announce(scope, 'rehearsals');
  return isOver;
}

/** As if it had been live since before the period. */
function asLive({ flowId, ...flow }: StoredRehearsal['flows'][number], from: Temporal.Instant): StoredFlow {
  const started = flow.lastStartedAt ? Temporal.Instant.from(flow.lastStartedAt) : from;
  return {
    ...flow,
    id: flowId ?? newId(FlowId),
    status: 'working',
    errorReason: null,
    errorCode: null,
    statusBefore: null,
    mode: 'combat',
    testPhones: [],
    toFill: [],
    lastStartedAt: Temporal.Instant.compare(started, from) < 0 ? started : from,
    plannedUntil: flow.plannedUntil ? Temporal.Instant.from(flow.plannedUntil) : null,
    updatedAt: from,
    isDeleted: false,
  };
}
