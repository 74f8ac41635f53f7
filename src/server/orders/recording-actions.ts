import type { ContactId } from '#contract/contacts/calls.ts';
import type { OrderId } from '#contract/orders/calls.ts';
import type { ClientFacts, OrderFacts } from '#server/connections/port.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';
import { noteVisits } from '#server/contacts/book/actions.ts';
import { noteClients, upsertManyFromCrm } from '#server/contacts/crm/crm-actions.ts';
import { purchasesChanged } from '#server/contacts/jobs.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { emit } from '#server/platform/events/events.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { publish } from '#server/platform/events/transaction-events.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { isHistory } from '#server/visits/storage/rules.ts';
import { orderChanged, orderCreated, orderStatusChanged } from './jobs.ts';
import { insertOrder, listStored, lockRecording, type OrderWrite, type StoredOrder, updateOrder } from './queries.ts';
import { buyersAffected, changeTimeOf, differenceOf, isOutdated, wordOf } from './rules.ts';

type ResolvedOrder = { facts: OrderFacts; write: Omit<OrderWrite, 'statusVersion' | 'revision'> };

/**
 * Stores orders of one branch as they were read or received, and emits the events of each exactly once, however often,
 * by which reader and in which order it comes. The customer of each becomes a contact.
 *
 * @param read.facts of duplicates the last is used
 * @param read.readAt when the reading began, or the payload arrived; data stored by a later reading is not overwritten
 * @returns our ids by the source's
 */
export async function recordOrders(
  scope: ActionScope,
  branch: KnownBranch,
  read: { facts: readonly OrderFacts[]; readAt: Temporal.Instant },
): Promise<Map<string, OrderId>> {
  const facts = [...new Map(read.facts.map((one) => [one.externalId, one])).values()];
  const ids = new Map<string, OrderId>();
  if (facts.length === 0) return ids;

  await lockRecording(scope, branch.connectionId);
  const known = await listStored(
    scope,
    branch.id,
    facts.map((one) => one.externalId),
  );
  const stored = new Map(known.map((one) => [one.externalId, one]));
  for (const one of facts) {
    const before = stored.get(one.externalId);
    if (before) ids.set(one.externalId, before.id);
  }
  const fresh = facts.filter((one) => {
    const before = stored.get(one.externalId);
    return !before || !isOutdated({ ...one, readAt: read.readAt }, before);
  });
  const buyers = new Set<ContactId>();
  for (const understood of await resolveReferences(scope, branch, { facts: fresh, readAt: read.readAt })) {
    const { externalId } = understood.facts;
    const before = stored.get(externalId);
    const { facts, write } = understood;
    const affected = buyersAffected(before ?? null, {
      contactId: write.contactId ?? before?.contactId ?? null,
      status: facts.status,
      placedAt: facts.createdAt ?? before?.placedAt ?? write.recordedAt,
      totalMinor: facts.totalMinor,
    });
    for (const contactId of affected) buyers.add(contactId);
    if (before) await recordAgain(scope, branch, { before, understood });
    else ids.set(externalId, await recordNew(scope, branch, understood));
  }
  if (buyers.size > 0) await publish(scope, purchasesChanged, { contactIds: [...buyers] });
  if (fresh.length > 0) await announce(scope, 'orders');
  return ids;
}

async function resolveReferences(
  scope: ActionScope,
  branch: KnownBranch,
  { facts, readAt }: { facts: readonly OrderFacts[]; readAt: Temporal.Instant },
): Promise<ResolvedOrder[]> {
  const contactIds = await contactsOf(scope, branch, facts);
  const idOf = ({ client }: OrderFacts) => (client && contactIds.get(client.externalId)) ?? null;
  const recordedAt = scope.clock.now();
  // An order counts as a visit: whether a contact is lost depends on the latest one.
  await noteVisits(
    scope,
    facts.flatMap((one) => {
      const contactId = idOf(one);
      return contactId && one.status !== 'Cancelled' ? [{ contactId, at: one.createdAt ?? recordedAt }] : [];
    }),
  );
  return facts.map((one) => ({
    facts: one,
    write: { facts: one, branchId: branch.id, contactId: idOf(one), readAt, recordedAt },
  }));
}

