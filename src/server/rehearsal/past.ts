import { loadSubjects } from '#server/flows/facts/subject-reads.ts';
import { type KnownSubject, NO_TRAITS, type Subject } from '#server/subjects/rules.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { listMoveEvents } from '#server/audiences/rfm/move-reads.ts';
import { reachOf, type Reach } from '#server/contacts/book/actions.ts';
import type { OptOutBounds } from '#server/contacts/book/rules.ts';
import { comesLater, flowKind } from '#contract/flows/kinds.ts';
import { recentMessagesByContact } from '#server/delivery/planning/actions.ts';
import { listFlowKinds } from '#server/flows/storage/reads.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { isAfter, isBefore } from '#server/platform/values/instant-rules.ts';
import { catalogueWordsOf } from '#server/visits/changes/actions.ts';
import type { CatalogueWords } from '#server/visits/storage/rules.ts';
import type { TenantSnapshot } from '#server/flows/facts/fact-reads.ts';
import {
  type Booking,
  listBookings,
  listInboundTimes,
  listPastEvents,
  listPastOptOuts,
  type PastEvent,
  type PastOptOut,
} from './past-queries.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import type { PastMessage, RehearsedPerson } from './simulation-state.ts';
import { recentMessageDays, traitsOf } from '#server/flows/facts/people-reads.ts';
import { namedBefore, buildHistory, type SubjectHistory, type RecordedEvent } from '#server/subjects/history-rules.ts';

type Period = { from: Temporal.Instant; until: Temporal.Instant };

/** Loads the whole past of some contacts for a simulation, in a constant number of queries. */
export async function loadPast(
  scope: ActionScope,
  contactIds: readonly ContactId[],
  { from, until }: Period,
  {
    flows,
    snapshot,
    withBirthdays,
  }: { flows: readonly StoredFlow[]; snapshot: TenantSnapshot; withBirthdays: boolean },
): Promise<RehearsedPerson[]> {
  const reach = await reachOf(scope, contactIds);
  const phones = [...reach.values()].flatMap(({ contact }) => contact.phone ?? []);
  const bookings = await listBookings(scope, contactIds);
  const visitIds = [...bookings.keys()];
  const moves = await listMoveEvents(scope, contactIds);
  const events: PastEvent[] = [
    ...(await listPastEvents(scope, { visitIds, contactIds })),
    ...moves.map((move) => ({ ...move, facts: {}, subject: { kind: 'group_move' as const, id: move.id } })),
  ];
  const words = await catalogueWordsOf(scope, namedBefore(events));
  const subjects = await subjectsOf(scope, {
    visitIds,
    events,
    contactIds: withBirthdays ? contactIds : [],
    at: until,
  });
  const daysBefore = recentMessageDays(flows, snapshot.policy.marketingDays);
  const recentMessages = await loadRecentMessages(scope, contactIds, from.subtract({ hours: 24 * daysBefore }));
  const inbound = await listInboundTimes(scope, contactIds, from.subtract({ hours: LONGEST_WINDOW_HOURS }));
  const optOuts = await listPastOptOuts(scope, contactIds, phones);

  const traits = await traitsOf(scope, reach, { flows, now: until });

  const eventsBySubject = Map.groupBy(events, ({ subject }) => subject?.id ?? '');
  const subjectsByContact = Map.groupBy(subjects, ({ contactId }) => contactId);
  return contactIds.flatMap((contactId) => {
    const known = reach.get(contactId);
    if (!known) return [];
    const ownOptOuts = optOuts.filter((one) => isOf(one, known));
    const histories = (subjectsByContact.get(contactId) ?? []).map((subject) =>
      subjectHistoryOf(subject, eventsBySubject.get(subject.id) ?? [], {
        booking: bookings.get(subject.id) ?? null,
        words,
        from,
      }),
    );
    return [
      {
        contactId,
        histories,
        recentMessages: (recentMessages.get(contactId) ?? []).filter(
          ({ senderId, at }) => isBefore(at, from) || flows.every(({ id }) => id !== senderId),
        ),
        traits: traits.get(contactId) ?? NO_TRAITS,
        reachAt: (at) => reachAt(known, at, { inbound, optOuts: ownOptOuts, snapshot }),
        optOutChanges: ownOptOuts.flatMap((one) => (one.until ? [one.from, one.until] : [one.from])),
      },
    ];
  });
}

