import { testContext } from '#server/testing/server/context.ts';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { ChannelId } from '#contract/channels/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { SenderId } from '#contract/senders/calls.ts';
import type { MessageId } from '#contract/delivery/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { newSecrets, type Secrets } from '#server/channels/storage/secrets.ts';
import { planMessages } from '#server/delivery/planning/actions.ts';
import { saveSender } from '#server/delivery/ledger/sender-actions.ts';
import { type Database, withTenant } from '#server/platform/database/db.ts';
import { digest, openVault } from '#server/platform/secrets/vault.ts';

export const SECRET_KEY = '0123456789abcdef0123456789abcdef0123456789abcdef';
const vault = openVault(SECRET_KEY);

/** Calls the world's control API, or one of its services. */
export type CallWorld = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<unknown>;

export type Scene = { tenantId: TenantId; numbers: ChannelId[]; bots: ChannelId[] };

/** The messages of a kill test and their channels. `chats`: people who started each bot. */
export type SceneSize = {
  numbers: number;
  messages: number;
  /** Messages that go on to another number, as if they were not delivered in time. */
  passing?: number;
  bots: number;
  chats: number;
  botMessages: number;
};

/** A business with WhatsApp numbers that report statuses, and bots that report none. */
export async function setScene(owner: pg.Pool, request: CallWorld, webUrl: string, size: SceneSize): Promise<Scene> {
  const tenantId = TenantId.parse(randomUUID());
  await owner.query(`insert into tenants (id, name, brand, created_at) values ($1, 'Salon', 'main', now())`, [
    tenantId,
  ]);
  await owner.query('insert into message_balances values ($1, 1000000000)', [tenantId]);
  const scene: Scene = { tenantId, numbers: [], bots: [] };
  for (let n = 0; n < size.numbers; n++) {
    const key = `kill-key-${n}`;
    await request('POST', '/_sim/d360/numbers', { key, phone: `7999100000${n}` });
    const secrets = newSecrets(tenantId, { apiKey: key, phone: `+7999100000${n}` });
    const url = `${webUrl}/hooks/dialog360/${secrets.webhookToken}`;
    const headers = { Authorization: `Bearer ${secrets.headerSecret}` };
    await request('POST', '/d360/v1/configs/webhook', { url, headers }, { 'D360-API-KEY': key });
    scene.numbers.push(await insertChannel(owner, tenantId, 'dialog360', secrets));
  }
  for (let n = 0; n < size.bots; n++) {
    const token = `${800_000_001 + n}:KILL-bot-token`;
    await request('POST', '/_sim/tg/bots', { token });
    scene.bots.push(await insertChannel(owner, tenantId, 'telegram_bot', newSecrets(tenantId, { token })));
    for (let chat = 0; chat < size.chats; chat++)
      await request('POST', '/_sim/tg/inbound', { bot: token, from: chatOf(chat), text: '/start' });
  }
  return scene;
}

const chatOf = (n: number) => 5_600_000 + n;

async function insertChannel(owner: pg.Pool, tenantId: TenantId, kind: string, secrets: Secrets): Promise<ChannelId> {
  const id = ChannelId.parse(randomUUID());
  await owner.query(
    `insert into channels (tenant_id, id, kind, title, address, external_id, state, state_changed_at, credentials,
       webhook_secret_hash, position, created_at)
     values ($1, $2, $3, 'Channel', $4, $4, 'Authorized', now(), $5, $6, 1, now())`,
    [tenantId, id, kind, id, vault.seal(tenantId, secrets), digest(secrets.webhookToken)],
  );
  return id;
}

