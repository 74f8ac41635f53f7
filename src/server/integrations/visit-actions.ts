import type { VisitItem } from '#contract/integrations/items.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { putApiBranch } from '#server/connections/storage/api-actions.ts';
import { getBranch } from '#server/connections/storage/opening-actions.ts';
import type { ClientFacts, VisitFacts } from '#server/connections/port.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';
import { linkContact, linkOf } from '#server/contacts/crm/program-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { isFirstVisit, type RecordedVisit, recordedVisits } from '#server/visits/recording/recorded-actions.ts';
import { recordVisits } from '#server/visits/recording/recording-actions.ts';
import { clientFactsOf, contactOf, type Outcome, type Place, type Recorder, refused } from './api-branch.ts';
import type { IndexedItem } from './reading.ts';
import { inDistinctBatches, instantOf, notLaterThan } from './rules.ts';

/**
 * Stores visits from API clients like those of a booking system: the same events are emitted. Absent fields of a stored
 * visit stay unchanged, so that an arrival is two fields.
 */
export const recordApiVisits: Recorder<VisitItem> = async (scope, place, items) => {
  const outcomes = new Map<number, Outcome>();
  for (const batch of inDistinctBatches(items, ({ item }) => item.externalId))
    for (const [index, outcome] of await recordBatch(scope, place, batch)) outcomes.set(index, outcome);
  return outcomes;
};

type Understood = { index: number; branch: KnownBranch; contactId: ContactId | null; facts: VisitFacts };

/** Stores distinct visits. */
async function recordBatch(
  scope: ActionScope,
  place: Place,
  batch: readonly IndexedItem<VisitItem>[],
): Promise<Map<number, Outcome>> {
  const { connectionId } = place.branch;
  const names = batch.map(({ item }) => item.externalId);
  const before = await recordedVisits(scope, connectionId, names);
  const outcomes = new Map<number, Outcome>();
  const understood: Understood[] = [];
  for (const { index, item } of batch.toSorted((a, b) => (clientKey(a) < clientKey(b) ? -1 : 1))) {
    const known = before.get(item.externalId);
    const one = await understand(scope, place, { item, known });
    if ('outcome' in one) outcomes.set(index, one);
    else understood.push({ index, ...one });
  }
  for (const ofBranch of Map.groupBy(understood, ({ branch }) => branch.id).values()) {
    const [first] = ofBranch;
    const facts = ofBranch.map((one) => amongOthers(one, understood));
    if (first) await recordVisits(scope, first.branch, { facts, readAt: place.now });
  }
  const after = await recordedVisits(scope, connectionId, names);
  for (const { index, facts } of understood)
    outcomes.set(index, compared(before.get(facts.externalId), after.get(facts.externalId)));
  return outcomes;
}

const clientKey = ({ item: { client } }: IndexedItem<VisitItem>) => client?.externalId ?? client?.phone ?? '';

async function understand(
  scope: ActionScope,
  place: Place,
  { item, known }: { item: VisitItem; known: RecordedVisit | undefined },
): Promise<Outcome | Omit<Understood, 'index'>> {
  const changedAt = notLaterThan(place.now, item.changedAt);
  const knownAt = known?.facts.changedAt;
  if (known && knownAt && isBefore(changedAt, knownAt)) return { outcome: 'stale', id: known.id };

  const branch = await branchOf(scope, place, { item, known });
  const startsAt = item.startsAt ? instantOf(item.startsAt, item.timeZone ?? branch.timeZone) : known?.facts.startsAt;
  if (startsAt === undefined) return refused('startsAt', 'required');
  if (startsAt === null || !isNearEnough(startsAt, place.now)) return refused('startsAt', 'datetime');
  const currency = item.total?.currency ?? branch.currency;
  if (currency !== branch.currency) return refused('total.currency', 'currency_differs');
  const when = { startsAt, externalId: item.externalId };
  const owner = await clientOf(scope, place, { item, known, branch, when });
  const client = owner?.client ?? null;
  const facts = mergedFacts(item, known, { startsAt, client, changedAt, now: place.now });
  return { branch, contactId: owner?.contactId ?? null, facts };
}

