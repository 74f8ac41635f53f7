import { onOneLine } from '#contract/pasted-text.ts';
import type { Language } from '#contract/primitives.ts';
import type { z } from 'zod';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { ContactId, OptOutScope, OptOutSource } from '#contract/contacts/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { announce } from '#server/platform/events/realtime.ts';
import {
  advanceInbound,
  insertAddress,
  insertAddresses,
  insertAliases,
  listAddresses,
  listAddressesNamed,
  type NewAddress,
  setHasConversation,
  updateAddress,
} from './address-queries.ts';
import { type Birthday, listBirthdays, listBornOn } from './birthday-queries.ts';
import { listCategories } from './category-queries.ts';
import {
  addressesOf,
  findInvited,
  idsOf,
  joinIds,
  knownIdsOf,
  moveToNumber,
  type PeerSeen,
  phoneOf,
  recognise,
  subjectOf,
} from './identity.ts';
import { optedIn, optedOut } from '#server/contacts/jobs.ts';
import { type ClockedScope, insertOptOuts, listActiveOptOuts, setLifted } from './opt-out-queries.ts';
import {
  addSpent,
  advanceLastVisit,
  completeContact,
  findContactByPhone,
  insertContact,
  listContactsById,
  lockSubject,
  setPhoneIfFree,
  setVisitSums,
} from './queries.ts';
import type { KnownContact } from './stored-contacts.ts';
import {
  type AddressId,
  type AddressState,
  type ContactAddress,
  languageOf,
  likelyLanguage,
  makesNeedless,
  type OptOutBounds,
  type OptOutEnd,
  type VisitSums,
} from './rules.ts';

/**
 * Finds the contact of a channel's user, or creates one.
 *
 * The channel's own user ids are checked first; those that came together once name one person. A start link or a phone
 * may identify an existing contact: a new user is linked to that contact, and a contact known by the channel alone is
 * merged into it.
 *
 * @returns `isNew` when the channel sends this user for the first time; `knownAs`: the main id of the address
 */
export async function findOrCreateByPeer(
  scope: ActionScope,
  seen: PeerSeen,
): Promise<{ contactId: ContactId; addressId: AddressId; knownAs: string; isNew: boolean }> {
  const { peer, channelId } = seen;
  for (const id of idsOf(peer).toSorted()) await lockSubject(scope, `${channelId}:${id}`);
  const phone = phoneOf(seen);
  const about = { name: peer.name && onOneLine(peer.name), language: languageOf(peer.language) };
  const addresses = await addressesOf(scope, channelId, peer);
  const [address] = addresses;
  if (address) {
    const recognised = await recognise(scope, address, seen);
    const contactId = await joinIds(scope, { contactId: recognised, peer, addresses });
    await completeContact(scope, contactId, about);
    if (phone && address.phone !== phone) await updateAddress(scope, address.id, { phone });
    return { contactId, addressId: address.id, knownAs: address.channelUserId, isNew: false };
  }

  const invited = await findInvited(scope, seen);
  const known = invited ?? (phone ? await findContactByPhone(scope, phone) : undefined);
  const contactId =
    known?.id ??
    (await insertContact(scope, {
      name: about.name ?? '',
      phone,
      language: about.language,
      createdAt: scope.clock.now(),
    }));
  if (known) await completeContact(scope, contactId, about);
  if (known && phone && known.phone === null) await setPhoneIfFree(scope, contactId, phone);
  const fresh = { contactId, channelId, channelUserId: peer.channelUserId, phone };
  const addressId = await ensureAddress(scope, fresh);
  await insertAliases(scope, { id: addressId, channelId }, idsOf(peer).slice(1));
  return { contactId, addressId, knownAs: peer.channelUserId, isNew: true };
}

/** Lists every id by which a channel has named a person so far: their messages are stored under one of them. */
export async function channelIdsOf(
  scope: TenantScope,
  channelId: ChannelId,
  peer: PeerSeen['peer'],
): Promise<string[]> {
  return knownIdsOf(scope, channelId, peer);
}

/** Records a contact's new number, as their messenger reports it. @returns the contact; null for a stranger */
export async function noteNewNumber(
  scope: ActionScope,
  channelId: ChannelId,
  change: { from: PeerSeen['peer']; to: PeerSeen['peer'] },
): Promise<ContactId | null> {
  return moveToNumber(scope, channelId, change);
}

/** Finds the contact with a phone. @param phone E.164 */
export async function contactOfPhone(scope: TenantScope, phone: string): Promise<ContactId | null> {
  return (await findContactByPhone(scope, phone))?.id ?? null;
}

