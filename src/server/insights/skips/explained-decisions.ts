import { listFlowsById, listPlanningFlows } from '#server/flows/storage/reads.ts';
import { tasksOfContact } from '#server/deals/actions.ts';
import { loadSubjects } from '#server/flows/facts/subject-reads.ts';
import type { FlowEvent, KnownSubject } from '#server/subjects/rules.ts';
import { listMoveEvents } from '#server/audiences/rfm/move-reads.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { VisitId } from '#contract/visits/calls.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { isAfter, isBefore } from '#server/platform/values/instant-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { visitsOfContact } from '#server/visits/changes/actions.ts';
import type { Verdict } from '#server/flows/deciding/decision.ts';
import { listHappened, listSubjectsOf } from './explained-decision-queries.ts';
import { factsOf, loadTenantSnapshot, personal, type TenantSnapshot } from '#server/flows/facts/fact-reads.ts';
import type { PersonalSubject } from '#server/flows/facts/people-reads.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { decide } from '#server/flows/deciding/rules.ts';
import { visitSubject } from '#server/subjects/visit-subject-rules.ts';

/** Explains messages that were due within this many days, and all future ones. */
const DAYS_BACK = 90;
const DAYS_AHEAD = 400;
/** The latest moves of one contact to other groups are explained up to this number. */
const MAX_MOVES = 100;

/** The decision of a flow about a subject of the contact, where there was anything to decide. */
export type Explained = { subject: KnownSubject } & (
  | { basis: 'now' | 'past'; verdicts: Verdict[] }
  | { basis: 'before_flow' | 'not_happened' }
);

/**
 * The decision of one flow about each subject of a contact (visits, orders, birthday, …), by the same function that
 * plans: as of now for the future, as of its time for the past. Nothing is stored.
 *
 * @throws {Problem} `flow.not_found`, also for a deleted flow
 */
export async function explainFor(
  scope: ActionScope,
  { flowId, contactId }: { flowId: FlowId; contactId: ContactId },
): Promise<{ flow: StoredFlow; explained: Explained[] }> {
  const [flow] = await listFlowsById(scope, [flowId]);
  if (!flow || flow.isDeleted) throw new Problem('flow.not_found');
  const now = scope.clock.now();
  const snapshot = await loadTenantSnapshot(scope, [flow]);
  const found = await subjectsOf(scope, contactId, flow, now);
  const subjects = await personal(scope, found, { flows: [flow], snapshot, now });
  const happened = await happenedTo(scope, subjects, flow, contactId);
  const explained = subjects.map((one) => explain(one, flow, snapshot, { event: happened.get(one.id) ?? null, now }));
  return { flow, explained };
}

/**
 * The decisions of all working flows about one visit; flows whose event did not happen are left out.
 *
 * @throws {Problem} `visit.not_found`
 */
export async function explainAllFor(
  scope: ActionScope,
  visitId: VisitId,
): Promise<{ flow: StoredFlow; explained: Explained }[]> {
  const now = scope.clock.now();
  const found = await loadSubjects(scope, 'visit', [visitId], now);
  if (found.length === 0) throw new Problem('visit.not_found');
  const flows = (await listPlanningFlows(scope)).filter(({ kind }) => flowKind(kind).subject === 'visit');
  const snapshot = await loadTenantSnapshot(scope, flows);
  const [subject] = await personal(scope, found, { flows, snapshot, now });
  if (!subject) throw new Problem('visit.not_found');
  const decided: { flow: StoredFlow; explained: Explained }[] = [];
  for (const [triggers, ofTriggers] of Map.groupBy(flows, ({ kind }) => flowKind(kind).triggers)) {
    const event = (await listHappened(scope, [subject], triggers)).get(subject.id) ?? null;
    for (const flow of ofTriggers) decided.push({ flow, explained: explain(subject, flow, snapshot, { event, now }) });
  }
  return decided.filter(({ explained }) => explained.basis !== 'not_happened');
}

/** Lists the subjects a flow could have sent a message about to one contact. */
async function subjectsOf(
  scope: TenantScope,
  contactId: ContactId,
  flow: StoredFlow,
  now: Temporal.Instant,
): Promise<KnownSubject[]> {
  const { subject, triggers } = flowKind(flow.kind);
  const period = {
    from: now.subtract({ hours: 24 * DAYS_BACK, minutes: Math.max(0, flow.settings.timing.delayMinutes) }),
    to: now.add({ hours: 24 * DAYS_AHEAD }),
  };
  if (subject === 'visit') return (await visitsOfContact(scope, contactId, period)).map(visitSubject);
  if (subject === 'group_move') {
    const moves = await listMoveEvents(scope, [contactId]);
    const recent = moves.filter(({ occurredAt }) => isAfter(occurredAt, period.from)).toReversed();
    return loadSubjects(scope, subject, recent.map(({ id }) => id).slice(0, MAX_MOVES), now);
  }
  if (subject === 'deal_task') return loadSubjects(scope, subject, await tasksOfContact(scope, contactId, period), now);
  const ids = subject === 'contact' ? [contactId] : await listSubjectsOf(scope, contactId, { ...period, triggers });
  return loadSubjects(scope, subject, ids, now);
}

/** The event of each subject that started the flow; that of moves is recorded for many of them at once. */
async function happenedTo(
  scope: TenantScope,
  subjects: readonly KnownSubject[],
  { kind }: StoredFlow,
  contactId: ContactId,
): Promise<Map<string, FlowEvent>> {
  const { subject, triggers } = flowKind(kind);
  if (subject !== 'group_move') return listHappened(scope, subjects, triggers);
  return new Map((await listMoveEvents(scope, [contactId])).map((move) => [move.id, move]));
}

type Moment = { event: FlowEvent | null; now: Temporal.Instant };

function explain(
  subject: PersonalSubject,
  flow: StoredFlow,
  snapshot: TenantSnapshot,
  { event, now }: Moment,
): Explained {
  const followsClock = flowKind(flow.kind).triggers.length === 0;
  if (!followsClock && event === null) return { subject, basis: 'not_happened' };
  const wanted = event?.occurredAt ?? subject.startsAt.add({ minutes: flow.settings.timing.delayMinutes });
  const isOver = !isAfter(wanted, now);
  const isTooYoung = flow.lastStartedAt === null || isBefore(wanted, flow.lastStartedAt);
  if (isOver && isTooYoung) return { subject, basis: 'before_flow' };
  const seen = isOver ? asItWas(subject, flow) : subject;
  const facts = factsOf(seen, flow, snapshot, { event, hasPlannedMessage: isOver });
  return {
    subject,
    basis: isOver ? 'past' : 'now',
    verdicts: decide(facts, flow, isOver ? wanted : now, snapshot.policy),
  };
}

/** The visit as it was when its message was due: its later status had no effect then. */
function asItWas(visit: PersonalSubject, { kind }: StoredFlow): PersonalSubject {
  const { statuses } = flowKind(kind);
  const isLater = visit.status === 'arrived' || visit.status === 'no_show';
  if (!isLater || statuses.includes(visit.status) || !statuses.includes('waiting')) return visit;
  return { ...visit, status: 'waiting' };
}
