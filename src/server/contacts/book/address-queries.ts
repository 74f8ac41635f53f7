import { type Selectable, sql } from 'kysely';
import { ChannelId } from '#contract/channels/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { ContactAddresses } from '#server/platform/database/schema.gen.ts';
import { AddressId, AddressState, type ContactAddress } from './rules.ts';

export type NewAddress = Pick<ContactAddress, 'contactId' | 'channelId' | 'channelUserId' | 'phone'>;

/** Lists the addresses of a channel that one of the ids names, by itself or as another id of the same person. */
export async function listAddressesNamed(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  ids: readonly string[],
): Promise<ContactAddress[]> {
  const named = sql<string>`any (${[...ids]}::text[])`;
  const direct = tx
    .selectFrom('contact_addresses')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .where('channel_user_id', '=', named);
  const byAlias = tx
    .selectFrom('contact_address_aliases')
    .select('address_id as id')
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .where('channel_user_id', '=', named);
  const rows = await tx
    .selectFrom('contact_addresses')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', direct.union(byAlias))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toAddress);
}

/** Stores other ids of an address; an id that names an address already stays with it. */
export async function insertAliases(
  { tx, tenantId }: TenantScope,
  { id, channelId }: Pick<ContactAddress, 'id' | 'channelId'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .insertInto('contact_address_aliases')
    .values(
      ids.map((alias) => ({ tenant_id: tenantId, channel_id: channelId, channel_user_id: alias, address_id: id })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Lists the other ids of an address. */
export async function listAliases({ tx, tenantId }: TenantScope, id: AddressId): Promise<string[]> {
  const rows = await tx
    .selectFrom('contact_address_aliases')
    .select('channel_user_id')
    .where('tenant_id', '=', tenantId)
    .where('address_id', '=', id)
    .execute();
  return rows.map((row) => row.channel_user_id);
}

export async function listAddresses(
  { tx, tenantId }: TenantScope,
  contactIds: readonly ContactId[],
): Promise<ContactAddress[]> {
  const rows = await tx
    .selectFrom('contact_addresses')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', sql<string>`any (${[...contactIds]}::uuid[])`)
    .orderBy('last_inbound_at', (order) => order.desc().nullsLast())
    .orderBy('id')
    .execute();
  return rows.map(toAddress);
}

/** @returns the address of the channel's user, inserted or existing */
export async function insertAddress(
  { tx, tenantId }: TenantScope,
  address: NewAddress,
  createdAt: Temporal.Instant,
): Promise<AddressId> {
  const row = await tx
    .insertInto('contact_addresses')
    .values({
      tenant_id: tenantId,
      id: newId(AddressId),
      contact_id: address.contactId,
      channel_id: address.channelId,
      channel_user_id: address.channelUserId,
      phone: address.phone,
      created_at: createdAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'channel_id', 'channel_user_id']).doUpdateSet({
        phone: sql<string | null>`coalesce(contact_addresses.phone, excluded.phone)`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return AddressId.parse(row.id);
}

/** Inserts many at once; existing addresses stay unchanged. */
export async function insertAddresses(
  { tx, tenantId }: TenantScope,
  addresses: readonly NewAddress[],
  createdAt: Temporal.Instant,
): Promise<void> {
  const column = <Value>(read: (address: NewAddress) => Value) => addresses.map(read);
  await sql`
    insert into contact_addresses (tenant_id, id, contact_id, channel_id, channel_user_id, phone, created_at)
    select ${tenantId}::uuid, known.*, ${createdAt}::timestamptz from unnest(
      ${column(() => newId(AddressId))}::uuid[],
      ${column(({ contactId }) => contactId)}::uuid[],
      ${column(({ channelId }) => channelId)}::uuid[],
      ${column(({ channelUserId }) => channelUserId)}::text[],
      ${column(({ phone }) => phone)}::text[]) as known
    on conflict (tenant_id, channel_id, channel_user_id) do nothing`.execute(tx);
}

export type AddressChange = Partial<
  Pick<ContactAddress, 'contactId' | 'channelUserId' | 'phone' | 'state' | 'windowUntil'> & {
    stateReason: string | null;
  }
>;

export async function updateAddress(
  { tx, tenantId }: TenantScope,
  id: AddressId,
  change: AddressChange,
): Promise<void> {
  await tx
    .updateTable('contact_addresses')
    .set({
      ...(change.contactId !== undefined && { contact_id: change.contactId }),
      ...(change.channelUserId !== undefined && { channel_user_id: change.channelUserId }),
      ...(change.phone !== undefined && { phone: change.phone }),
      ...(change.state !== undefined && { state: change.state }),
      ...(change.stateReason !== undefined && { state_reason: change.stateReason }),
      ...(change.windowUntil !== undefined && { window_until: change.windowUntil }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/**
 * Removes a phone from a contact. An address that only we wrote to is deleted, because its owner is unknown. An address
 * the contact wrote from stays theirs without the phone.
 */
export async function detachAddressesOfPhone(
  { tx, tenantId }: TenantScope,
  contactId: ContactId,
  phone: string,
): Promise<void> {
  await tx
    .deleteFrom('contact_addresses')
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', contactId)
    .where('phone', '=', phone)
    .where('last_inbound_at', 'is', null)
    .where('has_conversation', '=', false)
    .execute();
  await tx
    .updateTable('contact_addresses')
    .set({ phone: null, window_until: null })
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', contactId)
    .where('phone', '=', phone)
    .execute();
}

export async function setHasConversation({ tx, tenantId }: TenantScope, id: AddressId): Promise<void> {
  await tx
    .updateTable('contact_addresses')
    .set({
      has_conversation: true,
      subscribed_at: sql<Temporal.Instant>`coalesce(subscribed_at, created_at)`,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/**
 * Records an inbound message: the contact is reachable, and the window opens. Times only move forward, as events come
 * out of order.
 */
export async function advanceInbound(
  { tx, tenantId }: TenantScope,
  id: AddressId,
  at: Temporal.Instant,
  windowUntil: Temporal.Instant | null,
): Promise<void> {
  await tx
    .updateTable('contact_addresses')
    .set({
      last_inbound_at: sql<Temporal.Instant>`greatest(last_inbound_at, ${at})`,
      subscribed_at: sql<Temporal.Instant>`least(subscribed_at, ${at}::timestamptz)`,
      window_until: sql<Temporal.Instant | null>`greatest(window_until, ${windowUntil}::timestamptz)`,
      state: sql<string>`case when last_inbound_at is null or last_inbound_at <= ${at} then 'reachable' else state end`,
      state_reason: sql<
        string | null
      >`case when last_inbound_at is null or last_inbound_at <= ${at} then null else state_reason end`,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

function toAddress(row: Selectable<ContactAddresses>): ContactAddress {
  return {
    id: AddressId.parse(row.id),
    contactId: ContactId.parse(row.contact_id),
    channelId: ChannelId.parse(row.channel_id),
    channelUserId: row.channel_user_id,
    phone: row.phone,
    state: AddressState.parse(row.state),
    windowUntil: row.window_until,
    lastInboundAt: row.last_inbound_at,
    subscribedAt: row.subscribed_at,
  };
}
