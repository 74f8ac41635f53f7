import { connectionKind, isPolled } from '#contract/connections/kinds.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { noteSpent, noteVisits } from '#server/contacts/book/actions.ts';
import { upsertManyFromCrm } from '#server/contacts/crm/crm-actions.ts';
import { purchasesChanged } from '#server/contacts/jobs.ts';
import type { VisitFacts } from '#server/connections/port.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { newId } from '#server/platform/values/ids.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { publish } from '#server/platform/events/transaction-events.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { idsOfMasters, idsOfServices } from '#server/visits/catalogue/catalogue-queries.ts';
import { recountDays, type VisitPlace } from '#server/visits/catalogue/day-queries.ts';
import { readNewClientsJob, visitCreated } from '#server/visits/jobs.ts';
import { recountVisitSums } from '#server/visits/clients/sum-actions.ts';
import {
  listStored,
  lockRecording,
  saveVisits,
  setVisitGone,
  type StoredVisit,
  type VisitWrite,
} from '#server/visits/storage/queries.ts';
import {
  buyersAffected,
  countsInSums,
  differenceOf,
  isBookedBefore,
  isHistory,
  isOpen,
  isStale,
  spentBetween,
} from '#server/visits/storage/rules.ts';
import { emitCancelled, emitChanged, emitImported, emitPriced, emitStatus } from './emitting-actions.ts';

type EmitContext = Pick<Context, 'clock' | 'subscriptions'>;

/** The records that were read, with our ids of the things they refer to. */
type ResolvedVisit = {
  facts: VisitFacts;
  contactId: ContactId | null;
  write: Omit<VisitWrite, 'timeVersion' | 'revision'>;
};

/**
 * Stores records of one branch as they were read, and emits the events of each exactly once, however often, by which
 * reader and in which order it is read. The client of each becomes a contact.
 *
 * @param readAt when the reading began; data stored by a later reading is not overwritten
 * @param areCardsReadNext the cards of all clients are read afterwards, so new ones need no reading of their own
 * @returns our ids by the vendor's
 */
export async function recordVisits(
  scope: ActionScope,
  branch: KnownBranch,
  read: { facts: readonly VisitFacts[]; readAt: Temporal.Instant; areCardsReadNext?: boolean },
): Promise<Map<string, VisitId>> {
  const facts = [...new Map(read.facts.map((one) => [one.externalId, one])).values()];
  const ids = new Map<string, VisitId>();
  if (facts.length === 0) return ids;

  await lockRecording(scope, branch.connectionId);
  const externalIds = facts.map((one) => one.externalId);
  const stored = new Map(
    (await listStored(scope, branch.connectionId, externalIds)).map((one) => [one.externalId, one]),
  );
  const imported: VisitId[] = [];
  const buyers = new Set<ContactId>();
  const understoodAll = await resolveReferences(scope, branch, { ...read, facts });
  await noteSpent(
    scope,
    understoodAll.flatMap(({ facts: now, contactId, write: { readAt } }) => {
      const minor = spentBetween(stored.get(now.externalId), { ...now, readAt });
      return contactId && minor !== 0 ? [{ contactId, minor, at: now.changedAt ?? now.createdAt ?? readAt }] : [];
    }),
  );
  const recorded = understoodAll.map((understood) => {
    const before = stored.get(understood.facts.externalId);
    return before ? recordAgain(scope, branch, { before, understood }) : recordNew(scope, branch, understood);
  });
  await saveVisits(
    scope,
    recorded.flatMap(({ id, write }) => (write ? [{ id, visit: write }] : [])),
  );
  await recountDays(scope, placesOf([...stored.values()], recorded));
  await recountVisitSums(scope, contactsToRecount([...stored.values()], recorded, scope.clock.now()));
  for (const [index, { id, isImported, buyers: affected, emit }] of recorded.entries()) {
    const externalId = understoodAll[index]?.facts.externalId;
    if (externalId !== undefined) ids.set(externalId, id);
    if (isImported) imported.push(id);
    for (const contactId of affected) buyers.add(contactId);
    await emit?.(scope);
  }
  await publishPurchases(scope, [...buyers]);
  await emitImported(scope, branch, imported);
  await announce(scope, 'visits');
  return ids;
}

