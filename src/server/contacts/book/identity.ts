import type { ChannelId } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { Peer } from '#server/channels/port.ts';
import type { ClientFacts } from '#server/connections/port.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { detachAddressesOfPhone, listAddresses } from './address-queries.ts';
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

/** Returns the number from the channel or from the contact. */
export function phoneOf({ sharedPhone, peer }: PeerSeen): string | null {
  return sharedPhone ?? peer.phone;
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
  const fresh = { name: client.name.trim(), phone, email: client.email, createdAt: scope.clock.now() };
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
  request: { contactId?: ContactId; phone?: string },
): Promise<Subject> {
  if (!request.contactId && !request.phone) throw new Error('An opt-out is about a contact or a phone');
  const contact = request.contactId
    ? await findContact(scope, request.contactId)
    : await findContactByPhone(scope, request.phone ?? '');
  if (request.contactId && !contact) throw new Problem('contact.not_found');
  const subject = { contactId: contact?.id ?? null, phone: contact?.phone ?? request.phone ?? null };
  await lockSubject(scope, `opt-out:${subject.phone ?? subject.contactId}`);
  return subject;
}
