import { randomUUIDv7 } from 'node:crypto';
import type { BranchId } from '#contract/connections/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ClientFacts } from '#server/connections/port.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { onOneLine } from '#contract/pasted-text.ts';
import { type Country, normalisePhone } from '#server/tenants/rules.ts';
import { resolveContactForCrmClient } from '#server/contacts/book/identity.ts';
import { cardMoved, contactChanged } from '#server/contacts/jobs.ts';
import {
  type CardFacts,
  findLinks,
  insertContacts,
  type ContactForUpdate,
  lockClients,
  lockContacts,
  putLinks,
  updateCards,
} from './crm-queries.ts';
import { countLinks, forgetCard } from '#server/contacts/book/queries.ts';
import { isBirthdayNear, storedBirthDate } from '#server/contacts/book/rules.ts';
import type { KnownContact } from '#server/contacts/book/stored-contacts.ts';

/** The clients of a page, as one branch stores them. */
type Clients = {
  branchId: BranchId;
  /** Without duplicates. */
  clients: readonly ClientFacts[];
  /** The branch's country: its numbers may come without a code. */
  countryHint: Country;
};

/** Upserts one client; see `upsertManyFromCrm`. */
export async function upsertFromCrm(
  scope: ActionScope,
  { client, ...rest }: Omit<Clients, 'clients'> & { client: ClientFacts },
): Promise<ContactId> {
  const { ids } = await upsertManyFromCrm(scope, { ...rest, clients: [client] });
  const id = ids.get(client.externalId);
  if (!id) throw new Error(`No contact for client ${client.externalId}`);
  return id;
}

/**
 * Finds or creates the contacts of clients of an outside system and stores their facts. A contact with a new phone may
 * be
 * reachable now: decisions about their upcoming subjects are made again.
 *
 * The number of statements does not grow with the number of clients, except for changed phones. Clients are locked in
 * the
 * order of their ids, so that two recordings cannot deadlock.
 *
 * @returns contacts by the clients' ids, and the ids of clients that were not known before
 */
export async function upsertManyFromCrm(
  scope: ActionScope,
  { branchId, clients, countryHint }: Clients,
): Promise<{ ids: Map<string, ContactId>; newIds: string[] }> {
  if (clients.length === 0) return { ids: new Map(), newIds: [] };
  const cards = clients
    .map((client) => ({ client, phone: client.phone === null ? null : normalisePhone(client.phone, countryHint) }))
    .toSorted((a, b) => a.client.externalId.localeCompare(b.client.externalId));
  const externalIds = cards.map(({ client }) => client.externalId);
  await lockClients(scope, branchId, externalIds);
  const links = await findLinks(scope, branchId, externalIds);
  const linked = await lockContacts(scope, [...new Set(links.values())]);
  const hasMoved = ({ client, phone }: Card) => {
    const contactId = links.get(client.externalId);
    return contactId !== undefined && phone !== null && linked.get(contactId)?.phone !== phone;
  };

  const ids = new Map(links);
  for (const card of cards.filter(hasMoved)) await moveCard(scope, branchId, { card, ids });
  const fresh = cards.filter(({ client }) => !links.has(client.externalId));
  const createdAt = scope.clock.now();
  const made = await insertContacts(
    scope,
    fresh.map(({ client, phone }) => ({ name: onOneLine(client.name), phone, email: client.email, createdAt })),
  );
  const madeLinks = fresh.flatMap(({ client: { externalId } }, index) => {
    const contactId = made[index];
    return contactId ? [{ externalId, contactId }] : [];
  });
  await putLinks(scope, branchId, madeLinks);
  for (const { externalId, contactId } of madeLinks) ids.set(externalId, contactId);
  const changed = [...factsByContact(cards, ids)].filter(([id, facts]) => isCardChanged(linked.get(id), facts));
  await updateCards(scope, new Map(changed));
  return { ids, newIds: fresh.map(({ client }) => client.externalId) };
}

type Card = { client: ClientFacts; phone: string | null };

/** Processes a card whose phone changed: its contact, or another one, is reached at the phone from now on. */
async function moveCard(
  scope: ActionScope,
  branchId: BranchId,
  { card: { client, phone }, ids }: { card: Card; ids: Map<string, ContactId> },
): Promise<void> {
  const { externalId } = client;
  const linked = ids.get(externalId);
  if (!linked) return;
  const { contactId, isAtNewPhone } = await resolveContactForCrmClient(scope, { linked, phone, client });
  ids.set(externalId, contactId);
  if (contactId !== linked) await putLinks(scope, branchId, [{ externalId, contactId }]);
  if (isAtNewPhone) return emitContactChanged(scope, contactId);
  if (contactId === linked) return;
  const facts = { branchId, externalId, from: linked, to: contactId };
  await emit(scope, cardMoved, { dedupeKey: randomUUIDv7(), contactId, facts, occurredAt: scope.clock.now() });
}

/** Merges several cards of one contact: for each field the last value counts. */
function factsByContact(cards: readonly Card[], ids: ReadonlyMap<string, ContactId>): Map<ContactId, CardFacts> {
  const facts = new Map<ContactId, CardFacts>();
  for (const { client } of cards) {
    const id = ids.get(client.externalId);
    if (!id) continue;
    const before = facts.get(id);
    facts.set(id, {
      ...nameOf(client, before),
      email: client.email?.trim().toLowerCase() || (before?.email ?? null),
      visitsCount: Math.max(client.visitsCount ?? 0, before?.visitsCount ?? 0),
    });
  }
  return facts;
}

