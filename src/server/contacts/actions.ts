import type { z } from 'zod';
import type { ChannelId } from '#contract/channels.ts';
import type { ContactId, OptOutScope, OptOutSource } from '#contract/contacts.ts';
import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { emit } from '#server/platform/events.ts';
import { announce } from '#server/platform/realtime.ts';
import {
  advanceInbound,
  findAddress,
  insertAddress,
  insertAddresses,
  listAddresses,
  type NewAddress,
  setHasConversation,
  updateAddress,
} from './address-queries.ts';
import { type Birthday, listBirthdays, listBornOn } from './birthday-queries.ts';
import { listCategories } from './category-queries.ts';
import { findInvited, type PeerSeen, phoneOf, recognise, subjectOf } from './identity.ts';
import { optedIn, optedOut } from './jobs.ts';
import { insertOptOuts, listActiveOptOuts, setLifted } from './opt-out-queries.ts';
import {
  addSpent,
  advanceLastVisit,
  completeContact,
  findContactByPhone,
  insertContact,
  listContactsById,
  lockSubject,
  setPhoneIfFree,
} from './queries.ts';
import type { KnownContact } from './stored-contacts.ts';
import {
  type AddressId,
  type AddressState,
  type ContactAddress,
  covers,
  languageOf,
  likelyLanguage,
  type OptOutBounds,
} from './rules.ts';

type Now = Pick<Context, 'clock'>;
type Telling = Pick<Context, 'clock' | 'subscriptions'>;
type Signing = Pick<Context, 'vault'>;

/**
 * Finds the contact of a channel's user, or creates one.
 *
 * The channel's own user id is checked first. A start link or a phone may identify an existing contact: a new user is
 * linked to that contact, and a contact known by the channel alone is merged into it.
 *
 * @returns `isNew` when the channel sends this user for the first time
 */
export async function findOrCreateByPeer(
  ctx: Telling & Signing,
  scope: TenantScope,
  seen: PeerSeen,
): Promise<{ contactId: ContactId; addressId: AddressId; isNew: boolean }> {
  const { peer, channelId } = seen;
  await lockSubject(scope, `${channelId}:${peer.channelUserId}`);
  const phone = phoneOf(seen);
  const about = { name: peer.name, language: languageOf(peer.language) };
  const address = await findAddress(scope, channelId, peer.channelUserId);
  if (address) {
    const contactId = await recognise(ctx, scope, address, seen);
    await completeContact(scope, contactId, about);
    if (phone && address.phone !== phone) await updateAddress(scope, address.id, { phone });
    return { contactId, addressId: address.id, isNew: false };
  }

  const invited = await findInvited(ctx, scope, seen);
  const known = invited ?? (phone ? await findContactByPhone(scope, phone) : undefined);
  const contactId =
    known?.id ??
    (await insertContact(scope, {
      name: about.name ?? '',
      phone,
      language: about.language,
      createdAt: ctx.clock.now(),
    }));
  if (known) await completeContact(scope, contactId, about);
  if (known && phone && known.phone === null) await setPhoneIfFree(scope, contactId, phone);
  const fresh = { contactId, channelId, channelUserId: peer.channelUserId, phone };
  return { contactId, addressId: await ensureAddress(ctx, scope, fresh), isNew: true };
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

/** Closes the messaging window on the provider's report, whatever was computed here. */
export async function closeWindow(scope: TenantScope, addressId: AddressId): Promise<void> {
  await updateAddress(scope, addressId, { windowUntil: Temporal.Instant.fromEpochMilliseconds(0) });
}

/**
 * Stores where a channel reaches a contact. An address made for the same phone gets the channel's own user id: WhatsApp
 * sends it after the first message.
 */
export async function ensureAddress(ctx: Now, scope: TenantScope, address: NewAddress): Promise<AddressId> {
  const known = await listAddresses(scope, [address.contactId]);
  const here = known.filter((one) => one.channelId === address.channelId);
  const same = here.find((one) => one.channelUserId === address.channelUserId);
  if (same) return same.id;
  const ofPhone = here.find((one) => address.phone !== null && one.phone === address.phone);
  const taken = ofPhone && (await findAddress(scope, address.channelId, address.channelUserId));
  if (!ofPhone || taken) return insertAddress(scope, address, ctx.clock.now());
  await updateAddress(scope, ofPhone.id, { channelUserId: address.channelUserId });
  return ofPhone.id;
}

/** Stores the addresses of many contacts at once, after messages to phones reached them. */
export async function noteReached(ctx: Now, scope: TenantScope, addresses: readonly NewAddress[]): Promise<void> {
  if (addresses.length > 0) await insertAddresses(scope, addresses, ctx.clock.now());
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

const MOST_CATEGORIES = 200;

/** Lists the customer categories, sorted. */
export async function customerCategories(scope: TenantScope): Promise<string[]> {
  return listCategories(scope, MOST_CATEGORIES);
}

export type Reach = {
  contact: Pick<
    KnownContact,
    'id' | 'name' | 'phone' | 'language' | 'timeZone' | 'refusesMailings' | 'visitsCount' | 'spentMinor' | 'categories'
  >;
  addresses: ContactAddress[];
  /** Opt-outs in effect. */
  optOuts: OptOutBounds[];
};

/**
 * Loads the facts a decision needs to reach contacts: three queries, however many contacts. An unknown language is
 * derived from the phone.
 */
export async function reachOf(scope: TenantScope, contactIds: readonly ContactId[]): Promise<Map<ContactId, Reach>> {
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

export type OptOutWish = {
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
export async function optOut(ctx: Telling, scope: TenantScope, wish: OptOutWish): Promise<boolean> {
  const subject = await subjectOf(scope, wish);
  const bounds: OptOutBounds = { channelId: wish.channelId ?? null, scope: wish.scope };
  const active = await listActiveOptOuts(scope, [subject]);
  if (active.some((entry) => covers(entry, bounds))) return false;

  const now = ctx.clock.now();
  const { contactId } = subject;
  const { source, note = null } = wish;
  const [id = ''] = await insertOptOuts(scope, [subject], { ...bounds, source, note, createdAt: now });
  if (contactId) {
    const facts = { ...bounds, contactId, source };
    await emit(ctx, scope, optedOut, { dedupeKey: id, contactId, facts, occurredAt: now });
  }
  await announce(scope, 'contacts');
  return true;
}

/**
 * Lifts a contact's opt-outs that apply to the channel, those for all channels included.
 *
 * @param wish.sources only opt-outs from these sources, e.g. those a messenger reported as a block
 * @returns false when there was none
 */
export async function liftOptOut(
  ctx: Telling,
  scope: TenantScope,
  wish: Pick<OptOutWish, 'contactId' | 'phone' | 'channelId'> & { sources?: readonly OptOutWish['source'][] },
): Promise<boolean> {
  const subject = await subjectOf(scope, wish);
  const { contactId } = subject;
  const { channelId = null, sources } = wish;
  const lifted = (await listActiveOptOuts(scope, [subject])).filter(
    (entry) =>
      (channelId === null || entry.channelId === null || entry.channelId === channelId) &&
      (sources === undefined || sources.includes(entry.source)),
  );
  const now = ctx.clock.now();
  const ids = lifted.map(({ id }) => id);
  if (!(await setLifted(scope, ids, now))) return false;
  if (contactId) {
    const dedupeKey = ids.toSorted().join();
    await emit(ctx, scope, optedIn, { dedupeKey, contactId, facts: { contactId, channelId }, occurredAt: now });
  }
  await announce(scope, 'contacts');
  return true;
}
