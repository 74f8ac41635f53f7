import type { Refusal } from '#contract/delivery/compared.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import { unmetCondition } from '#server/audiences/rules.ts';
import { isAfter, isBefore } from '#server/platform/values/instant-rules.ts';
import { type FlowEvent, NO_HISTORY, type SubjectToDecide } from '#server/subjects/rules.ts';
import { successionOf } from '#server/visits/storage/succession-rules.ts';
import type { FlowFacts, FlowToDecide, MessageNearby, VisitNearby } from './decision.ts';

/** Notices that wait for one another are due within this many minutes. */
const TOGETHER_MINUTES = 5;

type Around<Visit> = Pick<FlowFacts, 'event'> & {
  customer: Pick<NonNullable<FlowFacts['customer']>, 'history'> | null;
  /** The contact's other visits around the subject. */
  nearby: readonly (Visit & Pick<VisitNearby, 'messages'>)[];
};

/**
 * The visits that a message of the flow about the subject names, the subject included, by their start: those of its succession to which the
 * flow's conditions apply. A message about a cancelled visit names those whose cancellation waits to be sent too, or was sent after its own.
 */
export function namedVisits<Visit extends SubjectToDecide>(
  subject: Visit,
  { nearby, event, customer }: Around<Visit>,
  flow: Pick<FlowToDecide, 'id' | 'kind' | 'settings'>,
  now: Temporal.Instant,
): Visit[] {
  if (!flowKind(flow.kind).namesSuccession || nearby.length === 0) return [subject];
  const isCancelled = subject.status === 'cancelled';
  const isOfOneGo = ({ isWaiting, at }: MessageNearby) =>
    isWaiting || (event !== null && !isBefore(at, knownAt(event)));
  const history = customer?.history ?? NO_HISTORY;
  const others = nearby.filter(
    (visit) =>
      visit.isBranchActive &&
      (visit.status === 'cancelled') === isCancelled &&
      (!isCancelled || ofFlow(visit, flow).some(isOfOneGo)) &&
      unmetCondition(flow.settings.conditions, { subject: visit, event, history, wantedAt: () => now }) === null,
  );
  return successionOf<Visit>(subject, others);
}

/**
 * Refuses a reminder of a visit that follows another: the message about the first visit names all. None comes about the second while the
 * first goes on, either.
 */
export function remindedBefore(facts: FlowFacts, flow: FlowToDecide, now: Temporal.Instant): Refusal | null {
  if (flowKind(flow.kind).triggers.length > 0) return null;
  const [first] = namedVisits<SubjectToDecide>(facts.subject, facts, flow, now);
  return first === undefined || first.id === facts.subject.id ? null : namedWith(first);
}

/**
 * Refuses a notice that is due when another about a visit of the same succession names this one: that of an earlier visit, which leaves
 * now too, or one that left after this visit's event was recorded. It is refused only when it is due, since the other may be cancelled
 * before.
 */
export function announcedWith(
  facts: FlowFacts,
  flow: FlowToDecide,
  { testPhone, now }: { testPhone: string | null; now: Temporal.Instant },
): Refusal | null {
  const { subject, event } = facts;
  if (event === null || flowKind(flow.kind).triggers.length === 0) return null;
  const since = knownAt(event);
  const named = namedVisits<SubjectToDecide>(facts.subject, facts, flow, now);
  const place = named.findIndex(({ id }) => id === subject.id);
  const other = named.find((visit, index) => {
    const nearby = facts.nearby.find(({ id }) => id === visit.id);
    const messages = nearby ? ofFlow(nearby, flow).filter((message) => message.testPhone === testPhone) : [];
    return messages.some(({ isWaiting, at }) =>
      isWaiting ? index < place && !isAfter(at, now.add({ minutes: TOGETHER_MINUTES })) : !isBefore(at, since),
    );
  });
  return other ? namedWith(other) : null;
}

const knownAt = ({ recordedAt, occurredAt }: FlowEvent): Temporal.Instant => recordedAt ?? occurredAt;

function namedWith({ startsAt }: SubjectToDecide): Refusal {
  return { rule: 'in_succession', compared: { startsAt: String(startsAt) } };
}

function ofFlow({ messages }: Pick<VisitNearby, 'messages'>, { id }: Pick<FlowToDecide, 'id'>): MessageNearby[] {
  return messages.filter(({ flowId }) => flowId === id);
}
