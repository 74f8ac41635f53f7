import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Insertable } from 'kysely';
import type pg from 'pg';
import { ChannelId } from '#contract/channels/calls.ts';
import { BranchId, ConnectionId } from '#contract/connections/calls.ts';
import { ContactId, OptOutId } from '#contract/contacts/calls.ts';
import { ConversationId } from '#contract/conversations/calls.ts';
import { MessageId } from '#contract/delivery/calls.ts';
import { FlowId, FlowKind } from '#contract/flows/calls.ts';
import { MailingId } from '#contract/mailings/calls.ts';
import { SenderId } from '#contract/senders/calls.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import { MasterId, ServiceId, VisitId } from '#contract/visits/calls.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';
import { newSettings } from '#server/mailings/editing/new-mailings.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';
import { newTenantToken } from '#server/platform/secrets/tenant-token.ts';
import type { Vault } from '#server/platform/secrets/vault.ts';
import { rehearsalBuilders } from './rehearsal-builders.ts';
import { transferBuilders } from './transfer-builders.ts';

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** Columns of a table in camel case; columns left out are invented. */
export type Given<Table extends keyof DB> = {
  [Column in keyof Insertable<DB[Table]> & string as Camel<Column>]?: Written<Insertable<DB[Table]>[Column]>;
};

/** An instant may be given as a string. */
type Written<Value> = Temporal.Instant extends Value ? Value | string : Value;

const CREATED_AT = '2026-03-01T08:00:00Z';
const NO_CREDENTIALS = Buffer.from('no credentials');

/**
 * Builders of real rows. Each creates the parents that are not given, all of one tenant.
 * @param owner sees every tenant, so that a test can create states that the product could not
 * @param vault encrypts the credentials of channels and connections; without it nothing can decrypt them
 */