/** Cancels a record that the vendor no longer has. A record that was moved to another branch is not cancelled. */
export async function recordGone(
  scope: ActionScope,
  branch: KnownBranch,
  gone: { externalId: string; readAt: Temporal.Instant },
): Promise<void> {
  await lockRecording(scope, branch.connectionId);
  const [before] = await listStored(scope, branch.connectionId, [gone.externalId]);
  if (!before || before.branchId !== branch.id || before.status === 'cancelled') return;
  if (isStale({ readAt: gone.readAt, changedAt: null }, before)) return;

  const revision = before.revision + 1;
  await setVisitGone(scope, { id: before.id, revision }, gone.readAt);
  await recountDays(scope, [before]);
  if (before.contactId && countsInSums(before, scope.clock.now())) await recountVisitSums(scope, [before.contactId]);
  await publishPurchases(scope, buyersAffected(before, { ...before, status: 'cancelled' }));
  await emitCancelled(scope, { ...before, revision }, { from: before.status, at: scope.clock.now() });
  await announce(scope, 'visits');
}

const LONGEST_STATUS = 60;

/** Returns where visits were and where they are now; none where nothing was written. */
function placesOf(stored: readonly StoredVisit[], recorded: readonly RecordedVisit[]): VisitPlace[] {
  const written = recorded.flatMap(({ id, write }) => (write ? [{ id, write }] : []));
  const ids = new Set(written.map(({ id }) => id));
  return [...stored.filter(({ id }) => ids.has(id)), ...written.map(({ write }) => write)].map(
    ({ branchId, startsAt }) => ({ branchId, startsAt }),
  );
}

/** Returns the contacts whose sums the written visits counted in before, or count in now. */
function contactsToRecount(
  stored: readonly StoredVisit[],
  recorded: readonly RecordedVisit[],
  now: Temporal.Instant,
): ContactId[] {
  const written = recorded.flatMap(({ id, write }) => (write ? [{ id, write }] : []));
  const ids = new Set(written.map(({ id }) => id));
  return [...stored.filter(({ id }) => ids.has(id)), ...written.map(({ write }) => write)]
    .filter((visit) => countsInSums(visit, now))
    .flatMap(({ contactId }) => contactId ?? []);
}

async function resolveReferences(
  scope: ActionScope,
  branch: KnownBranch,
  { facts, readAt, areCardsReadNext = false }: Parameters<typeof recordVisits>[2],
): Promise<ResolvedVisit[]> {
  const contactIds = await contactsOf(scope, branch, { facts, needsCards: !areCardsReadNext });
  const masters = new Map(
    facts.flatMap((one) => (one.masterExternalId ? [[one.masterExternalId, one.masterName ?? ''] as const] : [])),
  );
  const services = new Map(facts.flatMap((one) => one.services.map((service) => [service.externalId, service.title])));
  // NOTE: API clients send no list of masters and services: the catalogue is what their visits name.
  const hasLists = isPolled(branch.connectionKind) && !connectionKind(branch.connectionKind).namesInRecords;
  const masterIds = await idsOfMasters(scope, branch.id, masters, !hasLists || branch.missingRights.includes('staff'));
  const serviceIds = await idsOfServices(scope, branch.id, services, !hasLists);
  const recordedAt = scope.clock.now();
  await noteVisits(
    scope,
    facts.flatMap(({ client, startsAt, status }) => {
      const contactId = client && contactIds.get(client.externalId);
      const isVisit = status === 'arrived' || (isOpen(status) && !isAfter(startsAt, recordedAt));
      return contactId && isVisit ? [{ contactId, at: startsAt }] : [];
    }),
  );
  return facts.map((one) => {
    const contactId = (one.client && contactIds.get(one.client.externalId)) ?? null;
    const write = {
      facts: one,
      branchId: branch.id,
      contactId,
      clientExternalId: one.client?.externalId ?? null,
      masterId: one.masterExternalId === null ? null : (masterIds.get(one.masterExternalId) ?? null),
      serviceIds: one.services.flatMap(({ externalId }) => serviceIds.get(externalId) ?? []),
      serviceTitles: one.services.map(({ title }) => title),
      startsAt: one.startsAt,
      status: one.status,
      statusText: one.status === 'unknown' ? (one.statusText ?? '').slice(0, LONGEST_STATUS) : '',
      isFirst: one.client !== null && (one.client.isNew || one.client.visitsCount === 0),
      readAt,
      recordedAt,
    };
    return { facts: one, contactId, write };
  });
}