/** Messages really sent to the contacts, with those marked that their flows plan only shortly before. */
async function loadRecentMessages(
  scope: TenantScope,
  contactIds: readonly ContactId[],
  since: Temporal.Instant,
): Promise<Map<ContactId, PastMessage[]>> {
  const recent = await recentMessagesByContact(scope, contactIds, since);
  const kinds = await listFlowKinds(
    scope,
    [...recent.values()].flat().map(({ senderId }) => senderId),
  );
  const isPlannedLate = ({ senderId }: PastMessage) => {
    const kind = kinds.get(senderId);
    return kind !== undefined && comesLater(flowKind(kind));
  };
  const marked = [...recent].map(
    ([contactId, messages]) =>
      [contactId, messages.map((one): PastMessage => ({ ...one, isPlannedLate: isPlannedLate(one) }))] as const,
  );
  return new Map(marked);
}

/** No channel's window is longer. */
const LONGEST_WINDOW_HOURS = 24 * 7;

async function subjectsOf(
  scope: TenantScope,
  known: {
    visitIds: readonly string[];
    events: readonly PastEvent[];
    contactIds: readonly ContactId[];
    at: Temporal.Instant;
  },
): Promise<KnownSubject[]> {
  const others = known.events.flatMap(({ subject }): Subject[] =>
    subject && subject.kind !== 'visit' ? [subject] : [],
  );
  const wanted = Map.groupBy(others, ({ kind }) => kind);
  const subjects = await loadSubjects(scope, 'visit', known.visitIds, known.at);
  for (const [kind, ofKind] of wanted)
    subjects.push(...(await loadSubjects(scope, kind, [...new Set(ofKind.map(({ id }) => id))], known.at)));
  subjects.push(...(await loadSubjects(scope, 'contact', known.contactIds, known.at)));
  return subjects;
}

/** The history of a subject. Before the connection was made there are no events, only the booking system's own times. */
function subjectHistoryOf(
  subject: KnownSubject,
  recorded: readonly PastEvent[],
  { booking, words, from }: { booking: Booking | null; words: CatalogueWords; from: Temporal.Instant },
): SubjectHistory {
  const known = { since: LONG_AGO, words };
  if (subject.kind !== 'visit' || !booking) return buildHistory(subject, recorded, known);
  const { bookedAt, durationMinutes } = booking;
  const events: RecordedEvent[] = [...recorded];
  const isOver = subject.status === 'arrived' || subject.status === 'no_show';
  if (isOver && recorded.every(({ statusTo }) => statusTo !== subject.status)) {
    const endedAt = subject.startsAt.add({ minutes: durationMinutes });
    const facts = { from: 'waiting', to: subject.status };
    events.push(assumed(subject, 'visit.status_changed', { at: endedAt, statusTo: subject.status, facts }));
  }
  const hasCreation = recorded.some(({ name }) => name === 'visit.created');
  if (hasCreation || !bookedAt || isBefore(bookedAt, from)) return buildHistory(subject, events, known);
  events.push(assumed(subject, 'visit.created', { at: bookedAt, statusTo: null, facts: {} }));
  return buildHistory(subject, events, { since: bookedAt, words });
}

const LONG_AGO = Temporal.Instant.from('1970-01-01T00:00:00Z');

function assumed(
  subject: KnownSubject,
  name: string,
  { at, statusTo, facts }: { at: Temporal.Instant; statusTo: string | null; facts: unknown },
): RecordedEvent {
  const nothing = { from: null, to: null, changes: [], version: null };
  return { id: `${subject.id} ${name}`, name, occurredAt: at, recordedAt: at, statusTo, facts, ...nothing };
}

function isOf({ contactId, phone }: PastOptOut, { contact }: Reach): boolean {
  return contactId === contact.id || (phone !== null && phone === contact.phone);
}

/** How the contact could be reached at a moment, by opt-outs and by inbound messages on each channel. */
function reachAt(
  reach: Reach,
  at: Temporal.Instant,
  known: { inbound: Map<string, Temporal.Instant[]>; optOuts: readonly PastOptOut[]; snapshot: TenantSnapshot },
): Reach {
  const hasHappened = (one: Temporal.Instant) => !isAfter(one, at);
  const optOuts = known.optOuts
    .filter(({ from, until }) => hasHappened(from) && (until === null || !hasHappened(until)))
    .map(({ channelId, scope }) => ({ channelId: channelId as OptOutBounds['channelId'], scope }));
  const addresses = reach.addresses.map((address) => {
    const times = known.inbound.get(`${reach.contact.id} ${address.channelId}`) ?? [];
    const windowHours = known.snapshot.channels.find(({ id }) => id === address.channelId)?.traits.windowHours;
    if (times.length === 0 || !windowHours) return address; // inbound messages are not stored: use the present window
    return { ...address, windowUntil: times.findLast(hasHappened)?.add({ hours: windowHours }) ?? null };
  });
  return { ...reach, addresses, optOuts };
}
