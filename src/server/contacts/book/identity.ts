import { canonicalPhone } from '#contract/canonical-phones.ts';
import { onOneLine } from '#contract/pasted-text.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { Peer } from '#server/channels/port.ts';
import type { ClientFacts } from '#server/connections/port.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import {
  detachAddressesOfPhone,
  insertAliases,
  listAddresses,
  listAddressesNamed,
  listAliases,
  updateAddress,
} from './address-queries.ts';
import { readStartToken } from './link-actions.ts';
import { mergeContacts } from './merging-actions.ts';
import type { Subject } from './opt-out-queries.ts';
import { countLinks, findContact, findContactByPhone, insertContact, lockSubject, setPhoneIfFree } from './queries.ts';
import type { KnownContact } from './stored-contacts.ts';
import type { ContactAddress } from './rules.ts';

export type PeerSeen = {
  channelId: ChannelId;
  peer: Peer;
  /** The number the contact shared, E.164. */
  sharedPhone: string | null;
  /** The token of the link that started the conversation: see `startToken`. */
  startToken: string | null;
  at: Temporal.Instant;
};

/** All ids by which a channel names a person, the main one first. */
export const idsOf = ({ channelUserId, aliases = [] }: Peer): string[] => [...new Set([channelUserId, ...aliases])];

/** Returns the number from the channel or from the contact, in the form under which the person is known. */
export function phoneOf({ sharedPhone, peer }: Pick<PeerSeen, 'sharedPhone' | 'peer'>): string | null {
  const phone = sharedPhone ?? peer.phone;
  return phone && canonicalPhone(phone);
}

/** Applies new evidence about a user with an address: returns their contact, or a better identified one. */
export async function recognise(scope: ActionScope, address: ContactAddress, seen: PeerSeen): Promise<ContactId> {
  const phone = phoneOf(seen);
  const current = await findContact(scope, address.contactId);
  if (!current) throw new Error(`Address ${address.id} names a contact that is not there`);
  if (current.phone !== null || (await countLinks(scope, current.id)) > 0) {
    if (phone && current.phone === null) await setPhoneIfFree(scope, current.id, phone);
    return current.id;
  }
  const better = (await findInvited(scope, seen)) ?? (phone ? await findContactByPhone(scope, phone) : undefined);
  if (better && better.id !== current.id) {
    await mergeContacts(scope, { from: current.id, to: better.id });
    await announce(scope, 'contacts');
    return better.id;
  }
  if (phone) await setPhoneIfFree(scope, current.id, phone);
  return current.id;
}

/** Finds the addresses of a channel's user; the one that has their main id is the first. */
export async function addressesOf(scope: TenantScope, channelId: ChannelId, peer: Peer): Promise<ContactAddress[]> {
  const addresses = await listAddressesNamed(scope, channelId, idsOf(peer));
  const isMain = ({ channelUserId }: ContactAddress) => channelUserId === peer.channelUserId;
  return [...addresses.filter(isMain), ...addresses.filter((one) => !isMain(one))];
}

/** Lists every id by which a channel has named a person so far. */
export async function knownIdsOf(scope: TenantScope, channelId: ChannelId, peer: Peer): Promise<string[]> {
  const ids = new Set(idsOf(peer));
  for (const { id, channelUserId } of await addressesOf(scope, channelId, peer))
    for (const known of [channelUserId, ...(await listAliases(scope, id))]) ids.add(known);
  return [...ids];
}

/**
 * Joins what belongs to one person, because the channel has named them by all these ids together: contacts that are known
 * by the channel alone become part of the other one, and the address has all the ids.
 *
 * @returns the contact
 */
export async function joinIds(
  scope: ActionScope,
  { contactId, peer, addresses }: { contactId: ContactId; peer: Peer; addresses: readonly ContactAddress[] },
): Promise<ContactId> {
  const [address] = addresses;
  const ids = idsOf(peer);
  if (!address || ids.length === 1) return contactId;
  let known = contactId;
  for (const other of new Set(addresses.map((one) => one.contactId))) known = await joinContacts(scope, known, other);
  const taken = new Set(addresses.map(({ channelUserId }) => channelUserId));
  await insertAliases(
    scope,
    address,
    ids.filter((id) => !taken.has(id)),
  );
  return known;
}

/** @returns the contact that has both; `known` where each has a phone or a card of their own */
async function joinContacts(scope: ActionScope, known: ContactId, other: ContactId): Promise<ContactId> {
  if (known === other) return known;
  if (await isKnownByChannelAlone(scope, other)) return mergeContact(scope, { from: other, to: known });
  if (await isKnownByChannelAlone(scope, known)) return mergeContact(scope, { from: known, to: other });
  return known;
}