/** Only the earliest visit of a contact in one call can be the contact's first. */
function amongOthers({ contactId, facts }: Understood, all: readonly Understood[]): VisitFacts {
  const isLater = all.some(
    (other) =>
      other.contactId === contactId &&
      other.facts.status !== 'cancelled' &&
      isBefore(other.facts.startsAt, facts.startsAt),
  );
  return facts.client && isLater ? { ...facts, client: { ...facts.client, isNew: false } } : facts;
}

async function branchOf(
  scope: ActionScope,
  place: Place,
  { item, known }: { item: VisitItem; known: RecordedVisit | undefined },
): Promise<KnownBranch> {
  if (item.branch) return putApiBranch(scope, item.branch);
  return known ? getBranch(scope, known.branchId) : place.branch;
}

const FURTHEST_DAYS = 3_660;

/** Refuses implausible years, so that a typing error does not plan a reminder for the next century. */
function isNearEnough(startsAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return Math.abs(startsAt.since(now).total('hours')) <= 24 * FURTHEST_DAYS;
}

/** Returns the contact by their id in the first branch; other branches use the same ids. */
async function clientOf(
  scope: ActionScope,
  place: Place,
  visit: {
    item: VisitItem;
    known: RecordedVisit | undefined;
    branch: KnownBranch;
    when: { startsAt: Temporal.Instant; externalId: string };
  },
): Promise<{ contactId: ContactId; client: ClientFacts } | null> {
  const { item, known, branch, when } = visit;
  if (item.client === null) return null;
  const contactId = item.client ? await contactOf(scope, place, item.client) : (known?.contactId ?? null);
  if (!contactId) return null;
  const facts = item.client ? clientFactsOf(item.client, place) : await knownClient(scope, branch, contactId);
  if (item.client && branch.id !== place.branch.id)
    await linkContact(scope, { branchId: branch.id, externalId: facts.externalId, contactId });
  return { contactId, client: { ...facts, isNew: await isFirstVisit(scope, contactId, when) } };
}

async function knownClient(scope: TenantScope, branch: KnownBranch, contactId: ContactId): Promise<ClientFacts> {
  const externalId = await linkOf(scope, branch.id, contactId);
  return { externalId, name: '', phone: null, email: null, isNew: false, visitsCount: null };
}

const DEFAULT_MINUTES = 60;

function mergedFacts(
  item: VisitItem,
  known: RecordedVisit | undefined,
  given: { startsAt: Temporal.Instant; client: ClientFacts | null; changedAt: Temporal.Instant; now: Temporal.Instant },
): VisitFacts {
  const before = known?.facts;
  const master = item.master === undefined ? undefined : (item.master ?? { externalId: null, name: null });
  const sameName = master?.externalId === before?.masterExternalId ? before?.masterName : null;
  return {
    externalId: item.externalId,
    externalVisitId: before?.externalVisitId ?? null,
    client: given.client,
    masterExternalId: master ? master.externalId : (before?.masterExternalId ?? null),
    masterName: master ? (master.name ?? sameName ?? master.externalId) : (before?.masterName ?? null),
    services:
      item.services?.map(({ externalId, title }) => ({ externalId: externalId ?? title, title })) ??
      before?.services ??
      [],
    startsAt: given.startsAt,
    durationMinutes: item.durationMinutes ?? before?.durationMinutes ?? DEFAULT_MINUTES,
    status: item.status ?? before?.status ?? 'waiting',
    totalMinor: item.total?.amountMinor ?? before?.totalMinor ?? 0,
    comment: item.comment ?? before?.comment ?? '',
    manageUrl: item.manageUrl === undefined ? (before?.manageUrl ?? null) : item.manageUrl,
    isOnline: before?.isOnline ?? false,
    createdAt: before ? before.createdAt : notLaterThan(given.now, item.createdAt),
    changedAt: given.changedAt,
  };
}

function compared(before: RecordedVisit | undefined, after: RecordedVisit | undefined): Outcome {
  const id = after?.id ?? null;
  if (!before) return { outcome: 'created', id };
  return { outcome: signOf(before) === signOf(after) ? 'unchanged' : 'updated', id };
}

function signOf(visit: RecordedVisit | undefined): string {
  return JSON.stringify(visit && { ...visit, facts: { ...visit.facts, changedAt: null } });
}
