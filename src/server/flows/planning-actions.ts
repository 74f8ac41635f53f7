import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { BranchId } from '#contract/connections.ts';
import { ContactId } from '#contract/contacts.ts';
import type { FlowId } from '#contract/flows.ts';
import type { TenantId } from '#contract/tenants.ts';
import { VisitId } from '#contract/visits.ts';
import { contentRejected } from '#server/delivery/jobs.ts';
import type { Context } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import type { EventId } from '#server/platform/events.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { announce } from '#server/platform/realtime.ts';
import { raiseNotice } from '#server/tenants/actions.ts';
import { listVisitsAhead } from '#server/visits/actions.ts';
import { visitsImported } from '#server/visits/jobs.ts';
import { FLOW_KINDS } from './catalogue.ts';
import { planAheadJob } from './jobs.ts';
import { planVisits } from './planning.ts';
import { type KnownEvent, listEvents, listVisitIdsOfContact, listVisitsWaiting } from './planning-queries.ts';
import { findFlowForUpdate, listFlowsById, setFlowStatus } from './queries.ts';
import { STOP_GRACE_MINUTES } from './reconciling.ts';
import { canBecome } from './rules.ts';

type Happened = { tenantId: TenantId; eventId: EventId };

/** Visits planned in one transaction: few enough that nobody waits long for one of them. */
const BATCH_SIZE = 200;

/** Something happened to a visit: the messages of every flow follow. */
export async function planVisitAfter(ctx: Context, { tenantId, eventId }: Happened): Promise<void> {
  await withTenant(ctx.db, tenantId, async (scope) => {
    const event = await getEvent(scope, eventId);
    if (event.visitId) await planVisits(ctx, scope, { visitIds: [VisitId.parse(event.visitId)], event });
  });
}

/** Visits became known that were booked before: reminders of what lies ahead are planned. */
export async function planImportedVisits(ctx: Context, { tenantId, eventId }: Happened): Promise<void> {
  const event = await withTenant(ctx.db, tenantId, (scope) => getEvent(scope, eventId));
  const { visitIds } = visitsImported.facts.parse(event.facts);
  for (let start = 0; start < visitIds.length; start += BATCH_SIZE) {
    const batch = visitIds.slice(start, start + BATCH_SIZE);
    await withTenant(ctx.db, tenantId, (scope) => planVisits(ctx, scope, { visitIds: batch }));
  }
}

/** A customer can be reached otherwise than before, or no more. */
export async function planContactVisits(ctx: Context, { tenantId, eventId }: Happened): Promise<void> {
  await withTenant(ctx.db, tenantId, async (scope) => {
    const { contactId } = await getEvent(scope, eventId);
    if (!contactId) return;
    const visitIds = await listVisitIdsOfContact(scope, ContactId.parse(contactId), ctx.clock.now());
    await planVisits(ctx, scope, { visitIds });
  });
}

const OfBranch = z.object({ branchId: BranchId });

/** Something that concerns many visits changed: a branch, the channels, the contact policy. */
export async function planEverything(ctx: Context, { tenantId, eventId }: Happened): Promise<void> {
  await withTenant(ctx.db, tenantId, async (scope) => {
    const event = await getEvent(scope, eventId);
    const branch = OfBranch.safeParse(event.facts);
    await queuePlanAhead(scope, { flowId: null, branchId: branch.success ? branch.data.branchId : null });
  });
}

/** Plans what lies ahead soon: of one flow or branch, or of all. */
export async function queuePlanAhead(
  scope: TenantScope,
  { flowId, branchId }: { flowId: FlowId | null; branchId: BranchId | null },
): Promise<void> {
  await enqueue(scope, planAheadJob, { tenantId: scope.tenantId, flowId, branchId, run: null, after: null });
}

type Batch = z.infer<typeof planAheadJob.payload>;

/** Plans one batch of what lies ahead, and queues the next. */
export async function planAhead(ctx: Context, batch: Batch): Promise<void> {
  await withTenant(ctx.db, batch.tenantId, async (scope) => {
    const { visitIds, after } = await nextVisits(ctx, scope, batch);
    await planVisits(ctx, scope, { visitIds, flowId: batch.flowId });
    if (after !== null) await enqueue(scope, planAheadJob, { ...batch, run: batch.run ?? randomUUID(), after });
  });
}

/** A flow that follows events has a say about those it promised something to; all others lie in its past. */
async function nextVisits(
  ctx: Context,
  scope: TenantScope,
  { flowId, branchId, after }: Batch,
): Promise<{ visitIds: VisitId[]; after: string | null }> {
  const now = ctx.clock.now();
  const [flow] = flowId ? await listFlowsById(scope, [flowId]) : [];
  if (flow && FLOW_KINDS[flow.kind].trigger !== null) {
    const stoppedSince = now.subtract({ minutes: STOP_GRACE_MINUTES });
    const visitIds = await listVisitsWaiting(scope, flow.id, { after, limit: BATCH_SIZE, stoppedSince });
    return { visitIds, after: visitIds.length === BATCH_SIZE ? (visitIds.at(-1) ?? null) : null };
  }
  const ahead = await listVisitsAhead(scope, {
    now,
    limit: BATCH_SIZE,
    ...(branchId && { branchIds: [branchId] }),
    ...(after !== null && { after }),
  });
  return { visitIds: ahead.visits.map(({ id }) => id), after: ahead.after };
}

/**
 * The provider will never take what a flow says. Its messages wait until they are of no use, so that nothing is lost
 * when the owner mends it in time; she is told once.
 */
export async function stopRejectedFlow(ctx: Context, { tenantId, eventId }: Happened): Promise<void> {
  await withTenant(ctx.db, tenantId, async (scope) => {
    const event = await getEvent(scope, eventId);
    const { flowId, text } = contentRejected.facts.parse(event.facts);
    const flow = await findFlowForUpdate(scope, flowId);
    if (!flow || flow.isDeleted || !canBecome(flow.status, 'error')) return;
    const now = ctx.clock.now();
    await setFlowStatus(scope, flow.id, { status: 'error', errorReason: text }, now);
    await raiseNotice(scope, now, {
      kind: 'flow_error',
      key: flowNoticeKey(flow.id),
      severity: 'bad',
      params: { flowId: flow.id, title: flow.title, reason: text },
    });
    await announce(scope, 'flows');
  });
}

export const flowNoticeKey = (flowId: FlowId) => `flow:${flowId}`;

async function getEvent(scope: TenantScope, eventId: EventId): Promise<KnownEvent> {
  const [event] = await listEvents(scope, [eventId]);
  if (!event) throw new Error(`There is no event ${eventId}`);
  return event;
}
