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
 * Who it is that a channel names, creating her when nobody knows her yet.
 *
 * She is known by the channel's own user id first. A start link or a phone says that she is a contact we have: a new
 * user is put to that contact, and one who had been known by the channel alone is merged into it.
 *
 * @returns `isNew` when the channel names her for the first time
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

/** Keeps `lastVisitAt`, by which contacts are listed. For visits that were not cancelled. */
export async function noteVisits(
  scope: TenantScope,
  visits: readonly { contactId: ContactId; at: Temporal.Instant }[],
): Promise<void> {
  await advanceLastVisit(scope, visits);
}

/** Keeps what a customer has spent, where her card told it: a visit that came to be held adds, one that no longer is takes away. */
export async function noteSpent(
  scope: TenantScope,
  visits: readonly { contactId: ContactId; minor: number; at: Temporal.Instant }[],
): Promise<void> {
  await addSpent(scope, visits);
}

/** The customer wrote: she can be reached, and the window of channels that have one opens. */
export async function noteInbound(
  scope: TenantScope,
  addressId: AddressId,
  at: Temporal.Instant,
  windowHours: number | null,
): Promise<void> {
  await advanceInbound(scope, addressId, at, windowHours === null ? null : at.add({ hours: windowHours }));
}

/** A conversation begins at an address although the contact has not written: a service message of the messenger came. */
export async function noteConversation(scope: TenantScope, addressId: AddressId): Promise<void> {
  await setHasConversation(scope, addressId);
}

/** @param reason a code or the provider's words; null for `reachable` */
export async function setAddressState(
  scope: TenantScope,
  addressId: AddressId,
  state: AddressState,
  reason: string | null,
): Promise<void> {
  await updateAddress(scope, addressId, { state, stateReason: reason });
}

/** The provider says that the window is closed, whatever we counted. */
export async function closeWindow(scope: TenantScope, addressId: AddressId): Promise<void> {
  await updateAddress(scope, addressId, { windowUntil: Temporal.Instant.fromEpochMilliseconds(0) });
}

/**
 * Writes down where a channel reaches a contact. An address of hers that was made for the same phone takes the
 * channel's own user id: WhatsApp tells it later than we send.
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

/** Writes down where messages reached customers whom the channel had not named before, all at once. */
export async function noteReached(ctx: Now, scope: TenantScope, addresses: readonly NewAddress[]): Promise<void> {
  if (addresses.length > 0) await insertAddresses(scope, addresses, ctx.clock.now());
}

/** Of those whose birthday is known. */
export async function birthdaysOf(scope: TenantScope, ids: readonly ContactId[]): Promise<Birthday[]> {
  return ids.length === 0 ? [] : listBirthdays(scope, ids);
}

/** Who was born on one of the days of a year, by id, a page at a time. */
export async function listContactsByBirthday(
  scope: TenantScope,
  days: readonly Temporal.PlainMonthDay[],
  page: { after: string | null; limit: number },
): Promise<ContactId[]> {
  return listBornOn(scope, days, page);
}

const MOST_CATEGORIES = 200;

/** Names that customers are filed under, in their order. */
export async function customerCategories(scope: TenantScope): Promise<string[]> {
  return listCategories(scope, MOST_CATEGORIES);
}

export type Reach = {
  contact: Pick<
    KnownContact,
    'id' | 'name' | 'phone' | 'language' | 'timeZone' | 'refusesMailings' | 'visitsCount' | 'spentMinor' | 'categories'
  >;
  addresses: ContactAddress[];
  /** Those that hold now. */
  optOuts: OptOutBounds[];
};

/** Everything a decision needs to know about reaching customers: three queries, however many they are. A language nobody told is the phone's likeliest. */
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
  /** Either of them; a phone may be of nobody we know yet. */
  contactId?: ContactId;
  /** E.164. */
  phone?: string;
  /** Every channel when left out. */
  channelId?: ChannelId | null;
  scope: z.infer<typeof OptOutScope>;
  source: z.infer<typeof OptOutSource>;
  note?: string;
};

/** Puts a customer on the ignore list. @returns false when she was on it already, as far as this would go */
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
 * Takes a customer off the ignore list: everything that keeps messages of the channel from her, or of any channel.
 *
 * @param wish.sources only what came from there, e.g. what a messenger reported when she shut its door
 * @returns false when nothing kept them from her
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
