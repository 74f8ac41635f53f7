import type { Refusal } from '#contract/delivery/compared.ts';
import type { RecentMessage } from '#server/policy/priority-rules.ts';
import { type CustomerTraits, historyOf, type PastVisit, type KnownSubject } from '#server/subjects/rules.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { FactsContext, TenantSnapshot } from '#server/flows/facts/fact-reads.ts';
import { HORIZON_HOURS } from '#server/flows/planning/plan-actions.ts';
import type { KnownMessage } from '#server/flows/planning/queries.ts';
import { importanceOf } from '#server/flows/storage/sender-rules.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import type { KnownPerson, PersonalSubject } from '#server/flows/facts/people-reads.ts';
import { type SubjectHistory, subjectAt, type RecordedEvent } from '#server/subjects/history-rules.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { isAround, type KnownNearby } from '#server/flows/facts/nearby-reads.ts';
import type { LastSendOfDay } from './last-send-of-day.ts';
import type { RehearsedRow } from './rules.ts';

/** A message of the contact's past. */
export type PastMessage = RecentMessage & {
  /** Its sender plans it only once its moment is within the horizon. */
  isPlannedLate?: boolean;
};

/** One contact with their past. */
export type RehearsedPerson = {
  contactId: ContactId;
  histories: readonly SubjectHistory[];
  /** Messages really sent to the contact: by flows that are not rehearsed, and before the simulation starts by all. */
  recentMessages: readonly PastMessage[];
  /** Facts of the contact alone, as they are now. */
  traits: CustomerTraits;
  /** How the contact could be reached at a moment. */
  reachAt(at: Temporal.Instant): KnownPerson['reach'];
  /** Instants at which the contact opted out and back in. */
  optOutChanges: readonly Temporal.Instant[];
};

/** `since`: the start of the simulation, early enough to include events and messages before the period that affect it. */
export type Period = { since: Temporal.Instant; from: Temporal.Instant; until: Temporal.Instant };

/** A message of the rehearsal's own ledger. */
export type Message = KnownMessage & {
  channelId: ChannelId;
  useBy: Temporal.Instant;
  replans: number;
  /** The refusal that holds it; null when nothing does. */
  held: Refusal | null;
};

/** The state of one contact's simulation: planned messages, recent messages, and the outcome of each occasion. */
export type SimulationState = Period & {
  ctx: FactsContext;
  snapshot: TenantSnapshot;
  flows: readonly StoredFlow[];
  person: RehearsedPerson;
  ledger: Message[];
  recentMessages: PastMessage[];
  /** By flow, subject and occurrence. */
  outcomes: Map<string, RehearsedRow>;
  /** Messages refused because of a visit ahead, even when decided otherwise later. */
  refusedForVisit: { flow: StoredFlow; subjectId: string; at: Temporal.Instant }[];
  /** Offers refused because the contact had booked the offered services: by flow and subject, the latest. */
  refusedOffers: Map<string, { flow: StoredFlow; history: SubjectHistory; event: RecordedEvent }>;
  /** Visits held by now. */
  held: Held;
  last: LastSendOfDay;
};

type DerivedState = 'ledger' | 'recentMessages' | 'outcomes' | 'refusedForVisit' | 'refusedOffers' | 'held';

export function simulationStateOf(given: Omit<SimulationState, DerivedState>): SimulationState {
  const { person } = given;
  const held = heldOf(visitsOf(person, ({ snapshots }) => snapshots.at(-1)?.subject ?? null));
  const nothing = { ledger: [], outcomes: new Map(), refusedForVisit: [], refusedOffers: new Map() };
  return { ...given, ...nothing, recentMessages: [...person.recentMessages], held };
}

/** The contact's state at a moment. */
export type CustomerState = {
  reach: KnownPerson['reach'];
  traits: CustomerTraits;
  visits: PastVisit[];
  /** The same visits as subjects, with the messages of the rehearsal's ledger. */
  nearby: KnownNearby[];
  recentMessages: RecentMessage[];
};

/** Computed once for all decisions of a moment: nothing is sent or planned in between. */
export function customerStateAt(state: SimulationState, at: Temporal.Instant): CustomerState {
  const { person, held } = state;
  const reach = person.reachAt(at);
  const visits = visitsOf(person, (one) => subjectAt(one, at));
  const then = heldOf(visits);
  const contact = {
    ...reach.contact,
    visitsCount: Math.max(0, reach.contact.visitsCount - (held.count - then.count)),
    spentMinor: Math.max(0, reach.contact.spentMinor - (held.spentMinor - then.spentMinor)),
  };
  const recentMessages = recentMessagesOf(state, at);
  return { reach: { ...reach, contact }, traits: person.traits, visits, nearby: nearbyOf(state, at), recentMessages };
}