/** Returns the contact with a phone; makes one where there is none. @param contact.phone E.164 */
export async function ensureContactOfPhone(
  scope: ActionScope,
  contact: { name: string; phone: string; language: Language },
): Promise<ContactId> {
  const known = await contactOfPhone(scope, contact.phone);
  if (known) return known;
  const name = onOneLine(contact.name);
  const id = await insertContact(scope, { ...contact, name, createdAt: scope.clock.now() });
  await announce(scope, 'contacts');
  return id;
}

/** Updates `lastVisitAt`, by which contacts are listed. For visits that were not cancelled. */
export async function noteVisits(
  scope: TenantScope,
  visits: readonly { contactId: ContactId; at: Temporal.Instant }[],
): Promise<void> {
  await advanceLastVisit(scope, visits);
}

/** Adds to the spending a card reported: an attended visit adds, one that no longer counts subtracts. */
export async function noteSpent(
  scope: TenantScope,
  visits: readonly { contactId: ContactId; minor: number; at: Temporal.Instant }[],
): Promise<void> {
  await addSpent(scope, visits);
}

/** Stores the sums of contacts' visits, which conditions on all contacts read. */
export async function noteVisitSums(scope: TenantScope, sums: readonly VisitSums[]): Promise<void> {
  await setVisitSums(scope, sums);
}

/** Records an inbound message: the contact is reachable, and the channel's messaging window opens. */
export async function noteInbound(
  scope: TenantScope,
  addressId: AddressId,
  at: Temporal.Instant,
  windowHours: number | null,
): Promise<void> {
  await advanceInbound(scope, addressId, at, windowHours === null ? null : at.add({ hours: windowHours }));
}

/** Records that a conversation exists at an address without a message of the contact: a service message came. */
export async function noteConversation(scope: TenantScope, addressId: AddressId): Promise<void> {
  await setHasConversation(scope, addressId);
}

/** @param reason a code or the provider's text; null for `reachable` */
export async function setAddressState(
  scope: TenantScope,
  addressId: AddressId,
  state: AddressState,
  reason: string | null,
): Promise<void> {
  await updateAddress(scope, addressId, { state, stateReason: reason });
}

/**
 * Notes that a channel does not know a contact's phone, so that it is not asked again. When the contact writes, the
 * address becomes theirs, and they can be reached.
 */
export async function noteUnknownPhone(
  scope: ActionScope,
  { contactId, channelId, phone }: { contactId: ContactId; channelId: ChannelId; phone: string },
  reason: string,
): Promise<void> {
  const id = await ensureAddress(scope, { contactId, channelId, phone, channelUserId: phone });
  await setAddressState(scope, id, 'unreachable', reason);
}

/** Closes the messaging window when the provider reports it closed; this overrides our computation. */
export async function closeWindow(scope: TenantScope, addressId: AddressId): Promise<void> {
  await updateAddress(scope, addressId, { windowUntil: Temporal.Instant.fromEpochMilliseconds(0) });
}

/**
 * Stores where a channel reaches a contact. An address made for the same phone gets the channel's own user id: WhatsApp
 * sends it after the first message.
 */
export async function ensureAddress(scope: ActionScope, address: NewAddress): Promise<AddressId> {
  const known = await listAddresses(scope, [address.contactId]);
  const here = known.filter((one) => one.channelId === address.channelId);
  const same = here.find((one) => one.channelUserId === address.channelUserId);
  if (same) return same.id;
  const ofPhone = here.find((one) => address.phone !== null && one.phone === address.phone);
  const [taken] = ofPhone ? await listAddressesNamed(scope, address.channelId, [address.channelUserId]) : [];
  if (ofPhone && taken?.contactId === address.contactId) return taken.id;
  if (!ofPhone || taken) return insertAddress(scope, address, scope.clock.now());
  await updateAddress(scope, ofPhone.id, { channelUserId: address.channelUserId });
  await insertAliases(scope, ofPhone, [ofPhone.channelUserId]);
  return ofPhone.id;
}

/** Stores the addresses of many contacts at once, after messages to phones reached them. */
export async function noteReached(scope: ActionScope, addresses: readonly NewAddress[]): Promise<void> {
  if (addresses.length > 0) await insertAddresses(scope, addresses, scope.clock.now());
}

/** Returns birthdays of contacts with a known one. */
export async function birthdaysOf(scope: TenantScope, ids: readonly ContactId[]): Promise<Birthday[]> {
  return ids.length === 0 ? [] : listBirthdays(scope, ids);
}

/** Lists contacts born on one of the days of a year, by id, a page at a time. */
export async function listContactsByBirthday(
  scope: TenantScope,
  days: readonly Temporal.PlainMonthDay[],
  page: { after: string | null; limit: number },
): Promise<ContactId[]> {
  return listBornOn(scope, days, page);
}