async function contactsOf(
  scope: ActionScope,
  branch: KnownBranch,
  facts: readonly OrderFacts[],
): Promise<Map<string, ContactId>> {
  const clients = new Map(facts.flatMap(({ client }) => (client ? [[client.externalId, client] as const] : [])));
  return recordGuests(scope, branch, [...clients.values()]);
}

/**
 * Stores a source's facts about guests: names, phones, and, where it has them, birthdays and opt-outs from mailings.
 */
export async function recordGuests(
  scope: ActionScope,
  branch: Pick<KnownBranch, 'id'>,
  clients: readonly ClientFacts[],
): Promise<Map<string, ContactId>> {
  if (clients.length === 0) return new Map();
  const { countryId } = await getTenant(scope);
  const { ids } = await upsertManyFromCrm(scope, { branchId: branch.id, clients, countryHint: countryId });
  const noted = clients.filter(
    ({ refusesMailings, birthDate }) => refusesMailings !== undefined || birthDate !== undefined,
  );
  const facts = noted.map(({ externalId, refusesMailings, birthDate }) => {
    const known = {
      ...(refusesMailings !== undefined && { refusesMailings }),
      ...(birthDate !== undefined && { birthDate }),
    };
    return [externalId, known] as const;
  });
  if (facts.length > 0) await noteClients(scope, branch.id, new Map(facts));
  return ids;
}

/** An order made before we read its branch is history and emits no event. */
async function recordNew(scope: ActionScope, branch: KnownBranch, { facts, write }: ResolvedOrder): Promise<OrderId> {
  const id = await insertOrder(scope, { ...write, statusVersion: 1, revision: 1 });
  if (isHistory(facts.createdAt, branch)) return id;
  const about = { subjectId: id, contactId: write.contactId };
  const occurredAt = facts.createdAt ?? write.recordedAt;
  await emit(scope, orderCreated, { ...about, dedupeKey: id, facts: {}, occurredAt });
  await emitStatus(scope, { id, write, from: null, statusVersion: 1 });
  return id;
}

async function recordAgain(
  scope: ActionScope,
  branch: KnownBranch,
  { before, understood: { facts, write } }: { before: StoredOrder; understood: ResolvedOrder },
): Promise<void> {
  const { statusFrom, parts } = differenceOf(before, facts);
  const statusVersion = before.statusVersion + (statusFrom ? 1 : 0);
  const revision = before.revision + (statusFrom || parts.length > 0 ? 1 : 0);
  await updateOrder(scope, before.id, { ...write, statusVersion, revision });
  if (isHistory(changeTimeOf(facts) ?? write.readAt, branch)) return;

  if (statusFrom) await emitStatus(scope, { id: before.id, write, from: statusFrom, statusVersion });
  if (parts.length > 0)
    await emit(scope, orderChanged, {
      dedupeKey: `${before.id}:${revision}`,
      subjectId: before.id,
      contactId: write.contactId,
      facts: { changed: parts },
      occurredAt: momentOf(write),
    });
}

/** Emits each status of an order once: restaurants may revert and repeat one, and contacts are messaged once. */
async function emitStatus(
  scope: ActionScope,
  {
    id,
    write,
    from,
    statusVersion,
  }: { id: OrderId; write: ResolvedOrder['write']; from: StoredOrder['status'] | null; statusVersion: number },
): Promise<void> {
  const { status: to, statusText, deliveryKind } = write.facts;
  await emit(scope, orderStatusChanged, {
    dedupeKey: `${id}:${wordOf(write.facts)}`,
    subjectId: id,
    contactId: write.contactId,
    facts: { from, to, ...(to === 'unknown' && { word: statusText }), deliveryKind, statusVersion },
    occurredAt: momentOf(write),
  });
}

/** Returns the time of the event, at most the recording time: a source's clock may be ahead. */
function momentOf({ facts, recordedAt }: ResolvedOrder['write']): Temporal.Instant {
  const changedAt = changeTimeOf(facts);
  return changedAt && isBefore(changedAt, recordedAt) ? changedAt : recordedAt;
}
