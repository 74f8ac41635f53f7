import { queuePlanAhead } from '#server/flows/scheduling/queue-actions.ts';
import { findFlowForUpdate, listFlowsById, listPlanningFlows } from '#server/flows/storage/reads.ts';
import { type KnownEvent, listEvents } from '#server/subjects/event-reads.ts';
import type { Subject } from '#server/subjects/rules.ts';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { comesBefore, comesLater, flowKind, isForOwner } from '#contract/flows/kinds.ts';
import { FlowId } from '#contract/flows/calls.ts';
import { changeCancelledVersion } from '#server/delivery/planning/actions.ts';
import type { contentRejected } from '#server/delivery/jobs.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { type TenantScope, withTenant } from '#server/platform/database/db.ts';
import { type EventId, type EventOf, type EventRef, readEvent } from '#server/platform/events/events.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { listVisitsAhead } from '#server/visits/changes/actions.ts';
import {
  checkReachJob,
  planAheadJob,
  type planAllJob,
  type planContactJob,
  planImportedJob,
  planLaterJob,
  planMovesJob,
} from '#server/flows/jobs.ts';
import { planSubjects } from './plan-actions.ts';
import { listSubjectsOfContact, listVisitIdsOfContact } from './contact-queries.ts';
import { listSubjectsWaiting } from './queries.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { RESTORABLE_CANCEL_REASONS, stoppedSince } from './reconciling-rules.ts';
import { asVisits, findAffectedSubjects } from './requalifying-actions.ts';
import { checkFlows, hasUnknownVariables, stopWith, troublesOf } from '#server/flows/stops/troubles.ts';

// NOTE: a process: it goes through cabinets or batches, one transaction each.

/** Subjects planned in one transaction. Few, so that nobody waits long for their locks. */
export const BATCH_SIZE = 200;

/**
 * Plans the messages of every flow for the subject of an event: a visit, an order, …. Other planned messages of the contact are decided
 * again: a contact who booked a visit need not be asked to come back.
 */
export async function planForEvent(ctx: Context, { tenantId, eventId }: EventRef): Promise<void> {
  const isPlanned = await withTenant(ctx, tenantId, async (scope) => {
    const event = await getEvent(scope, eventId);
    if (event.subject?.kind === 'api_event' && (await hasUnknownVariables(scope))) return false;
    await planAfter(scope, event);
    return true;
  });
  if (isPlanned) return;
  // NOTE: checking for troubles locks flows, so it comes before subjects are locked.
  await withTenant(ctx, tenantId, (scope) => checkFlows(scope));
  await withTenant(ctx, tenantId, async (scope) => planAfter(scope, await getEvent(scope, eventId)));
}

async function planAfter(scope: ActionScope, event: KnownEvent): Promise<void> {
  if (!event.subject) return;
  const { subject } = event;
  const { waiting, offers } = await findAffectedSubjects(scope, event);
  const others = [...waiting, ...offers.map((offer) => offer.subject)].filter(({ id }) => id !== subject.id);
  await planSubjects(scope, { subjects: [subject, ...others], event });
  for (const { flowId, ...offer } of offers)
    await planSubjects(scope, { subjects: [offer.subject], event: offer.event, flowId });
}

/** Plans reminders of imported visits that lie ahead. These were booked before the connection was made. */
export async function planImportedVisits(ctx: Context, { tenantId, eventId }: EventRef): Promise<void> {
  const event = await withTenant(ctx, tenantId, (scope) => readEvent(scope, planImportedJob, eventId));
  const visitIds = event?.facts.visitIds ?? [];
  for (let start = 0; start < visitIds.length; start += BATCH_SIZE) {
    const batch = visitIds.slice(start, start + BATCH_SIZE);
    await withTenant(ctx, tenantId, (scope) => planSubjects(scope, { subjects: asVisits(batch) }));
  }
}

/** Plans the messages to clients who moved to another RFM group: their event is one for many moves. */
export async function planMoves(ctx: Context, { tenantId, eventId }: EventRef): Promise<void> {
  const read = await withTenant(ctx, tenantId, async (scope) => ({
    event: await getEvent(scope, eventId),
    moveIds: (await readEvent(scope, planMovesJob, eventId))?.facts.moveIds ?? [],
  }));
  for (let start = 0; start < read.moveIds.length; start += BATCH_SIZE) {
    const subjects = read.moveIds.slice(start, start + BATCH_SIZE).map((id): Subject => ({ kind: 'group_move', id }));
    await withTenant(ctx, tenantId, (scope) => planSubjects(scope, { subjects, event: read.event }));
  }
}

/** Decides again after a contact changed: their addresses, opt-outs, or card, e.g. the birthday. */
export async function planContactVisits(
  scope: ActionScope,
  { contactId, name }: EventOf<(typeof planContactJob.on)[number]>,
): Promise<void> {
  if (!contactId) return;
  const now = scope.clock.now();
  const birthday: Subject[] = name === 'contacts.changed' ? [{ kind: 'contact', id: contactId }] : [];
  const ahead = asVisits(await listVisitIdsOfContact(scope, contactId, now));
  const waiting = await listSubjectsOfContact(scope, contactId, now);
  const planned = [...ahead, ...birthday];
  const others = waiting.filter(({ id }) => planned.every((one) => one.id !== id));
  await planSubjects(scope, { subjects: [...planned, ...others] });
}