/** Whether the facts would change what is stored. */
function isCardChanged(
  before: ContactForUpdate | undefined,
  { name, givenName, email, visitsCount }: CardFacts,
): boolean {
  if (!before) return true;
  const isRenamed =
    Boolean(name) &&
    !before.changedByMember.includes('name') &&
    (name !== before.name || (givenName || null) !== before.givenName);
  return isRenamed || (Boolean(email) && email !== before.email) || (visitsCount ?? 0) > before.visitsCount;
}

/** A client without a name keeps that of an earlier card. */
function nameOf(
  { name, givenName }: ClientFacts,
  before: CardFacts | undefined,
): Pick<CardFacts, 'name' | 'givenName'> {
  if (name.trim()) return { name: onOneLine(name), givenName: onOneLine(givenName ?? '') || null };
  return { name: before?.name ?? '', givenName: before?.givenName ?? null };
}

type NotedFacts = Pick<CardFacts, 'refusesMailings' | 'birthDate' | 'categories' | 'spent'>;

/** Stores facts of one client; see `noteClients`. */
export async function noteClient(
  scope: ActionScope,
  { branchId, externalId }: { branchId: BranchId; externalId: string },
  facts: NotedFacts,
): Promise<void> {
  await noteClients(scope, branchId, new Map([[externalId, facts]]));
}

/**
 * Stores facts beside the cards: opt-outs from mailings, birthdays, categories, spending. They may come after a visit:
 * where flows use them, decisions about waiting messages are made again.
 *
 * @param facts by the clients' ids
 */
export async function noteClients(
  scope: ActionScope,
  branchId: BranchId,
  facts: ReadonlyMap<string, NotedFacts>,
): Promise<void> {
  const links = await findLinks(scope, branchId, [...facts.keys()]);
  const before = await lockContacts(scope, [...new Set(links.values())]);
  const noted = new Map<ContactId, NotedFacts>();
  for (const [externalId, one] of facts) {
    const contactId = links.get(externalId);
    if (contactId && before.has(contactId)) noted.set(contactId, mergeNoted(noted.get(contactId), one));
  }
  await updateCards(scope, noted);
  for (const [contactId, one] of noted) {
    const contact = before.get(contactId);
    if (contact) await emitChanged(scope, contact, one);
  }
}

/** Merges several cards of one contact: the last value counts, and the largest sum. */
function mergeNoted(before: NotedFacts | undefined, { birthDate, ...facts }: NotedFacts): NotedFacts {
  const spent = [before?.spent, facts.spent].filter((one) => one !== undefined);
  const largest = spent.toSorted((a, b) => b.minor - a.minor)[0];
  return {
    ...before,
    ...facts,
    ...(birthDate !== undefined && { birthDate: birthDate && storedBirthDate(birthDate) }),
    ...(largest && { spent: largest }),
  };
}

/** Unlinks a card from a contact. @returns whether the contact has no card left, and no facts of one */
export async function unlinkCrmCard(scope: TenantScope, contactId: ContactId): Promise<boolean> {
  const isLast = (await countLinks(scope, contactId)) === 0;
  if (isLast) await forgetCard(scope, contactId);
  return isLast;
}

/** Emits that facts used by flows changed, so that waiting messages are decided again. */
export async function emitChanged(
  scope: ActionScope,
  before: KnownContact,
  facts: Partial<Pick<KnownContact, 'timeZone' | 'refusesMailings' | 'birthDate'>> & { categories?: readonly string[] },
): Promise<void> {
  const after = { ...before, ...facts };
  const now = scope.clock.now();
  const isBornAsBefore =
    after.birthDate === before.birthDate ||
    [after.birthDate, before.birthDate].every((day) => day === null || !isBirthdayNear(day, now));
  const isAsBefore =
    isBornAsBefore &&
    after.refusesMailings === before.refusesMailings &&
    after.timeZone === before.timeZone &&
    isSameSet(after.categories, before.categories);
  if (!isAsBefore) await emitContactChanged(scope, before.id);
}

/** Emits that a contact changed, so that their waiting messages and upcoming subjects are decided again. */
export async function emitContactChanged(scope: ActionScope, contactId: ContactId): Promise<void> {
  const happened = { contactId, facts: { contactId }, occurredAt: scope.clock.now() };
  await emit(scope, contactChanged, { dedupeKey: randomUUIDv7(), ...happened });
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return new Set(some).symmetricDifference(new Set(others)).size === 0;
}

/** Returns the contacts that outside clients are linked to, by the clients' ids. */
export async function contactsOfCards(
  scope: TenantScope,
  branchId: BranchId,
  externalIds: readonly string[],
): Promise<Map<string, ContactId>> {
  return externalIds.length === 0 ? new Map() : findLinks(scope, branchId, externalIds);
}

/** Links an outside client to a contact, where it is linked to none yet. */
export async function linkCrmCard(
  scope: TenantScope,
  branchId: BranchId,
  link: { externalId: string; contactId: ContactId },
): Promise<void> {
  const known = await findLinks(scope, branchId, [link.externalId]);
  if (known.size === 0) await putLinks(scope, branchId, [link]);
}
