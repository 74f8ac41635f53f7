import { wholeUnits } from '#server/texts/content/format-rules.ts';
import type { FlowEvent, KnownSubject } from './rules.ts';
import { z } from 'zod';
import { DealStageId } from '#contract/deals/ids.ts';
import { OrderStatus } from '#contract/orders/calls.ts';
import { MasterId, ServiceId } from '#contract/visits/calls.ts';
import { compareInstants, isAfter } from '#server/platform/values/instant-rules.ts';
import type { CatalogueWords } from '#server/visits/storage/rules.ts';

/** An event of a subject, with the time we recorded it and its facts. */
export type RecordedEvent = FlowEvent & { recordedAt: Temporal.Instant; facts: unknown };

/** The state of a subject from a moment on. */
export type Snapshot = { since: Temporal.Instant; subject: KnownSubject };

/** The snapshots of one subject, and its events, both oldest first. */
export type SubjectHistory = { snapshots: readonly Snapshot[]; events: readonly RecordedEvent[] };

/** The subject as it was known at a moment; null before it was recorded. */
export function subjectAt({ snapshots }: SubjectHistory, at: Temporal.Instant): KnownSubject | null {
  return snapshots.findLast(({ since }) => !isAfter(since, at))?.subject ?? null;
}

/**
 * Reconstructs a subject's history backwards from its current state: each event contains the state before it.
 *
 * @param known.since when the subject was recorded, if no event shows it
 * @param known.words names of masters and services that events refer to, see `namedBefore`
 */
export function buildHistory(
  present: KnownSubject,
  events: readonly RecordedEvent[],
  known: { since: Temporal.Instant; words: CatalogueWords },
): SubjectHistory {
  const ordered = events.toSorted((one, other) => compareInstants(one.recordedAt, other.recordedAt));
  const snapshots: Snapshot[] = [];
  let subject = present;
  for (const event of ordered.toReversed()) {
    snapshots.unshift({ since: event.recordedAt, subject: atEvent(subject, event) });
    subject = before(atEvent(subject, event), event, known.words);
  }
  const [first] = ordered;
  const isBirth = first !== undefined && CREATION_EVENTS.has(first.name);
  if (!isBirth) snapshots.unshift({ since: known.since, subject });
  return { snapshots, events: ordered };
}

/** Events that create a subject. */
const CREATION_EVENTS: ReadonlySet<string> = new Set([
  'visit.created',
  'order.created',
  'deal.created',
  'api.event',
  'client.group_moved',
]);

const Versions = z.object({ timeVersion: z.int() });
const Priced = z.object({ fromMinor: z.int() });
const CartStatus = z.object({ status: z.string() });
const StageTitles = z.object({ fromTitle: z.string(), toTitle: z.string() });
const StatusFrom = z.object({ from: z.string().nullable() });
const Before = z.object({
  before: z.object({
    masterId: MasterId.nullable(),
    serviceIds: z.array(ServiceId),
    serviceTitles: z.array(z.string()),
  }),
});

/** The subject at the moment of an event, using the event's values where they may have changed since without one. */
function atEvent(subject: KnownSubject, event: RecordedEvent): KnownSubject {
  if (event.name === 'visit.cancelled') return { ...subject, status: 'cancelled' };
  const isVersioned = subject.kind === 'order' || subject.kind === 'deal' || subject.kind === 'cart';
  const status = subject.kind === 'cart' ? cartStatusOf(event) : event.statusTo;
  return {
    ...(status ? withStatus(subject, status, StageTitles.safeParse(event.facts).data?.toTitle) : subject),
    ...(isVersioned && event.version !== null && { timeVersion: event.version }),
  };
}

/** Sets the status of an order or the stage of a deal, and the text of it. */
function withStatus(subject: KnownSubject, status: string, stage?: string): KnownSubject {
  const { order, deal } = subject.words;
  return {
    ...subject,
    status,
    ...(subject.deal && { deal: { ...subject.deal, stageId: DealStageId.parse(status), stageTitle: stage ?? '' } }),
    words: {
      ...subject.words,
      ...(order && { order: { ...order, status: OrderStatus.parse(status) } }),
      ...(deal && { deal: { ...deal, stage: stage ?? '' } }),
    },
  };
}

function cartStatusOf({ name, facts }: RecordedEvent): string | undefined {
  return name === 'cart.ordered' ? 'ordered' : CartStatus.safeParse(facts).data?.status;
}

/** The subject as it was before an event. */
function before(subject: KnownSubject, event: RecordedEvent, words: CatalogueWords): KnownSubject {
  const { facts } = event;
  if (event.name === 'visit.moved' && event.from) {
    const timeVersion = (Versions.safeParse(facts).data?.timeVersion ?? subject.timeVersion) - 1;
    return bookedBefore({ ...startingAt(subject, event.from), timeVersion }, facts, words);
  }
  if (event.name === 'visit.changed') return bookedBefore(subject, facts, words);
  if (event.name === 'visit.priced') return costingBefore(subject, facts);
  const from = StatusFrom.safeParse(facts).data?.from;
  return from ? withStatus(subject, from, StageTitles.safeParse(facts).data?.fromTitle) : subject;
}

function startingAt(subject: KnownSubject, startsAt: Temporal.Instant): KnownSubject {
  return { ...subject, startsAt, words: { ...subject.words, startsAt } };
}

function bookedBefore(subject: KnownSubject, facts: unknown, known: CatalogueWords): KnownSubject {
  const former = Before.safeParse(facts).data?.before;
  if (!former) return subject;
  const { masterId, serviceIds, serviceTitles } = former;
  const named = masterId === null ? null : (known.masterNames.get(masterId) ?? null);
  const masterName = masterId === subject.masterId ? subject.masterName : named;
  const serviceCategories = [...new Set(serviceIds.flatMap((id) => known.serviceCategories.get(id) ?? []))];
  const words = { ...subject.words, masterName, serviceTitles };
  return { ...subject, masterId, masterName, serviceIds, serviceTitles, serviceCategories, words };
}

/** Masters and services that visits had before they were changed. */
export function namedBefore(events: readonly RecordedEvent[]): { masterIds: MasterId[]; serviceIds: ServiceId[] } {
  const former = events.flatMap(({ facts }) => Before.safeParse(facts).data?.before ?? []);
  return {
    masterIds: [...new Set(former.flatMap(({ masterId }) => masterId ?? []))],
    serviceIds: [...new Set(former.flatMap(({ serviceIds }) => serviceIds))],
  };
}

function costingBefore(subject: KnownSubject, facts: unknown): KnownSubject {
  const totalMinor = Priced.safeParse(facts).data?.fromMinor;
  if (totalMinor === undefined) return subject;
  const total = wholeUnits(totalMinor, subject.words.currency);
  return { ...subject, total, words: { ...subject.words, totalMinor } };
}
