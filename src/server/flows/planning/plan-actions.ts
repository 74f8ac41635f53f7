import { resolvePriorityConflictsJob } from '#server/flows/jobs.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { listPlanningFlows } from '#server/flows/storage/reads.ts';
import { type KnownEvent, listEvents } from '#server/subjects/event-reads.ts';
import type { Subject, FlowEvent } from '#server/subjects/rules.ts';
import { comesLater, flowKind } from '#contract/flows/kinds.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { channelsOf } from '#server/contacts/book/channel-choice-rules.ts';
import type { Verdict } from '#server/flows/deciding/decision.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { factsOf, loadPersonal, loadTenantSnapshot, type TenantSnapshot } from '#server/flows/facts/fact-reads.ts';
import { atPinnedVersion, type PinnedVersions, loadPinnedVersions } from './pinned-versions.ts';
import { type PriorityConflict, contactsInConflict } from './priority-conflict-rules.ts';
import { usefulUntil, wantedAt } from '#server/flows/deciding/moment-rules.ts';
import type { PersonalSubject } from '#server/flows/facts/people-reads.ts';
import { type KnownMessage, listKnownMessages, lockPlanning } from './queries.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { hasPlannedMessage, reconcile } from './reconciling-rules.ts';
import { applyPlans, type Pair } from './applying-actions.ts';
import { decide, isTriggeredBy, occurrenceOf } from '#server/flows/deciding/rules.ts';

type Plan = {
  subjects: readonly Subject[];
  /** The event of one of the subjects, or of all where it names none; it triggers the flows that follow such events. Null without an event. */
  event?: KnownEvent | null;
  /** Plans this flow alone. */
  flowId?: FlowId | null;
  /** Moves planned messages from earlier versions of a flow to the present one. */
  isMoving?: boolean;
  /** The number of replans that the conflicts of these customers have caused so far; see `queueConflictResolution`. */
  round?: number;
};

/** Messages that come long after their subject are planned this many hours before they are due, so that none is planned for months. */
export const HORIZON_HOURS = 48;

/**
 * Decides about subjects and updates the ledger: plans, moves or cancels messages and stores every verdict. Safe to repeat; the number of
 * statements does not grow with the number of subjects.
 */
export async function planSubjects(scope: ActionScope, plan: Plan): Promise<void> {
  const { subjects, event = null, isMoving = false } = plan;
  if (subjects.length === 0) return;
  const ids = subjects.map(({ id }) => id);
  await lockPlanning(scope, ids);
  const alive = await listPlanningFlows(scope);
  const flows = plan.flowId ? alive.filter(({ id }) => id === plan.flowId) : alive;
  if (flows.length === 0) return;

  const known = await listKnownMessages(
    scope,
    flows.map(({ id }) => id),
    ids,
  );
  const now = scope.clock.now();
  const planned = known.filter((message) => hasPlannedMessage([message], now));
  const pinned = isMoving ? new Map() : await loadPinnedVersions(scope, flows, planned);
  const allVersions = [...flows, ...pinned.values()];
  const snapshot = await loadTenantSnapshot(scope, allVersions);
  const messages = Map.groupBy(known, pairOf);
  const stored = await listEvents(scope, eventsToLoad(known));
  const events = new Map(stored.map((one) => [one.id, one]));

  const pairs: Pair[] = [];
  const conflict: PriorityConflict[] = [];
  for (const [kind, ofKind] of Map.groupBy(subjects, (subject) => subject.kind)) {
    const about = flows.filter((flow) => flowKind(flow.kind).subject === kind);
    if (about.length === 0) continue;
    const request = { kind, ids: [...new Set(ofKind.map(({ id }) => id))] };
    for (const subject of await loadPersonal(scope, request, { flows: allVersions, snapshot, now })) {
      for (const flow of about) {
        const ofPair = messages.get(pairOf({ flowId: flow.id, subjectId: subject.id })) ?? [];
        const isOwn = event !== null && (event.subject === null || event.subject.id === subject.id);
        const ownEvent = isOwn ? event : null;
        const decided = decidePair({ subject, flow, known: ofPair, pinned, events, event: ownEvent, snapshot, now });
        pairs.push(...decided);
        conflict.push(...decided.map(({ flow: { kind }, result }) => ({ kind, result, known: ofPair, subject })));
      }
    }
  }
  await applyPlans(scope, snapshot, pairs);
  await queueConflictResolution(scope, conflict, { round: plan.round ?? 0, now });
}

