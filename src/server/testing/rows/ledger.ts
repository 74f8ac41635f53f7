import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { ChannelId } from '#contract/channels/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { FlowId } from '#contract/flows/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { VisitId } from '#contract/visits/calls.ts';
import type { MessageDraft } from '#server/delivery/planning/actions.ts';
import { openVault, type Vault } from '#server/platform/secrets/vault.ts';

/** Decrypts what {@link ledgerBuilders} encrypts. */
export const TEST_VAULT = openVault('0123456789abcdef0123456789abcdef0123456789abcdef');

/** A business with one channel, one flow, and customers with visits: the parents of messages. */
export type Business = { tenantId: TenantId; channelId: ChannelId; flowId: FlowId; branchId: string };

export type Customer = { contactId: ContactId; visitId: VisitId; phone: string };

/** A planned message of a flow to a contact about a visit; useful for two hours. */
export function aDraft(
  business: Business,
  { contactId, visitId }: Pick<Customer, 'contactId' | 'visitId'>,
  { dueAt, ...changes }: Partial<MessageDraft> & Pick<MessageDraft, 'dueAt'>,
): MessageDraft {
  const { subject = { kind: 'visit', id: visitId }, step = 1, occurrence = 1, testPhone = null } = changes;
  return {
    sender: { id: business.flowId, kind: 'flow', version: 1 },
    occasionKey: [subject?.id, step, occurrence, testPhone ?? ''].join(':'),
    subject,
    step,
    occurrence,
    contactId,
    channelId: business.channelId,
    dueAt,
    useBy: dueAt.add({ hours: 2 }),
    content: { text: 'See you', image: null, buttons: [], templates: [] },
    ...changes,
  };
}

/** Writes real rows as the owner of the database; values left out are invented. */
export function ledgerBuilders(owner: pg.Pool, vault: Vault = TEST_VAULT) {
  let nextPhone = 79_160_000_000;
  return {
    async aBusiness(
      options: { kind?: string; messages?: number; credentials?: Record<string, string> } = {},
    ): Promise<Business> {
      const tenantId = newTenant();
      await owner.query(`insert into tenants (id, name, brand, created_at) values ($1, 'Salon', 'main', now())`, [
        tenantId,
      ]);
      await owner.query('insert into message_balances values ($1, $2)', [tenantId, options.messages ?? 1_000_000]);
      return furnish({ owner, vault }, tenantId, options);
    },

    /** Adds the parents of messages to an existing cabinet. */
    furnish: (tenantId: TenantId): Promise<Business> => furnish({ owner, vault }, tenantId, {}),

    async anotherChannel({ tenantId }: Business, kind = 'telegram_bot'): Promise<ChannelId> {
      const channelId = newChannel();
      await aChannel({ owner, vault }, { tenantId, channelId, kind, credentials: { token: 'token' } });
      return channelId;
    },

    /** Creates customers, each with a phone and a visit tomorrow. */
    async customers({ tenantId, branchId }: Business, count: number): Promise<Customer[]> {
      const made = Array.from({ length: count }, (_, n) => ({
        contactId: ContactId.parse(randomUUID()),
        visitId: VisitId.parse(randomUUID()),
        phone: `+${nextPhone + n}`,
      }));
      nextPhone += count;
      const rows = JSON.stringify(made);
      await owner.query(
        `insert into contacts (tenant_id, id, name, phone, created_at)
         select $1, c."contactId", 'Anna', c.phone, now()
         from jsonb_to_recordset($2::jsonb) as c ("contactId" uuid, phone text)`,
        [tenantId, rows],
      );
      await owner.query(
        `insert into visits (tenant_id, id, branch_id, external_id, contact_id, starts_at, duration_minutes, status, recorded_at)
         select $1, v."visitId", $3, v."visitId", v."contactId", now() + interval '1 day', 60, 'waiting', now()
         from jsonb_to_recordset($2::jsonb) as v ("visitId" uuid, "contactId" uuid)`,
        [tenantId, rows, branchId],
      );
      return made;
    },

    /** Opens WhatsApp's window, and sets the contact's address on the channel. */
    async anAddress(
      { tenantId, channelId }: Pick<Business, 'tenantId' | 'channelId'>,
      contactId: ContactId,
      {
        channelUserId,
        phone = null,
        windowHours = 24,
      }: { channelUserId: string; phone?: string | null; windowHours?: number | null },
    ): Promise<string> {
      const id = randomUUID();
      await owner.query(
        `insert into contact_addresses (tenant_id, id, contact_id, channel_id, channel_user_id, phone, window_until, created_at)
         values ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 hour', now())`,
        [tenantId, id, contactId, channelId, channelUserId, phone, windowHours],
      );
      return id;
    },
  };
}

const newTenant = () => TenantId.parse(randomUUID());
const newChannel = () => ChannelId.parse(randomUUID());

async function furnish(
  { owner, vault }: Place,
  tenantId: TenantId,
  { kind = 'dialog360', credentials = { apiKey: 'key' } }: { kind?: string; credentials?: Record<string, string> },
): Promise<Business> {
  const [channelId, flowId] = [newChannel(), FlowId.parse(randomUUID())];
  const [connectionId, branchId] = [randomUUID(), randomUUID()];
  await aChannel({ owner, vault }, { tenantId, channelId, kind, credentials });
  await owner.query(
    `insert into connections (tenant_id, id, kind, title, state, state_changed_at, credentials, webhook_secret_hash, created_at)
     values ($1, $2, 'yclients', 'Salon', 'working', now(), '', $3, now())`,
    [tenantId, connectionId, Buffer.from(randomUUID())],
  );
  await owner.query(
    `insert into branches (tenant_id, id, connection_id, external_id, title, time_zone, currency)
     values ($1, $2, $3, '1', 'Branch', 'Europe/Moscow', 'RUB')`,
    [tenantId, branchId, connectionId],
  );
  await owner.query(`insert into senders (tenant_id, id, kind, title) values ($1, $2, 'flow', 'Reminder')`, [
    tenantId,
    flowId,
  ]);
  await owner.query(
    `insert into flows (tenant_id, id, kind, title, status, mode, version, settings, created_at, updated_at)
     values ($1, $2, 'visit_reminder', 'Reminder', 'working', 'combat', 1, '{}', now(), now())`,
    [tenantId, flowId],
  );
  return { tenantId, channelId, flowId, branchId };
}

type Place = { owner: pg.Pool; vault: Vault };

async function aChannel(
  { owner, vault }: Place,
  {
    tenantId,
    channelId,
    kind,
    credentials,
  }: { tenantId: TenantId; channelId: ChannelId; kind: string; credentials: Record<string, string> },
): Promise<void> {
  await owner.query(
    `insert into channels (tenant_id, id, kind, title, address, external_id, state, state_changed_at, credentials,
       webhook_secret_hash, position, created_at)
     values ($1, $2, $3, 'Channel', '+79990000001', $4, 'Authorized', now(), $5, $6, 1, now())`,
    [
      tenantId,
      channelId,
      kind,
      channelId,
      vault.seal(tenantId, { credentials, webhookToken: randomUUID(), headerSecret: randomUUID() }),
      Buffer.from(randomUUID()),
    ],
  );
}
