import { z } from 'zod';
import { MasterId, ServiceId, type VisitStatus } from '#contract/visits.ts';
import type { FlowEvent } from '#server/flows/deciding/decision.ts';
import type { KnownSubject } from './subjects.ts';
import { wholeUnits } from './variable-rules.ts';

/** Something that was told of a subject, when it was, with what the event says. */
export type ToldEvent = FlowEvent & { toldAt: Temporal.Instant; facts: unknown };

/** A subject as it was known from a moment on. */
export type Chapter = { since: Temporal.Instant; subject: KnownSubject };

/** What was known of one subject, and what happened to it, both oldest first. */
export type Story = { chapters: readonly Chapter[]; events: readonly ToldEvent[] };

/** The subject as it was known at a moment; null before anybody knew of it. */
export function subjectAt({ chapters }: Story, at: Temporal.Instant): KnownSubject | null {
  return chapters.findLast(({ since }) => Temporal.Instant.compare(since, at) <= 0)?.subject ?? null;
}

/**
 * Tells a subject's story backwards from what it is now: each event says what was before it.
 *
 * @param knownSince when it became known, if no event tells
 */
export function tellStory(present: KnownSubject, events: readonly ToldEvent[], knownSince: Temporal.Instant): Story {
  const ordered = events.toSorted((one, other) => Temporal.Instant.compare(one.toldAt, other.toldAt));
  const chapters: Chapter[] = [];
  let subject = present;
  for (const event of ordered.toReversed()) {
    chapters.unshift({ since: event.toldAt, subject: asTold(subject, event) });
    subject = before(asTold(subject, event), event);
  }
  const [first] = ordered;
  const isBirth = first !== undefined && BIRTHS.has(first.name);
  if (!isBirth) chapters.unshift({ since: knownSince, subject });
  return { chapters, events: ordered };
}

/** Events before which there was nothing. */
const BIRTHS: ReadonlySet<string> = new Set(['visit.created', 'order.created', 'api.event']);

const Versions = z.object({ timeVersion: z.int() });
const Priced = z.object({ fromMinor: z.int() });
const StatusFrom = z.object({ from: z.string().nullable() });
const Before = z.object({
  before: z.object({
    masterId: MasterId.nullable(),
    serviceIds: z.array(ServiceId),
    serviceTitles: z.array(z.string()),
  }),
});

/** What an event says of the subject at its own moment, where that may since have changed unseen. */
function asTold(subject: KnownSubject, event: ToldEvent): KnownSubject {
  if (event.name === 'visit.cancelled') return { ...subject, status: 'cancelled' };
  const isVersioned = subject.kind === 'order' || subject.kind === 'cart';
  return {
    ...subject,
    ...(event.statusTo !== null && { status: event.statusTo }),
    ...(isVersioned && event.version !== null && { timeVersion: event.version }),
  };
}

/** The subject as it was before an event. */
function before(subject: KnownSubject, event: ToldEvent): KnownSubject {
  const { facts } = event;
  if (event.name === 'visit.moved' && event.from) {
    const timeVersion = (Versions.safeParse(facts).data?.timeVersion ?? subject.timeVersion) - 1;
    return bookedBefore({ ...startingAt(subject, event.from), timeVersion }, facts);
  }
  if (event.name === 'visit.changed') return bookedBefore(subject, facts);
  if (event.name === 'visit.priced') return costingBefore(subject, facts);
  const from = StatusFrom.safeParse(facts).data?.from;
  return from ? { ...subject, status: from as VisitStatus } : subject; // written by us, from the contract's words
}

function startingAt(subject: KnownSubject, startsAt: Temporal.Instant): KnownSubject {
  return { ...subject, startsAt, words: { ...subject.words, startsAt } };
}

function bookedBefore(subject: KnownSubject, facts: unknown): KnownSubject {
  const told = Before.safeParse(facts).data?.before;
  if (!told) return subject;
  const masterName = told.masterId === subject.masterId ? subject.masterName : null;
  const { masterId, serviceIds, serviceTitles } = told;
  const words = { ...subject.words, masterName, serviceTitles };
  return { ...subject, masterId, masterName, serviceIds, serviceTitles, words };
}

function costingBefore(subject: KnownSubject, facts: unknown): KnownSubject {
  const totalMinor = Priced.safeParse(facts).data?.fromMinor;
  if (totalMinor === undefined) return subject;
  const total = wholeUnits(totalMinor, subject.words.currency);
  return { ...subject, total, words: { ...subject.words, totalMinor } };
}