/** Processes clients in the order of the vendor's ids, so that two recordings cannot deadlock. */
async function contactsOf(
  scope: ActionScope,
  branch: KnownBranch,
  { facts, needsCards }: { facts: readonly VisitFacts[]; needsCards: boolean },
): Promise<Map<string, ContactId>> {
  const clients = new Map(facts.flatMap(({ client }) => (client ? [[client.externalId, client] as const] : [])));
  if (clients.size === 0) return new Map();
  const { countryId } = await getTenant(scope);
  const { ids, newIds } = await upsertManyFromCrm(scope, {
    branchId: branch.id,
    clients: [...clients.values()],
    countryHint: countryId,
  });
  if (needsCards) await queueNewCards(scope, branch, newIds);
  return ids;
}

/** Queues reading new cards, unless the first reading of the branch reads all cards after its records. */
async function queueNewCards(scope: TenantScope, branch: KnownBranch, externalIds: string[]): Promise<void> {
  if (externalIds.length === 0 || branch.syncedAt === null || !isPolled(branch.connectionKind)) return;
  await enqueue(scope, readNewClientsJob, { tenantId: scope.tenantId, branchId: branch.id, externalIds });
}

async function publishPurchases(scope: ActionScope, contactIds: readonly ContactId[]): Promise<void> {
  if (contactIds.length > 0) await publish(scope, purchasesChanged, { contactIds });
}

type RecordedVisit = {
  id: VisitId;
  isImported: boolean;
  /** Contacts whose attended visits changed. */
  buyers: readonly ContactId[];
  /** Null: the stored state is newer. */
  write: VisitWrite | null;
  /** Emits the events, after the visit is stored. */
  emit?: (scope: ActionScope) => Promise<void>;
};

/** Imports a visit booked before we read its branch; one that is cancelled already emits nothing. */
function recordNew(
  ctx: EmitContext,
  branch: KnownBranch,
  { facts, contactId, write: understood }: ResolvedVisit,
): RecordedVisit {
  const id = newId(VisitId);
  const write: VisitWrite = { ...understood, timeVersion: 1, revision: 1 };
  const buyers = buyersAffected(null, { ...write, totalMinor: facts.totalMinor });
  if (facts.status === 'cancelled') return { id, write, buyers, isImported: false };
  if (isBookedBefore(facts, branch)) return { id, write, buyers, isImported: isAhead(ctx, write) };

  const occurredAt = facts.createdAt ?? ctx.clock.now();
  return {
    id,
    write,
    buyers,
    isImported: false,
    async emit(scope) {
      await emit(scope, visitCreated, { dedupeKey: id, visitId: id, contactId, facts: {}, occurredAt });
      // A walk-in is recorded after the contact came or left: the arrival is an event of its own.
      if (!isOpen(facts.status))
        await emitStatus(scope, { ...write, id }, { from: 'waiting', at: facts.changedAt ?? occurredAt });
    },
  };
}

function recordAgain(
  ctx: EmitContext,
  branch: KnownBranch,
  { before, understood }: { before: StoredVisit; understood: ResolvedVisit },
): RecordedVisit {
  const { facts, write } = understood;
  const { id } = before;
  if (isStale({ readAt: write.readAt, changedAt: facts.changedAt }, before))
    return { id, write: null, buyers: [], isImported: false };

  const difference = differenceOf(before, write);
  const isMoved = difference.kind === 'changed' && difference.isMoved;
  const now: VisitWrite = {
    ...write,
    // A past first visit stays the first; while it lies ahead, another may become the first.
    isFirst: isOpen(write.status) ? write.isFirst : before.isFirst,
    // NOTE: a move of a cancelled visit emits nothing, but once it is restored no reminder was sent for its new time.
    timeVersion: before.timeVersion + (before.startsAt.equals(write.startsAt) ? 0 : 1),
    revision: before.revision + (difference.kind === 'none' ? 0 : 1),
  };
  const at = facts.changedAt ?? ctx.clock.now();
  const isPast = isHistory(facts.changedAt, branch);
  const changed = { ...now, id };
  return {
    id,
    write: now,
    buyers: buyersAffected(before, { ...write, totalMinor: facts.totalMinor }),
    isImported: difference.kind === 'changed' && isPast && isAhead(ctx, write),
    async emit(scope) {
      if (!isPast) await emitPriced(scope, changed, { before, at });
      if (difference.kind === 'cancelled') await emitCancelled(scope, changed, { from: difference.from, at });
      if (difference.kind === 'changed' && !isPast)
        await emitChanged(scope, changed, {
          ...difference,
          movedFrom: isMoved ? before.startsAt : null,
          before,
          at,
        });
    },
  };
}

const isAhead = ({ clock }: EmitContext, { startsAt, status }: Pick<VisitWrite, 'startsAt' | 'status'>) =>
  status !== 'cancelled' && isAfter(startsAt, clock.now());