/** Plans all messages to be due at once. WhatsApp messages go as templates, each to a different person. */
export async function planEverything(
  db: Database,
  owner: pg.Pool,
  { tenantId, numbers, bots }: Scene,
  size: SceneSize,
): Promise<void> {
  const people = await insertPeople(owner, tenantId, size.messages);
  const now = Temporal.Now.instant();
  const ctx = testContext({ db });
  const content = { text: 'See you', image: null, buttons: [] };
  const template = { name: 'visit_reminder', language: 'ru', parameters: ['Anna', 'noon', 'haircut', 'Salon'] };
  const sender = { id: SenderId.parse(randomUUID()), kind: 'chatbot' as const, version: null };
  await withTenant({ db }, tenantId, (scope) => saveSender(scope, { ...sender, title: '' }));
  const whatsapp = people.map((contactId, n) => {
    const channelId = numbers[n % numbers.length] ?? ChannelId.parse(randomUUID());
    const next = n < (size.passing ?? 0) ? numbers[(n + 1) % numbers.length] : undefined;
    const templates = [channelId, ...(next ? [next] : [])].map((id) => ({ ...template, channelId: id }));
    return {
      sender,
      occasionKey: `wa-${n}`,
      contactId,
      channelId,
      fallbackChannelIds: next ? [next] : [],
      dueAt: now,
      useBy: null,
      content: { ...content, templates },
    };
  });
  const telegram = [];
  for (const [b, channelId] of bots.entries()) {
    const inChats = await insertChats(owner, tenantId, channelId, size.chats);
    for (let n = 0; n < size.botMessages; n++) {
      const contactId = inChats[n % inChats.length] ?? null;
      const message = { ...content, text: `Bot ${b} says ${n}`, templates: [] };
      telegram.push({
        sender,
        occasionKey: `tg-${b}-${n}`,
        contactId,
        channelId,
        dueAt: now,
        useBy: null,
        content: message,
      });
    }
  }
  const all = [...telegram, ...whatsapp];
  for (let at = 0; at < all.length; at += 1_000)
    await withTenant(ctx, tenantId, (scope) => planMessages(scope, all.slice(at, at + 1_000)));
}

async function insertPeople(owner: pg.Pool, tenantId: TenantId, count: number): Promise<ContactId[]> {
  // NOTE: the world fails messages to phones that end in 026, 049 or 050.
  const phones = Array.from({ length: Math.ceil(count * 1.01) + 10 }, (_, n) => `+${79_160_000_000 + n}`);
  const fine = phones.filter((phone) => !/(026|049|050)$/.test(phone)).slice(0, count);
  const { rows } = await owner.query(
    `insert into contacts (tenant_id, id, name, phone, created_at)
     select $1, gen_random_uuid(), 'Anna', phone, now() from unnest($2::text[]) phone returning id`,
    [tenantId, fine],
  );
  return rows.map((row) => ContactId.parse(row.id));
}

async function insertChats(
  owner: pg.Pool,
  tenantId: TenantId,
  channelId: ChannelId,
  count: number,
): Promise<ContactId[]> {
  const ids = Array.from({ length: count }, () => ContactId.parse(randomUUID()));
  await owner.query(
    `insert into contacts (tenant_id, id, name, created_at) select $1, id, 'Ivan', now() from unnest($2::uuid[]) id`,
    [tenantId, ids],
  );
  await owner.query(
    `insert into contact_addresses (tenant_id, id, contact_id, channel_id, channel_user_id, created_at)
     select $1, gen_random_uuid(), id, $3, chat, now() from unnest($2::uuid[], $4::text[]) as each (id, chat)`,
    [tenantId, ids, channelId, ids.map((_, n) => String(chatOf(n)))],
  );
  return ids;
}

export type LedgerRow = {
  id: MessageId;
  status: string;
  channel_id: ChannelId;
  occasion_key: string;
  /** Earlier numbers that accepted it before it went on. */
  passes: number;
};

/** Messages planned by the test, without greetings of the product's bots. */
export async function readLedger(owner: pg.Pool, { tenantId }: Scene): Promise<LedgerRow[]> {
  const { rows } = await owner.query<LedgerRow>(
    `select m.id, m.status, m.channel_id, m.occasion_key, (
       select count(*)::int from former_sends s
       where s.tenant_id = m.tenant_id and s.message_id = m.id and s.provider_message_id is not null) as passes
     from messages m where m.tenant_id = $1 and m.occasion_key ~ '^(wa|tg)-'`,
    [tenantId],
  );
  return rows;
}