const MAX_CATEGORIES = 200;

/** Lists the customer categories, sorted. */
export async function customerCategories(scope: TenantScope): Promise<string[]> {
  return listCategories(scope, MAX_CATEGORIES);
}

export type Reach = {
  contact: Pick<
    KnownContact,
    | 'id'
    | 'name'
    | 'givenName'
    | 'phone'
    | 'language'
    | 'timeZone'
    | 'refusesMailings'
    | 'visitsCount'
    | 'spentMinor'
    | 'categories'
    | 'birthDate'
    | 'lastVisitAt'
  > & { tags: readonly string[]; importIds: readonly string[] };
  addresses: ContactAddress[];
  /** Opt-outs in effect. */
  optOuts: OptOutBounds[];
};

/**
 * Loads the facts a decision needs to reach contacts: three queries, however many contacts. An unknown language is
 * derived from the phone.
 */
export async function reachOf(scope: ClockedScope, contactIds: readonly ContactId[]): Promise<Map<ContactId, Reach>> {
  const contacts = await listContactsById(scope, contactIds);
  const addresses = Map.groupBy(await listAddresses(scope, contactIds), (address) => address.contactId);
  const entries = await listActiveOptOuts(
    scope,
    contacts.map(({ id, phone }) => ({ contactId: id, phone })),
  );
  return new Map(
    contacts.map((contact) => [
      contact.id,
      {
        contact: { ...contact, language: contact.language ?? likelyLanguage(contact.phone) },
        addresses: addresses.get(contact.id) ?? [],
        optOuts: entries
          .filter((entry) => entry.contactId === contact.id || (entry.phone !== null && entry.phone === contact.phone))
          .map(({ channelId, scope: bounds }) => ({ channelId, scope: bounds })),
      },
    ]),
  );
}

export type OptOutRequest = {
  /** At least one of the two; a phone may have no contact yet. */
  contactId?: ContactId;
  /** E.164. */
  phone?: string;
  /** Absent: every channel. */
  channelId?: ChannelId | null;
  scope: z.infer<typeof OptOutScope>;
  source: z.infer<typeof OptOutSource>;
  note?: string;
};

/** Opts a contact out. @returns false when an existing opt-out covers it */
export async function optOut(scope: ActionScope, request: OptOutRequest): Promise<boolean> {
  const subject = await subjectOf(scope, request);
  const bounds: OptOutBounds = { channelId: request.channelId ?? null, scope: request.scope };
  const { source, note = null } = request;
  const active = await listActiveOptOuts(scope, [subject]);
  if (active.some((entry) => makesNeedless(entry, { ...bounds, source, endsAt: null }))) return false;

  const now = scope.clock.now();
  const { contactId } = subject;
  const [id = ''] = await insertOptOuts(scope, [subject], { ...bounds, source, note, createdAt: now });
  if (contactId) {
    const facts = { ...bounds, contactId, source };
    await emit(scope, optedOut, { dedupeKey: id, contactId, facts, occurredAt: now });
  }
  await announce(scope, 'contacts');
  return true;
}

/**
 * Lifts a contact's opt-outs that apply to the channel, those for all channels included.
 *
 * @param request.how how the contact came off the list, for its history
 * @param request.sources only opt-outs from these sources, e.g. those a messenger reported as a block
 * @param request.scopes only opt-outs of these bounds
 * @returns false when there was none
 */
export async function liftOptOut(
  scope: ActionScope,
  request: Pick<OptOutRequest, 'contactId' | 'phone' | 'channelId'> & {
    how: OptOutEnd;
    sources?: readonly OptOutRequest['source'][];
    scopes?: readonly OptOutRequest['scope'][];
  },
): Promise<boolean> {
  const subject = await subjectOf(scope, request);
  const { contactId } = subject;
  const { channelId = null, how, sources, scopes } = request;
  const lifted = (await listActiveOptOuts(scope, [subject])).filter(
    (entry) =>
      (channelId === null || entry.channelId === null || entry.channelId === channelId) &&
      (sources === undefined || sources.includes(entry.source)) &&
      (scopes === undefined || scopes.includes(entry.scope)),
  );
  const now = scope.clock.now();
  const ids = lifted.map(({ id }) => id);
  if ((await setLifted(scope, ids, { at: now, how })).length === 0) return false;
  if (contactId) {
    const dedupeKey = ids.toSorted().join();
    await emit(scope, optedIn, { dedupeKey, contactId, facts: { contactId, channelId }, occurredAt: now });
  }
  await announce(scope, 'contacts');
  return true;
}
