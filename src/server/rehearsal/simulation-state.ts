import type { Refusal } from '#server/policy/rules.ts';
import type { RecentMessage } from '#server/policy/priority-rules.ts';
import type { PastVisit, KnownSubject } from '#server/subjects/rules.ts';
import type { ChannelId } from '#contract/channels.ts';
import type { ContactId } from '#contract/contacts.ts';
import type { FactsContext, TenantSnapshot } from '#server/flows/facts/fact-reads.ts';
import { HORIZON_HOURS } from '#server/flows/planning/plan-actions.ts';
import type { KnownMessage } from '#server/flows/planning/queries.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { comesLater, FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import { historyOf, type KnownPerson, type PersonalSubject } from '#server/flows/facts/people-reads.ts';
import { type SubjectHistory, subjectAt, type RecordedEvent } from '#server/subjects/history-rules.ts';
import { isAfter } from '#server/platform/instant-rules.ts';
import type { LastLeaving } from './last-leaving.ts';
import type { RehearsedRow } from './rules.ts';

/** One customer with all that happened to her. */
export type RehearsedPerson = {
  contactId: ContactId;
  histories: readonly SubjectHistory[];
  /** What she really got: from flows that are not rehearsed, and before the play begins from all. */
  heard: readonly RecentMessage[];
  /** How she could be reached at a moment. */
  reachAt(at: Temporal.Instant): KnownPerson['reach'];
  /** When she closed or opened her door. */
  turns: readonly Temporal.Instant[];
};

/** `since`: what was said and done before the period still has its effect in it. */
export type Period = { since: Temporal.Instant; from: Temporal.Instant; until: Temporal.Instant };

/** A message of the rehearsal's own ledger. */
export type Message = KnownMessage & {
  channelId: ChannelId;
  useBy: Temporal.Instant;
  tries: number;
  /** What it waits for, when something holds it. */
  held: Refusal | null;
};

/** One customer's time: what waits, what she heard, and what became of each occasion. */
export type SimulationState = Period & {
  ctx: FactsContext;
  snapshot: TenantSnapshot;
  flows: readonly StoredFlow[];
  person: RehearsedPerson;
  ledger: Message[];
  heard: RecentMessage[];
  /** By flow, subject and occurrence. */
  fates: Map<string, RehearsedRow>;
  /** What was not said for the sake of a visit ahead, whatever was decided since. */
  refusedForVisit: { flow: StoredFlow; subjectId: string; at: Temporal.Instant }[];
  /** Offers that were not planned because she had booked what they offer: by flow and subject, the latest. */
  refusedOffers: Map<string, { flow: StoredFlow; history: SubjectHistory; event: RecordedEvent }>;
  /** Visits she came to, as of now. */
  held: Held;
  last: LastLeaving;
};

type DerivedState = 'ledger' | 'heard' | 'fates' | 'refusedForVisit' | 'refusedOffers' | 'held';

export function simulationStateOf(told: Omit<SimulationState, DerivedState>): SimulationState {
  const { person } = told;
  const held = heldOf(visitsOf(person, ({ snapshots }) => snapshots.at(-1)?.subject ?? null));
  const nothing = { ledger: [], fates: new Map(), refusedForVisit: [], refusedOffers: new Map() };
  return { ...told, ...nothing, heard: [...person.heard], held };
}

/** The customer as she was known at a moment. */
export type CustomerState = { reach: KnownPerson['reach']; visits: PastVisit[]; heard: RecentMessage[] };

/** The same for all that is decided at that moment: nothing leaves and nothing is planned in between. */
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
  return { reach: { ...reach, contact }, visits, heard: heardOf(state, at) };
}

/** A subject as it was known at a moment, with its customer. */
export function personalAt(
  { reach, visits, heard }: CustomerState,
  history: SubjectHistory,
  at: Temporal.Instant,
): PersonalSubject | null {
  const subject = subjectAt(history, at);
  return subject && { ...subject, person: { reach, history: historyOf(reach, visits, subject.words.currency), heard } };
}

/** What she got by then, and what waits for her. */
function heardOf({ heard, ledger, flows }: SimulationState, now: Temporal.Instant): RecentMessage[] {
  const waiting = ledger.flatMap(({ status, flowId, subjectId, occurrence, dueAt }): RecentMessage[] => {
    const flow = status === 'planned' ? flows.find(({ id }) => id === flowId) : undefined;
    if (!flow) return [];
    const { kind, title } = flow;
    const { isMarketing } = FLOW_CATALOGUE[kind];
    return [{ senderId: flowId, subjectId, occurrence, at: dueAt, isMarketing, title, waits: { kind, title } }];
  });
  const horizon = now.add({ hours: HORIZON_HOURS });
  return [...heard.flatMap((one) => asKnownAt(one, { now, horizon })), ...waiting];
}

/** What really left later waited then; what comes long after its subject, not before it was near. */
function asKnownAt(
  one: RecentMessage,
  { now, horizon }: { now: Temporal.Instant; horizon: Temporal.Instant },
): RecentMessage[] {
  if (!isAfter(one.at, now)) return [one];
  const { kind = null, title = '' } = one;
  const isFar = isAfter(one.at, horizon);
  return isFar && kind && comesLater(FLOW_CATALOGUE[kind]) ? [] : [{ ...one, waits: { kind, title } }];
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

/** Visits that were held: how many, and for how much. */
type Held = { count: number; spentMinor: number };

function heldOf(visits: readonly PastVisit[]): Held {
  const held = visits.filter(({ status }) => status === 'arrived');
  return { count: held.length, spentMinor: held.reduce((sum, { totalMinor }) => sum + totalMinor, 0) };
}

export type About = { subject: KnownSubject; flow: StoredFlow };

/** Keeps what became of an occasion; what became of it before is not told. What is said again was said before. */
export function settle(
  state: SimulationState,
  about: About,
  occurrence: number,
  fate: Pick<RehearsedRow, 'outcome' | 'rule' | 'compared' | 'at' | 'body'>,
): void {
  const { kind, id, timeZone } = about.subject;
  const flowIndex = state.flows.findIndex((flow) => flow.id === about.flow.id);
  const { contactId } = state.person;
  const key = keyOf(about, occurrence);
  const before = state.fates.get(key);
  if (before?.outcome === fate.outcome && before.rule === fate.rule) return;
  if (fate.rule === 'visit_ahead') state.refusedForVisit.push({ flow: about.flow, subjectId: id, at: fate.at });
  state.fates.set(key, { ...fate, flowIndex, contactId, subject: { kind, id, timeZone } });
}

/** It is not decided yet what becomes of an occasion. */
export function unsettle(state: SimulationState, about: About, occurrence: number): void {
  state.fates.delete(keyOf(about, occurrence));
}

function keyOf({ flow, subject }: About, occurrence: number): string {
  return `${flow.id} ${subject.id} ${occurrence}`;
}