export function builders(owner: pg.Pool, vault?: Vault) {
  const sealed = (tenantId: TenantId, secrets: Record<string, unknown>) =>
    vault ? vault.seal(tenantId, secrets) : NO_CREDENTIALS;
  async function insert(table: keyof DB, row: Record<string, unknown>): Promise<void> {
    const columns = Object.entries(row).filter(([, value]) => value !== undefined);
    const names = columns.map(([name]) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
    const places = columns.map((_, index) => `$${index + 1}`);
    await owner.query(
      `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`,
      columns.map(([, value]) => value),
    );
  }
  const tenantOf = async (given: { tenantId?: string }) =>
    given.tenantId ? TenantId.parse(given.tenantId) : aTenant();

  async function aTenant(given: Given<'tenants'> & { available?: number } = {}): Promise<TenantId> {
    const { available = 1000, ...columns } = given;
    const id = TenantId.parse(randomUUIDv7());
    await insert('tenants', { id, name: 'Salon', brand: 'main', countryId: 1, createdAt: CREATED_AT, ...columns });
    await insert('message_balances', { tenantId: id, available });
    return id;
  }

  async function aMember(given: Given<'members'> = {}) {
    const [tenantId, id] = [await tenantOf(given), MemberId.parse(randomUUIDv7())];
    const email = given.email ?? `${id}@salon.example`;
    await insert('members', { id, role: 'owner', createdAt: CREATED_AT, ...given, tenantId, email });
    await insert('sign_in_names', { kind: 'email', name: email, tenantId, memberId: id });
    return { tenantId, id, email };
  }

  async function aContact(given: Given<'contacts'> = {}) {
    const [tenantId, id] = [await tenantOf(given), ContactId.parse(given.id ?? randomUUIDv7())];
    const phone = given.phone === undefined ? aPhone() : given.phone;
    await insert('contacts', { name: 'Anna', createdAt: CREATED_AT, ...given, phone, tenantId, id });
    return { tenantId, id, phone };
  }

  async function aConnection(given: Given<'connections'> = {}) {
    const [tenantId, id] = [await tenantOf(given), ConnectionId.parse(given.id ?? randomUUIDv7())];
    await insert('connections', {
      kind: 'yclients',
      title: 'YCLIENTS',
      state: 'working',
      stateChangedAt: CREATED_AT,
      credentials: sealed(tenantId, {
        userToken: 'user-token',
        userName: 'Owner',
        webhookSecret: newTenantToken(tenantId),
      }),
      webhookSecretHash: randomBytes(32),
      createdAt: CREATED_AT,
      ...given,
      tenantId,
      id,
    });
    return { tenantId, id };
  }

  async function aBranch(given: Given<'branches'> = {}) {
    const [tenantId, id] = [await tenantOf(given), BranchId.parse(given.id ?? randomUUIDv7())];
    const connectionId = ConnectionId.parse(given.connectionId ?? (await aConnection({ tenantId })).id);
    await insert('branches', {
      externalId: anExternalId(),
      title: 'Salon on Tverskaya',
      timeZone: 'Europe/Moscow',
      currency: 'RUB',
      ...given,
      tenantId,
      id,
      connectionId,
    });
    return { tenantId, id, connectionId };
  }

  async function aMaster(given: Given<'masters'> = {}) {
    const [tenantId, id] = [await tenantOf(given), MasterId.parse(given.id ?? randomUUIDv7())];
    const branchId = BranchId.parse(given.branchId ?? (await aBranch({ tenantId })).id);
    await insert('masters', { externalId: anExternalId(), name: 'Olga', ...given, tenantId, id, branchId });
    return { tenantId, id, branchId };
  }

  async function aService(given: Given<'services'> = {}) {
    const [tenantId, id] = [await tenantOf(given), ServiceId.parse(given.id ?? randomUUIDv7())];
    const branchId = BranchId.parse(given.branchId ?? (await aBranch({ tenantId })).id);
    await insert('services', { externalId: anExternalId(), title: 'Haircut', ...given, tenantId, id, branchId });
    return { tenantId, id, branchId };
  }

  async function aVisit(given: Given<'visits'> = {}) {
    const [tenantId, id] = [await tenantOf(given), VisitId.parse(given.id ?? randomUUIDv7())];
    const branchId = BranchId.parse(given.branchId ?? (await aBranch({ tenantId })).id);
    const contactId =
      given.contactId === null ? null : ContactId.parse(given.contactId ?? (await aContact({ tenantId })).id);
    await insert('visits', {
      externalId: anExternalId(),
      startsAt: '2026-03-03T09:00:00Z',
      durationMinutes: 60,
      status: 'waiting',
      recordedAt: CREATED_AT,
      ...given,
      tenantId,
      id,
      branchId,
      contactId,
    });
    return { tenantId, id, branchId, contactId };
  }

  async function aChannel(given: Given<'channels'> = {}) {
    const [tenantId, id] = [await tenantOf(given), ChannelId.parse(given.id ?? randomUUIDv7())];
    await insert('channels', {
      kind: 'dialog360',
      title: 'WhatsApp',
      address: aPhone(),
      externalId: anExternalId(),
      state: 'Authorized',
      stateChangedAt: CREATED_AT,
      credentials: sealed(tenantId, {
        credentials: { apiKey: 'api-key', token: '1:token' },
        webhookToken: newTenantToken(tenantId),
        headerSecret: 'header-secret',
      }),
      webhookSecretHash: randomBytes(32),
      position: 1,
      createdAt: CREATED_AT,
      ...given,
      tenantId,
      id,
    });
    return { tenantId, id };
  }

  async function anAddress(given: Given<'contact_addresses'> = {}) {
    const [tenantId, id] = [await tenantOf(given), given.id ?? randomUUIDv7()];
    const contactId = ContactId.parse(given.contactId ?? (await aContact({ tenantId })).id);
    const channelId = ChannelId.parse(given.channelId ?? (await aChannel({ tenantId })).id);
    const channelUserId = given.channelUserId ?? aPhone().slice(1);
    await insert('contact_addresses', {
      createdAt: CREATED_AT,
      ...given,
      tenantId,
      id,
      contactId,
      channelId,
      channelUserId,
    });
    return { tenantId, id, contactId, channelId, channelUserId };
  }

  async function anOptOut(given: Given<'opt_outs'> = {}) {
    const [tenantId, id] = [await tenantOf(given), OptOutId.parse(given.id ?? randomUUIDv7())];
    const phone = given.phone ?? aPhone();
    await insert('opt_outs', { scope: 'all', source: 'member', createdAt: CREATED_AT, ...given, tenantId, id, phone });
    return { tenantId, id, phone };
  }

  async function aConversation(given: Given<'conversations'> = {}) {
    const [tenantId, id] = [await tenantOf(given), ConversationId.parse(given.id ?? randomUUIDv7())];
    const address = await anAddress({ tenantId, hasConversation: true, ...pick(given, 'contactId', 'channelId') });
    const { contactId, channelId } = address;
    await insert('conversations', {
      addressId: address.id,
      talkChannelId: channelId,
      lastMessageAt: CREATED_AT,
      ...given,
      tenantId,
      id,
      contactId,
      channelId,
    });
    return { tenantId, id, contactId, channelId, addressId: given.addressId ?? address.id };
  }

  async function aFlow(given: Given<'flows'> = {}) {
    const [tenantId, id] = [await tenantOf(given), FlowId.parse(given.id ?? randomUUIDv7())];
    const { kind = 'visit_reminder' } = given;
    const settings = given.settings ?? JSON.stringify(defaultSettings(FlowKind.parse(kind), 'ru'));
    await aSender({ tenantId, id, kind: 'flow', title: given.title ?? 'Reminder' });
    await insert('flows', {
      title: 'Reminder',
      status: 'working',
      mode: 'combat',
      version: 1,
      createdAt: CREATED_AT,
      updatedAt: CREATED_AT,
      ...given,
      tenantId,
      id,
      kind,
      settings,
    });
    const title = given.title ?? 'Reminder';
    const version = given.version ?? 1;
    await insert('sender_versions', { tenantId, senderId: id, version, title, settings, savedAt: CREATED_AT });
    return { tenantId, id };
  }

  async function aMailing(given: Given<'mailings'> = {}) {
    const [tenantId, id] = [await tenantOf(given), MailingId.parse(given.id ?? randomUUIDv7())];
    const { title = 'Mailing', version = 1 } = given;
    const settings = given.settings ?? JSON.stringify(newSettings('ru'));
    await aSender({ tenantId, id, kind: 'mailing', title });
    await insert('mailings', {
      status: 'none',
      mode: 'test',
      createdAt: CREATED_AT,
      updatedAt: CREATED_AT,
      ...given,
      tenantId,
      id,
      title,
      version,
      settings,
    });
    await insert('sender_versions', { tenantId, senderId: id, version, title, settings, savedAt: CREATED_AT });
    return { tenantId, id };
  }

  async function aSender(given: Given<'senders'> = {}) {
    const [tenantId, id] = [await tenantOf(given), SenderId.parse(given.id ?? randomUUIDv7())];
    await insert('senders', { kind: 'flow', title: '', ...given, tenantId, id });
    return { tenantId, id };
  }

  async function aMessage(given: Given<'messages'> = {}) {
    const [tenantId, id] = [await tenantOf(given), MessageId.parse(given.id ?? randomUUIDv7())];
    const contactId =
      given.contactId === null ? null : ContactId.parse(given.contactId ?? (await aContact({ tenantId })).id);
    const channelId = ChannelId.parse(given.channelId ?? (await aChannel({ tenantId })).id);
    const senderId = given.senderId ?? (await aSender({ tenantId, kind: 'chatbot' })).id;
    await insert('messages', {
      occasionKey: id,
      priority: given.senderId ? 1 : 0,
      dueAt: CREATED_AT,
      status: 'planned',
      body: 'Hello',
      plannedAt: CREATED_AT,
      updatedAt: CREATED_AT,
      ...given,
      tenantId,
      id,
      senderId,
      contactId,
      channelId,
    });
    // The product's statements count what they write; a row that a test inserts is counted here.
    await owner.query(
      `insert into message_tallies as t (tenant_id, sender_id, status, counted_by, count, replied)
       select tenant_id, sender_id, status, 0, 1, (replied_at is not null)::int from messages where id = $1
       on conflict (tenant_id, sender_id, status, counted_by) do update
         set count = t.count + 1, replied = t.replied + excluded.replied`,
      [id],
    );
    return { tenantId, id, contactId, channelId };
  }

  return {
    aSender,
    aTenant,
    aMember,
    aContact,
    aConnection,
    aBranch,
    aMaster,
    aService,
    aVisit,
    aChannel,
    anAddress,
    anOptOut,
    aConversation,
    aFlow,
    aMailing,
    ...rehearsalBuilders(insert, tenantOf),
    ...transferBuilders(insert, tenantOf),
    aMessage,
  };
}

let count = 0;

/**
 * A Russian mobile number that is unique in the process.
 *
 * NOTE: simulated channels refuse numbers with certain endings; none of them ends with 2.
 */
function aPhone(): string {
  count += 1;
  return `+7916${String(count).padStart(6, '0')}2`;
}

function anExternalId(): string {
  count += 1;
  return String(100_000 + count);
}

function pick<Row extends object, Key extends keyof Row>(row: Row, ...keys: Key[]): Partial<Pick<Row, Key>> {
  return Object.fromEntries(keys.flatMap((key) => (row[key] === undefined ? [] : [[key, row[key]]]))) as Partial<
    Pick<Row, Key>
  >;
}
