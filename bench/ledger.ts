import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { ChannelId } from '#contract/channels/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import type { Vault } from '#server/platform/secrets/vault.ts';

export type Mailing = { tenantId: TenantId; channelId: ChannelId };

/** A business with so many customers, each with a visit; as the owner of the database writes them. */
export async function aBusiness(owner: pg.Pool, vault: Vault, customers: number): Promise<Mailing> {
  const [tenantId, channelId] = [TenantId.parse(randomUUID()), ChannelId.parse(randomUUID())];
  const connection = randomUUID();
  const run = (text: string, values: unknown[]) => owner.query(text, values);
  await run(`insert into tenants (id, name, brand, created_at) values ($1, 'Salon', 'main', now())`, [tenantId]);
  await run('insert into message_balances values ($1, 2000000000)', [tenantId]);
  await run(
    `insert into channels (tenant_id, id, kind, title, address, external_id, state, state_changed_at, credentials,
       webhook_secret_hash, position, created_at)
     values ($1, $2, 'dialog360', 'Channel', '+79990000001', '1', 'Authorized', now(), $3, $4, 1, now())`,
    [
      tenantId,
      channelId,
      vault.seal(tenantId, { credentials: { apiKey: 'k' }, webhookToken: 't', headerSecret: 's' }),
      Buffer.from(channelId),
    ],
  );
  await run(
    `insert into connections (tenant_id, id, kind, title, state, state_changed_at, credentials, webhook_secret_hash, created_at)
     values ($1, $2, 'yclients', 'Salon', 'working', now(), '', $3, now())`,
    [tenantId, connection, Buffer.from(connection)],
  );
  await run(
    `insert into branches (tenant_id, id, connection_id, external_id, title, time_zone, currency)
     values ($1, $2, $2, '1', 'Branch', 'Europe/Moscow', 'RUB')`,
    [tenantId, connection],
  );
  await run(`insert into senders (tenant_id, id, kind, title) values ($1, $1, 'mailing', 'Reminder')`, [tenantId]);
  await run(
    `with who as (select uuidv7() as id, n from generate_series(1, $3::int) n),
     people as (
       insert into contacts (tenant_id, id, name, phone, created_at)
       select $1, id, 'Customer ' || n, '+7' || (9000000000 + n), now() from who returning id
     ), addresses as (
       insert into contact_addresses (tenant_id, id, contact_id, channel_id, channel_user_id, phone, window_until, created_at)
       select $1, uuidv7(), id, $2, '7' || (9000000000 + n), '+7' || (9000000000 + n), now() + interval '1 day', now() from who
     )
     insert into visits (tenant_id, id, branch_id, external_id, contact_id, starts_at, duration_minutes, status, recorded_at)
     select $1, id, $4, id, id, now() + interval '1 day', 60, 'waiting', now() from who`,
    [tenantId, channelId, customers, connection],
  );
  await run('analyze contacts, contact_addresses, visits', []);
  return { tenantId, channelId };
}

export const TEXT =
  'Здравствуйте, {clientName}! Напоминаем: ждём вас завтра в 12:00, Студия Ромашка, Покровка, 4. Если планы изменились, ответьте на это сообщение.';

/** One message to each customer, due at once or as `due` says (SQL of a row with its number `n`). */
export async function planMailing(
  owner: pg.Pool,
  { tenantId, channelId }: Mailing,
  options: { count: number; occurrence: number; due?: string },
): Promise<void> {
  await owner.query(
    `insert into messages (tenant_id, id, sender_id, sender_version, occasion_key, subject_kind, subject_id, visit_id, step, occurrence, contact_id, channel_id,
       is_marketing, priority, due_at, status, body, content, planned_at, updated_at)
     select $1, uuidv7(), $1, 1, id || ':' || $4::int, 'visit', id, id, 1, $4::int, id, $2, true, 3, ${options.due ?? 'now()'}, 'planned', $5,
       jsonb_build_object('text', $5::text, 'image', null, 'buttons', '[]'::jsonb, 'templates', '[]'::jsonb), now(), now()
     from (select id, row_number() over (order by id) as n from contacts where tenant_id = $1 limit $3) c`,
    [tenantId, channelId, options.count, options.occurrence, TEXT],
  );
}