type Candidate = {
  subject: PersonalSubject;
  flow: StoredFlow;
  known: readonly KnownMessage[];
  pinned: PinnedVersions;
  events: ReadonlyMap<string, FlowEvent>;
  event: FlowEvent | null;
  snapshot: TenantSnapshot;
  now: Temporal.Instant;
};

/** Decides about one subject and flow. A flow that this event does not trigger is decided only for its planned messages. */
export function decidePair(candidate: Candidate): Pair[] {
  const { subject, known, events, snapshot, now } = candidate;
  const flow = atPinnedVersion(candidate.flow, known, { pinned: candidate.pinned, now });
  const entry = flowKind(flow.kind);
  const followsClock = entry.triggers.length === 0;
  const isTriggered = candidate.event !== null && isTriggeredBy(flow.kind, candidate.event);
  if (!followsClock && !isTriggered && !hasPlannedMessage(known, now)) return [];

  const event = isTriggered || followsClock ? candidate.event : lastEventOf(known, events);
  if (!followsClock && event === null) return [];
  const occurrence = occurrenceOf(flow.kind, subject, event);
  const ofThisTime = known.filter((message) => message.occurrence === occurrence);
  const facts = factsOf(subject, flow, snapshot, { event, hasPlannedMessage: hasPlannedMessage(ofThisTime, now) });
  if (comesLater(entry) && known.length === 0 && isYetToCome(subject, now)) return [];
  if (comesLater(entry) && known.length === 0 && !isNear(wantedAt(facts, flow, now), facts, flow, now)) return [];
  const decided = decide(facts, flow, now, snapshot.policy);
  const hasChannels = channelsOf(flow.settings.channelIds, snapshot.channels).length > 0;
  const verdicts = hasChannels ? decided : decided.map((verdict) => holdForChannel(verdict, ofThisTime));
  return [{ subject, flow, event, result: reconcile(verdicts, known, flow) }];
}

/** A flow without a channel keeps its planned messages as long as they are useful, for the old channels or new ones. */
function holdForChannel(verdict: Verdict, known: readonly KnownMessage[]): Verdict {
  if (verdict.outcome !== 'skipped' || verdict.rule !== 'no_channel') return verdict;
  const message = known.find(({ status, testPhone }) => status === 'planned' && testPhone === verdict.testPhone);
  if (!message?.useBy) return verdict;
  const { channelId, useBy } = message;
  return { ...verdict, outcome: 'deferred', at: useBy, useBy, channelId, fallbackChannelIds: [] };
}

/** A visit that lies ahead has no result yet, so a decision about its result would be empty. */
function isYetToCome({ kind, startsAt }: PersonalSubject, now: Temporal.Instant): boolean {
  return kind === 'visit' && isAfter(startsAt, now);
}

/** Within the horizon, and not long past. */
function isNear(
  wanted: Temporal.Instant,
  facts: Parameters<typeof usefulUntil>[0],
  flow: StoredFlow,
  now: Temporal.Instant,
): boolean {
  const isBeyond = isAfter(wanted, now.add({ hours: HORIZON_HOURS }));
  return !isBeyond && isAfter(usefulUntil(facts, flow, wanted), now);
}

/** The event of the latest message that is planned or was held back. */
function lastEventOf(known: readonly KnownMessage[], events: ReadonlyMap<string, FlowEvent>): FlowEvent | null {
  const [latest] = known
    .filter(({ status }) => status === 'planned' || status === 'cancelled')
    .toSorted((one, other) => other.occurrence - one.occurrence);
  return (latest?.eventId && events.get(latest.eventId)) || null;
}

function eventsToLoad(known: readonly KnownMessage[]): string[] {
  return [...new Set(known.flatMap(({ eventId }) => eventId ?? []))];
}

const pairOf = ({ flowId, subjectId }: { flowId: FlowId; subjectId: string }) => `${flowId} ${subjectId}`;
/**
 * Queues the resolution of priority conflicts for contacts whose marketing messages changed and who have other planned marketing: the
 * result must not depend on the order in which messages are planned.
 */
export async function queueConflictResolution(
  scope: TenantScope,
  conflicts: readonly PriorityConflict[],
  { round, now }: { round: number; now: Temporal.Instant },
): Promise<void> {
  const contactIds = contactsInConflict(conflicts, { round, now });
  if (contactIds.length === 0) return;
  await enqueue(scope, resolvePriorityConflictsJob, { tenantId: scope.tenantId, contactIds, round: round + 1 });
}