/** Decides again after a change that concerns many visits: of a branch, the channels or the contact policy. */
export async function planEverything(
  scope: ActionScope,
  { facts }: EventOf<(typeof planAllJob.on)[number]>,
): Promise<void> {
  await queuePlanAhead(scope, { flowId: null, branchId: 'branchId' in facts ? facts.branchId : null });
}

/** Plans flows that write to the owners: those in test mode, and reports. */
export async function planForOwnPhones(scope: ActionScope): Promise<void> {
  for (const { id, kind, mode, testPhones } of await listPlanningFlows(scope)) {
    const isTrial = mode === 'test' && testPhones.length === 0;
    if (isTrial || isForOwner(kind)) await queuePlanAhead(scope, { flowId: id, branchId: null });
  }
}

type Batch = z.infer<typeof planAheadJob.payload>;

/**
 * Plans one batch of subjects that lie ahead and queues the next.
 *
 * NOTE: subjects are locked before flows and jobs, as in all planning. Checking for troubles locks flows, so it comes before.
 */
export async function planAhead(ctx: Context, batch: Batch): Promise<void> {
  const { tenantId, flowId, run } = batch;
  if (run === null) await withTenant(ctx, tenantId, (scope) => checkFlows(scope, flowId));
  await withTenant(ctx, tenantId, async (scope) => {
    const { subjects, after } = await nextSubjects(scope, batch);
    await planSubjects(scope, { subjects, flowId, isMoving: batch.isMoving });
    if (run === null && flowId && batch.isMoving) await moveHeldBack(scope, flowId);
    if (run === null) await queueOthers(scope, batch);
    if (run === null) await enqueue(scope, checkReachJob, { tenantId });
    if (after !== null) await enqueue(scope, planAheadJob, { ...batch, run: run ?? randomUUID(), after });
  });
}

/** Brings messages that a stop holds back to the flow's present settings, for the time when it is resumed. */
async function moveHeldBack(scope: ActionScope, id: FlowId): Promise<void> {
  const [flow] = await listFlowsById(scope, [id]);
  const dueAfter = stoppedSince(scope.clock.now());
  if (flow)
    await changeCancelledVersion(scope, id, { version: flow.version, reasons: RESTORABLE_CANCEL_REASONS, dueAfter });
}

/**
 * Queues separate plans for flows that a walk through the visits ahead does not cover: those that follow other subjects, or come long after
 * them.
 */
async function queueOthers(scope: TenantScope, { tenantId, flowId }: Batch): Promise<void> {
  if (flowId) {
    const [flow] = await listFlowsById(scope, [flowId]);
    if (flow && comesLater(flowKind(flow.kind)))
      await enqueue(scope, planLaterJob, { tenantId, flowId, walk: null, isFromStart: true });
    return;
  }
  for (const flow of await listPlanningFlows(scope))
    if (!walksAhead(flow)) await queuePlanAhead(scope, { flowId: flow.id, branchId: null });
}

/** Whether a flow reminds of a subject that lies ahead. */
function walksAhead({ kind }: Pick<StoredFlow, 'kind'>): boolean {
  return comesBefore(flowKind(kind));
}

/**
 * The next batch. A flow that reminds of nothing ahead is decided only for subjects with a planned message of it; all others lie in its
 * past.
 */
async function nextSubjects(
  scope: ActionScope,
  { flowId, branchId, after }: Batch,
): Promise<{ subjects: Subject[]; after: string | null }> {
  const now = scope.clock.now();
  const [flow] = flowId ? await listFlowsById(scope, [flowId]) : [];
  if (flow && !walksAhead(flow)) {
    const waiting = { after, limit: BATCH_SIZE, stoppedSince: stoppedSince(now) };
    const ids = await listSubjectsWaiting(scope, flow.id, waiting);
    const { subject: kind } = flowKind(flow.kind);
    return {
      subjects: ids.map((id) => ({ kind, id })),
      after: ids.length === BATCH_SIZE ? (ids.at(-1) ?? null) : null,
    };
  }
  const ahead = await listVisitsAhead(scope, {
    now,
    limit: BATCH_SIZE,
    ...(branchId && { branchIds: [branchId], withInactive: true }),
    ...(after !== null && { after }),
  });
  return { subjects: asVisits(ahead.visits.map(({ id }) => id)), after: ahead.after };
}

/**
 * Handles a permanent refusal of a flow's content by the provider. Its messages wait until they are useless, so that none is lost when the
 * owner corrects it in time. The owner is notified once.
 */
export async function stopRejectedFlow(
  scope: ActionScope,
  { facts: { senderId, text } }: EventOf<typeof contentRejected>,
): Promise<void> {
  const flow = await findFlowForUpdate(scope, FlowId.parse(senderId));
  if (!flow || flow.isDeleted) return;
  const [trouble] = await troublesOf(scope, [flow]);
  const isBarred = trouble?.code === 'template_barred';
  await stopWith(scope, flow, isBarred ? trouble : { code: 'content_rejected', reason: text }, scope.clock.now());
  await announce(scope, 'flows');
}

async function getEvent(scope: TenantScope, eventId: EventId): Promise<KnownEvent> {
  const [event] = await listEvents(scope, [eventId]);
  if (!event) throw new Error(`There is no event ${eventId}`);
  return event;
}
