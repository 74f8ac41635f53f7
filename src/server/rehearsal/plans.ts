import { refusalOf } from '#contract/delivery/compared.ts';
import type { FlowEvent } from '#server/subjects/rules.ts';
import { MessageId } from '#contract/delivery/calls.ts';
import { comesLater, flowKind } from '#contract/flows/kinds.ts';
import { newId } from '#server/platform/values/ids.ts';
import { endOf, momentOf } from '#server/flows/deciding/moment-rules.ts';
import { isUnreported, type Pair } from '#server/flows/planning/applying-actions.ts';
import { type PriorityConflict, contactsInConflict } from '#server/flows/planning/priority-conflict-rules.ts';
import { decidePair } from '#server/flows/planning/plan-actions.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { type SubjectHistory, subjectAt, type RecordedEvent } from '#server/subjects/history-rules.ts';
import { isAfter, isBefore } from '#server/platform/values/instant-rules.ts';
import {
  type CustomerState,
  customerStateAt,
  type Message,
  personalAt,
  settle,
  type SimulationState,
  removeOutcome,
} from './simulation-state.ts';

type Plan = {
  histories: readonly SubjectHistory[];
  /** The event of one of the subjects. */
  event?: RecordedEvent | null;
  at: Temporal.Instant;
  /** Plans this flow alone. */
  flow?: StoredFlow;
  round?: number;
};

/** Decides about the subjects of one contact and writes the rehearsal's ledger, as planning does. */
export function plan(state: SimulationState, { histories, event = null, at, flow, round = 0 }: Plan): void {
  const customer = customerStateAt(state, at);
  const decided = histories.flatMap((history) =>
    decideAbout(state, customer, history, { flows: flow ? [flow] : state.flows, event, at }),
  );
  for (const { pair, known } of decided) apply(state, pair, known, at);
  const conflicts = decided.map(({ pair, known }): PriorityConflict => ({
    kind: pair.flow.kind,
    subject: pair.subject,
    known,
    result: pair.result,
  }));
  if (contactsInConflict(conflicts, { round, now: at }).length === 0) return;
  plan(state, {
    histories: state.person.histories.filter((history) => hasMarketing(state, history)),
    at,
    round: round + 1,
  });
}

type Decided = { pair: Pair; known: readonly Message[] };

function decideAbout(
  state: SimulationState,
  customer: CustomerState,
  history: SubjectHistory,
  { flows: candidates, event, at }: { flows: readonly StoredFlow[]; event: RecordedEvent | null; at: Temporal.Instant },
): Decided[] {
  const [first] = history.snapshots;
  const { timeZone } = state.snapshot.tenant;
  const flows = candidates.filter(
    (flow) => flowKind(flow.kind).subject === first?.subject.kind && isDeciding(flow, timeZone, at),
  );
  const subject = flows.length > 0 ? personalAt(customer, history, at) : null;
  if (!subject) return [];
  const events = new Map<string, FlowEvent>(history.events.map((one) => [one.id, one]));
  const own = history.events.find(({ id }) => id === event?.id) ?? null;
  return flows.flatMap((flow) => {
    const known = state.ledger.filter(({ flowId, subjectId }) => flowId === flow.id && subjectId === subject.id);
    const { snapshot } = state;
    const pairs = decidePair({ subject, flow, known, pinned: new Map(), events, event: own, snapshot, now: at });
    return pairs.map((pair) => ({ pair, known }));
  });
}

/** Whether a flow decides at a moment: not after its end, and when it comes long after its subjects not before its start. */
function isDeciding(flow: StoredFlow, cabinetTimeZone: string, at: Temporal.Instant): boolean {
  const end = endOf(flow, cabinetTimeZone);
  if (end && !isAfter(end, at)) return false;
  const { lastStartedAt } = flow;
  return !comesLater(flowKind(flow.kind)) || !lastStartedAt || !isAfter(lastStartedAt, at);
}

function apply(state: SimulationState, pair: Pair, known: readonly Message[], at: Temporal.Instant): void {
  for (const { message, rule, compared } of pair.result.cancel) {
    const own = known.find(({ id }) => id === message.id);
    if (!own) continue;
    Object.assign(own, { status: 'cancelled', reason: rule });
    settle(state, pair, own.occurrence, { outcome: 'skipped', rule, compared, at, body: '' });
  }
  for (const verdict of pair.result.plan) {
    const { occurrence } = verdict;
    const now = {
      occurrence,
      status: 'planned' as const,
      reason: null,
      eventId: pair.event?.id ?? null,
      dueAt: verdict.at,
      useBy: verdict.useBy,
      channelId: verdict.channelId,
      held: verdict.outcome === 'deferred' ? refusalOf(verdict) : null,
    };
    const earlier = known.filter((one) => one.status === 'planned' && one.occurrence < occurrence);
    const same = known.find((one) => one.occurrence === occurrence) ?? earlier.at(-1);
    if (same) Object.assign(same, now);
    else {
      const { id: flowId, version: flowVersion } = pair.flow;
      const ids = { id: newId(MessageId), flowId, flowVersion, subjectId: pair.subject.id };
      state.ledger.push({ ...ids, ...now, testPhone: null, isTest: false, replans: 0 });
    }
    removeOutcome(state, pair, occurrence);
  }
  for (const { occurrence, rule, compared } of pair.result.skip) {
    if (rule === 'bought_already') keepOffer(state, pair);
    if (isUnreported(pair, { rule }) || isDecidedBefore(state, pair)) continue;
    settle(state, pair, occurrence, { outcome: 'skipped', rule, compared, at, body: '' });
  }
}

/** Stores a refused offer, since the contact may cancel the booking before the offer's moment. */
function keepOffer({ person, refusedOffers }: SimulationState, { subject, flow, event: what }: Pair): void {
  const history = person.histories.find(({ snapshots }) => snapshots[0]?.subject.id === subject.id);
  const event = history?.events.find(({ id }) => id === what?.id);
  if (history && event) refusedOffers.set(`${flow.id} ${subject.id}`, { flow, history, event });
}

/** A message due before the simulation starts was decided before it, regardless of what the simulation finds. */
function isDecidedBefore({ since, person }: SimulationState, { subject, flow }: Pair): boolean {
  const entry = flowKind(flow.kind);
  if (comesLater(entry) || entry.triggers.length > 0) return false;
  const history = person.histories.find(({ snapshots }) => snapshots[0]?.subject.id === subject.id);
  const known = history && subjectAt(history, since);
  return known?.timeVersion === subject.timeVersion && isBefore(momentOf(known, flow), since);
}

/** Whether marketing about a subject is planned. */
function hasMarketing({ ledger, flows }: SimulationState, { snapshots }: SubjectHistory): boolean {
  const id = snapshots[0]?.subject.id;
  const marketing = new Set(flows.filter(({ kind }) => flowKind(kind).isMarketing).map((flow) => flow.id));
  return ledger.some(
    ({ subjectId, status, flowId }) => subjectId === id && status === 'planned' && marketing.has(flowId),
  );
}
