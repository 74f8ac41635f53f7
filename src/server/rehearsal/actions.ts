import type { MemberScope } from '#server/platform/context/context.ts';
import { listFlowsById } from '#server/flows/storage/reads.ts';
import { rehearseJob } from './jobs.ts';
import type { z } from 'zod';
import { isPolled } from '#contract/connections/kinds.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { foreignOptions, optionsOf } from '#contract/flows/options.ts';
import type * as contract from '#contract/rehearsal/calls.ts';
import type { RehearsalId } from '#contract/rehearsal/calls.ts';
import { messagesLeft } from '#server/billing/actions.ts';
import { listBranches } from '#server/connections/storage/actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { countConcerned } from './past-queries.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { findRehearsal, forgetRehearsals, insertRehearsal, type StoredRehearsal, updateRehearsal } from './queries.ts';
import { concernOf, emptySummary, leadHours } from './rules.ts';
import { pageOfRows } from './rows.ts';

/** Days for which the results of a rehearsal are stored. */
const RETENTION_DAYS = 30;

/** Starts a rehearsal of flows, or of unsaved settings, on the events of the last days. Sends nothing. */
export async function startRehearsal(
  scope: MemberScope,
  request: BodyOf<typeof contract.startRehearsal>,
): Promise<ReplyOf<typeof contract.startRehearsal>> {
  const now = scope.clock.now();
  const period = { from: now.subtract({ hours: 24 * request.days }), until: now };
  const saved = (await listFlowsById(scope, request.flowIds)).filter(({ isDeleted }) => !isDeleted);
  if (saved.length < new Set(request.flowIds).size) throw new Problem('flow.not_found');
  const others = saved.filter(({ id }) => id !== request.unsaved?.flowId);
  const flows = [
    ...others.map((flow) => {
      const { id: flowId, title, kind, version, settings } = flow;
      return { flowId, title, kind, version, settings, isUnsaved: false, ...timesOf(flow) };
    }),
    ...(request.unsaved ? [await asFlow(scope, request.unsaved)] : []),
  ];
  const since = period.from.subtract({ hours: leadHours(flows) });
  const total = await countConcerned(scope, { ...period, from: since }, concernOf(flows));
  await forgetRehearsals(scope, now.subtract({ hours: 24 * RETENTION_DAYS }));
  const rehearsal = { ...period, flows, days: request.days, total, summary: emptySummary(flows.length) };
  const id = await insertRehearsal(scope, rehearsal, { memberId: scope.memberId, now });
  await enqueue(scope, rehearseJob, { tenantId: scope.tenantId, rehearsalId: id });
  return describe(scope, await getRehearsal(scope, id));
}

/** @throws {Problem} `rehearsal.not_found` */
export async function describeRehearsal(
  scope: MemberScope,
  id: RehearsalId,
): Promise<ReplyOf<typeof contract.getRehearsal>> {
  return describe(scope, await getRehearsal(scope, id));
}

/** Stops a rehearsal; results found so far stay. */
export async function cancelRehearsal(
  scope: MemberScope,
  id: RehearsalId,
): Promise<ReplyOf<typeof contract.cancelRehearsal>> {
  const rehearsal = await findRehearsal(scope, id, { isLocked: true });
  if (rehearsal?.status === 'running')
    await updateRehearsal(scope, id, { status: 'cancelled', finishedAt: scope.clock.now() });
  return describe(scope, await getRehearsal(scope, id));
}

export async function listRows(
  scope: MemberScope,
  id: RehearsalId,
  query: QueryOf<typeof contract.listRehearsalRows>,
): Promise<z.input<(typeof contract.listRehearsalRows)['reply']>> {
  const { from } = await getRehearsal(scope, id);
  const { day, ...request } = query;
  return pageOfRows(scope, id, { ...request, from, ...(day && { within: await dayOf(scope, day) }) });
}

/** The start and end of a day in the cabinet's zone. */
async function dayOf(scope: TenantScope, day: string): Promise<{ from: Temporal.Instant; to: Temporal.Instant }> {
  const { timeZone } = await getTenant(scope);
  const date = Temporal.PlainDate.from(day);
  const startOf = (one: Temporal.PlainDate) => one.toZonedDateTime(timeZone).toInstant();
  return { from: startOf(date), to: startOf(date.add({ days: 1 })) };
}

/** @throws {Problem} `flow.not_found` when the flow of the settings does not exist; for an option of another kind */
async function asFlow(
  scope: TenantScope,
  { flowId, title, kind, settings }: NonNullable<BodyOf<typeof contract.startRehearsal>['unsaved']>,
): Promise<StoredRehearsal['flows'][number]> {
  const [flow] = flowId ? await listFlowsById(scope, [flowId]) : [];
  if (flowId && (!flow || flow.isDeleted)) throw new Problem('flow.not_found');
  const [foreign] = foreignOptions(kind, settings.options);
  if (foreign) throw wrongField(`unsaved.settings.options.${foreign}`, 'not_offered');
  const own = { ...settings, options: optionsOf(kind, settings.options) };
  const times = flow ? timesOf(flow) : { lastStartedAt: null, plannedUntil: null };
  return { flowId: flowId ?? null, title, kind, settings: own, version: flow?.version ?? 1, isUnsaved: true, ...times };
}

const timesOf = ({ lastStartedAt, plannedUntil }: StoredFlow) => ({
  lastStartedAt: lastStartedAt?.toString() ?? null,
  plannedUntil: plannedUntil?.toString() ?? null,
});

async function getRehearsal(scope: TenantScope, id: RehearsalId): Promise<StoredRehearsal> {
  const rehearsal = await findRehearsal(scope, id);
  if (!rehearsal) throw new Problem('rehearsal.not_found');
  return rehearsal;
}

async function describe(
  scope: TenantScope,
  { id, flows, days, from, until, status, done, total, summary, startedAt, finishedAt }: StoredRehearsal,
): Promise<ReplyOf<typeof contract.getRehearsal>> {
  return {
    id,
    days,
    status,
    done,
    total,
    summary,
    flows: flows.map(({ flowId, title, kind, isUnsaved }) => ({ flowId, title, kind, isUnsaved })),
    from: from.toString(),
    until: until.toString(),
    timeZone: (await getTenant(scope)).timeZone,
    unreadBranches: await unreadAt(scope, startedAt),
    messagesLeft: await messagesLeft(scope),
    startedAt: startedAt.toString(),
    finishedAt: finishedAt?.toString() ?? null,
  };
}

/**
 * Branches that were connected by a moment and had more to read. The API's past events are posted by its clients, so nothing is read for
 * it.
 */
async function unreadAt(scope: TenantScope, at: Temporal.Instant): Promise<string[]> {
  const branches = await listBranches(scope);
  return branches
    .filter(({ isActive, connectionKind }) => isActive && isPolled(connectionKind))
    .filter(({ readingSince }) => readingSince !== null && !isAfter(readingSince, at))
    .filter(({ pastReadAt }) => pastReadAt === null || isAfter(pastReadAt, at))
    .map(({ title }) => title);
}
