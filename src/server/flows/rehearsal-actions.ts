import type { z } from 'zod';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/flow-rehearsals.ts';
import type { RehearsalId } from '#contract/flow-rehearsals.ts';
import { FlowId } from '#contract/flows.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import { messagesLeft } from '#server/billing/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/problem.ts';
import { announce } from '#server/platform/realtime.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { loadSurroundings } from './facts.ts';
import { rehearseJob } from './jobs.ts';
import { loadPast } from './past.ts';
import { countConcerned, listConcerned } from './past-queries.ts';
import { listFlowsById, type StoredFlow } from './queries.ts';
import {
  findRehearsal,
  forgetRehearsals,
  insertRehearsal,
  insertRows,
  pageOfRows,
  type StoredRehearsal,
  updateRehearsal,
} from './rehearsal-queries.ts';
import { addPerson, emptySummary } from './rehearsal-rules.ts';
import { rehearsePerson } from './rehearsing.ts';

/** Customers played in one transaction: memory stays, and the progress moves. */
const BATCH_SIZE = 200;
/** So long what a rehearsal found is kept. */
const KEPT_DAYS = 30;

/** Begins to play flows, or unsaved settings, on what happened in the last days. Nothing is sent. */
export async function startRehearsal(
  ctx: MemberContext,
  wish: BodyOf<typeof contract.startRehearsal>,
): Promise<ReplyOf<typeof contract.startRehearsal>> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const now = ctx.clock.now();
    const period = { from: now.subtract({ hours: 24 * wish.days }), until: now };
    const saved = (await listFlowsById(scope, wish.flowIds)).filter(({ isDeleted }) => !isDeleted);
    if (saved.length < new Set(wish.flowIds).size) throw new Problem('flow.not_found');
    const flows = [
      ...saved.map(({ id: flowId, title, kind, version, settings, lastStartedAt }) => {
        return { flowId, title, kind, version, settings, lastStartedAt: lastStartedAt?.toString() ?? null };
      }),
      ...(wish.unsaved ? [{ ...wish.unsaved, flowId: null, version: 1, lastStartedAt: null }] : []),
    ];
    const total = await countConcerned(scope, period, hasBirthdays(flows));
    await forgetRehearsals(scope, now.subtract({ hours: 24 * KEPT_DAYS }));
    const rehearsal = { ...period, flows, days: wish.days, total, summary: emptySummary(flows.length) };
    const id = await insertRehearsal(scope, rehearsal, { memberId: ctx.memberId, now });
    await enqueue(scope, rehearseJob, { tenantId: ctx.tenantId, rehearsalId: id });
    return describe(scope, await demandRehearsal(scope, id));
  });
}

/** @throws {Problem} `rehearsal.not_found` */
export async function describeRehearsal(
  ctx: MemberContext,
  id: RehearsalId,
): Promise<ReplyOf<typeof contract.getRehearsal>> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => describe(scope, await demandRehearsal(scope, id)));
}

/** Stops it where it is; what it found by then stays. */
export async function cancelRehearsal(
  ctx: MemberContext,
  id: RehearsalId,
): Promise<ReplyOf<typeof contract.cancelRehearsal>> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const rehearsal = await findRehearsal(scope, id, { isLocked: true });
    if (rehearsal?.status === 'running')
      await updateRehearsal(scope, id, { status: 'cancelled', finishedAt: ctx.clock.now() });
    return describe(scope, await demandRehearsal(scope, id));
  });
}

export async function listRows(
  ctx: MemberContext,
  id: RehearsalId,
  query: QueryOf<typeof contract.listRehearsalRows>,
): Promise<z.input<(typeof contract.listRehearsalRows)['reply']>> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    await demandRehearsal(scope, id);
    return pageOfRows(scope, id, query);
  });
}

/** Plays on, batch after batch, each in a transaction of its own: what is interrupted goes on where it was. */
export async function rehearse(
  ctx: Context,
  { tenantId, rehearsalId }: z.infer<typeof rehearseJob.payload>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const isOver = await withTenant(ctx.db, tenantId, (scope) => playBatch(ctx, scope, rehearsalId));
    if (isOver) return;
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
  const withBirthdays = hasBirthdays(rehearsal.flows);
  const { after, from, until } = rehearsal;
  const contactIds = await listConcerned(scope, { from, until }, { withBirthdays, after, limit: BATCH_SIZE });
  const flows = rehearsal.flows.map((flow) => asLive(flow, from));
  const around = await loadSurroundings(ctx, scope, flows);
  const people = await loadPast(scope, contactIds, { from, until }, { flows, around, withBirthdays });

  const summary = structuredClone(rehearsal.summary);
  for (const person of people) {
    const rows = rehearsePerson(ctx, around, flows, person, { from, until });
    await insertRows(scope, id, addPerson(summary, rows, person.heard, around.tenant.timeZone));
  }
  const isOver = contactIds.length < BATCH_SIZE;
  const done = Math.min(rehearsal.total, rehearsal.done + contactIds.length);
  await updateRehearsal(scope, id, {
    summary,
    done: isOver ? rehearsal.total : done,
    after: contactIds.at(-1) ?? null,
    ...(isOver && { status: 'done' as const, finishedAt: ctx.clock.now() }),
  });
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
    mode: 'combat',
    testPhones: [],
    toFill: [],
    lastStartedAt: Temporal.Instant.compare(started, from) < 0 ? started : from,
    plannedUntil: null,
    updatedAt: from,
    isDeleted: false,
  };
}

function hasBirthdays(flows: readonly { kind: StoredFlow['kind'] }[]): boolean {
  return flows.some(({ kind }) => FLOW_CATALOGUE[kind].subject === 'contact');
}

async function demandRehearsal(scope: TenantScope, id: RehearsalId): Promise<StoredRehearsal> {
  const rehearsal = await findRehearsal(scope, id);
  if (!rehearsal) throw new Problem('rehearsal.not_found');
  return rehearsal;
}

async function describe(
  scope: TenantScope,
  { flows, from, until, startedAt, finishedAt, after: _, ...rehearsal }: StoredRehearsal,
): Promise<ReplyOf<typeof contract.getRehearsal>> {
  return {
    ...rehearsal,
    flows: flows.map(({ flowId, title, kind }) => ({ flowId, title, kind })),
    from: from.toString(),
    until: until.toString(),
    timeZone: (await getTenant(scope)).timeZone,
    messagesLeft: await messagesLeft(scope),
    startedAt: startedAt.toString(),
    finishedAt: finishedAt?.toString() ?? null,
  };
}