async function mergeContact(scope: ActionScope, merge: { from: ContactId; to: ContactId }): Promise<ContactId> {
  await mergeContacts(scope, merge);
  await announce(scope, 'contacts');
  return merge.to;
}

async function isKnownByChannelAlone(scope: TenantScope, id: ContactId): Promise<boolean> {
  const contact = await findContact(scope, id);
  return contact !== undefined && contact.phone === null && (await countLinks(scope, id)) === 0;
}

/**
 * Gives a contact's address the number that the messenger reports as their new one. A contact of the new number who has no
 * card of a booking system becomes part of them. The phone of a contact with a card is the booking system's to change.
 *
 * @returns the contact; null for a stranger, of whom nothing is stored
 */
export async function moveToNumber(
  scope: ActionScope,
  channelId: ChannelId,
  { from, to }: { from: Peer; to: Peer },
): Promise<ContactId | null> {
  for (const id of [...idsOf(from), ...idsOf(to)].toSorted()) await lockSubject(scope, `${channelId}:${id}`);
  const [address] = await addressesOf(scope, channelId, from);
  if (!address) return null;
  const [present] = await addressesOf(scope, channelId, to);
  const phone = phoneOf({ sharedPhone: null, peer: to });
  const { contactId } = address;
  const holder = present?.contactId ?? (phone ? (await findContactByPhone(scope, phone))?.id : undefined);
  if (holder && holder !== contactId) {
    if ((await countLinks(scope, holder)) > 0) return contactId;
    await mergeContact(scope, { from: holder, to: contactId });
  }
  if (!present) {
    await updateAddress(scope, address.id, { channelUserId: to.channelUserId, phone });
    await insertAliases(
      scope,
      address,
      [...idsOf(from), ...idsOf(to)].filter((id) => id !== to.channelUserId),
    );
  }
  if (phone && (await countLinks(scope, contactId)) === 0) await setPhoneIfFree(scope, contactId, phone);
  await announce(scope, 'contacts');
  return contactId;
}

/**
 * Finds the contact a start link was made for. A forwarded link must not give the contact's messages to another person:
 * once a user of the channel is linked to the contact, it links no other.
 */
export async function findInvited(scope: ActionScope, seen: PeerSeen): Promise<KnownContact | undefined> {
  const contactId = seen.startToken && readStartToken(scope, scope.tenantId, seen.startToken);
  if (!contactId) return undefined;
  const addresses = await listAddresses(scope, [contactId]);
  const isTaken = addresses.some((one) => one.channelId === seen.channelId && one.state === 'reachable');
  return isTaken ? undefined : findContact(scope, contactId);
}

/**
 * A card whose phone changed follows the phone: to the contact who has it, else its only contact gets it.
 *
 * @returns `isAtNewPhone` when the contact with the card's visits is reached at it from now on
 */
export async function resolveContactForCrmClient(
  scope: ActionScope,
  card: { linked: ContactId; phone: string | null; client: ClientFacts },
): Promise<{ contactId: ContactId; isAtNewPhone: boolean }> {
  const { linked, phone, client } = card;
  const fresh = { name: onOneLine(client.name), phone, email: client.email, createdAt: scope.clock.now() };
  const current = phone ? await findContact(scope, linked) : undefined;
  if (!phone || current?.phone === phone) return { contactId: linked, isAtNewPhone: false };
  const isOnlyCard = (await countLinks(scope, linked)) === 1;
  if (isOnlyCard && (await setPhoneIfFree(scope, linked, phone))) {
    if (current?.phone) await detachAddressesOfPhone(scope, linked, current.phone);
    return { contactId: linked, isAtNewPhone: true };
  }
  const holder = await insertContact(scope, fresh);
  const isSameContact = isOnlyCard && current?.phone === null;
  if (isSameContact) await mergeContacts(scope, { from: linked, to: holder });
  return { contactId: holder, isAtNewPhone: isSameContact };
}

/** Completes the subject of an opt-out, and locks it until the transaction ends. */
export async function subjectOf(
  scope: TenantScope,
  { contactId, phone: given }: { contactId?: ContactId; phone?: string },
): Promise<Subject> {
  const request = { contactId, phone: given && canonicalPhone(given) };
  if (!request.contactId && !request.phone) throw new Error('An opt-out is about a contact or a phone');
  const contact = request.contactId
    ? await findContact(scope, request.contactId)
    : await findContactByPhone(scope, request.phone ?? '');
  if (request.contactId && !contact) throw new Problem('contact.not_found');
  const subject = { contactId: contact?.id ?? null, phone: contact?.phone ?? request.phone ?? null };
  await lockSubject(scope, `opt-out:${subject.phone ?? subject.contactId}`);
  return subject;
}