/** A subject with its contact, in the state of a moment. */
export function personalAt(
  { reach, traits, visits, nearby, recentMessages }: CustomerState,
  history: SubjectHistory,
  at: Temporal.Instant,
): PersonalSubject | null {
  const subject = subjectAt(history, at);
  return (
    subject && {
      ...subject,
      person: {
        reach,
        history: historyOf(reach, visits, { currency: subject.words.currency, traits }),
        recentMessages,
      },
      nearby: nearby.filter((one) => one.id !== subject.id && isAround(one, subject)),
    }
  );
}

function nearbyOf({ person, ledger, flows }: SimulationState, at: Temporal.Instant): KnownNearby[] {
  if (!flows.some(({ kind }) => flowKind(kind).namesSuccession)) return [];
  const stated = Map.groupBy(
    ledger.filter(({ status }) => status === 'planned' || status === 'sent'),
    ({ subjectId }) => subjectId,
  );
  return person.histories.flatMap((history) => {
    const visit = subjectAt(history, at);
    if (visit?.kind !== 'visit') return [];
    const messages = (stated.get(visit.id) ?? []).map(({ flowId, testPhone, status, dueAt }) => ({
      flowId,
      testPhone,
      isWaiting: status === 'planned',
      at: dueAt,
    }));
    return [{ ...visit, messages }];
  });
}

/** Messages sent by then, and those planned. */
function recentMessagesOf({ recentMessages, ledger, flows }: SimulationState, now: Temporal.Instant): RecentMessage[] {
  const waiting = ledger.flatMap(({ status, flowId, subjectId, occurrence, dueAt }): RecentMessage[] => {
    const flow = status === 'planned' ? flows.find(({ id }) => id === flowId) : undefined;
    if (!flow) return [];
    const { kind, title } = flow;
    const { isMarketing } = flowKind(kind);
    const importance = importanceOf(kind);
    return [{ senderId: flowId, subjectId, occurrence, at: dueAt, isMarketing, importance, title, isWaiting: true }];
  });
  const horizon = now.add({ hours: HORIZON_HOURS });
  return [...recentMessages.flatMap((one) => asKnownAt(one, { now, horizon })), ...waiting];
}

/** A message really sent later counts as planned then; one that comes long after its subject only once its moment is within the horizon. */
function asKnownAt(
  one: PastMessage,
  { now, horizon }: { now: Temporal.Instant; horizon: Temporal.Instant },
): RecentMessage[] {
  if (!isAfter(one.at, now)) return [one];
  return one.isPlannedLate && isAfter(one.at, horizon) ? [] : [{ ...one, isWaiting: true }];
}

function visitsOf(
  { histories }: RehearsedPerson,
  knownAs: (history: SubjectHistory) => KnownSubject | null,
): PastVisit[] {
  return histories.flatMap((history) => {
    const visit = knownAs(history);
    if (visit?.kind !== 'visit') return [];
    const { id, startsAt, status, serviceIds, words } = visit;
    return [{ id, startsAt, status: status as PastVisit['status'], serviceIds, totalMinor: words.totalMinor }];
  });
}

/** The number of held visits and the money spent. */
type Held = { count: number; spentMinor: number };

function heldOf(visits: readonly PastVisit[]): Held {
  const held = visits.filter(({ status }) => status === 'arrived');
  return { count: held.length, spentMinor: held.reduce((sum, { totalMinor }) => sum + totalMinor, 0) };
}

export type About = { subject: KnownSubject; flow: StoredFlow };

/** Records the outcome of an occasion and replaces an earlier one. A repeated outcome keeps its first time. */
export function settle(
  state: SimulationState,
  about: About,
  occurrence: number,
  result: Pick<RehearsedRow, 'outcome' | 'rule' | 'compared' | 'at' | 'body' | 'price'>,
): void {
  const { kind, id, timeZone } = about.subject;
  const flowIndex = state.flows.findIndex((flow) => flow.id === about.flow.id);
  const { contactId } = state.person;
  const key = keyOf(about, occurrence);
  const before = state.outcomes.get(key);
  if (before?.outcome === result.outcome && before.rule === result.rule) return;
  if (result.rule === 'visit_ahead') state.refusedForVisit.push({ flow: about.flow, subjectId: id, at: result.at });
  state.outcomes.set(key, { ...result, flowIndex, contactId, subject: { kind, id, timeZone } });
}

/** Removes the outcome of an occasion that is not decided yet. */
export function removeOutcome(state: SimulationState, about: About, occurrence: number): void {
  state.outcomes.delete(keyOf(about, occurrence));
}

function keyOf({ flow, subject }: About, occurrence: number): string {
  return `${flow.id} ${subject.id} ${occurrence}`;
}
