import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { TenantId } from '#contract/tenants/ids.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';

/** How much a business has; `visits` come with two messages each. */
export type Size = { contacts: number; conversations: number; visits: number; replies: number };

/** A business of a year and more, written straight into its tables as the owner of the database. */
export type Business = { tenantId: TenantId; memberId: string; flowIds: string[] };

const FLOWS = 12;
const FIRST_NAMES =
  'Анна Мария Елена Ольга Наталья Ирина Светлана Татьяна Юлия Екатерина Дарья Алина Ксения Полина Вера Алексей Дмитрий Сергей Андрей Иван Михаил Павел Роман Егор Kate John Maria'.split(
    ' ',
  );
const LAST_NAMES =
  'Иванова Смирнова Кузнецова Попова Васильева Петрова Соколова Михайлова Новикова Фёдорова Морозова Волкова Алексеева Лебедева Семёнова Егорова Павлова Козлова Степанова Николаева Орлова Андреева Макарова Никитина Захарова Зайцева Соловьёва Борисова Яковлева Григорьева Романова Воробьёва Сергеева Кузьмина Фролова Александрова Дмитриева Королёва Гусева Киселёва Ильина Максимова Полякова Сорокина Виноградова Ковалёва Белова Медведева Антонова Тарасова Жукова Баранова Филиппова Комарова Давыдова Беляева Герасимова Богданова Осипова Сидорова Матвеева Титова Маркова Миронова Крылова Куликова Карпова Власова Мельникова Денисова Гаврилова Тихонова Казакова Афанасьева Данилова Савельева Тимофеева Фомина Чернова Абрамова Мартынова Ефимова Федотова Щербакова Назарова Калинина Исаева Чернышева Быкова Маслова Родионова Коновалова Лазарева Воронина Климова Филатова Пономарёва Голубева Кудрявцева'.split(
    ' ',
  );

/** Writes a business of a given size, with all its lists long. Foreign keys are not looked at meanwhile. */
export async function aBigBusiness(owner: pg.Pool, size: Size): Promise<Business> {
  const tenantId = TenantId.parse(randomUUID());
  const memberId = randomUUID();
  const client = await owner.connect();
  const run = (text: string, values: unknown[] = []) => client.query(text, [tenantId, ...values]);
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(`set local work_mem = '256MB'`);
    const flowIds = await writeHouse(run, memberId);
    await drawPeople(client, size);
    await writePeople(run, size);
    await writeVisits(run, flowIds);
    await writeMessages(run, size, flowIds);
    await writeTallies(run);
    await client.query('commit');
    return { tenantId, memberId, flowIds };
  } finally {
    client.release();
  }
}

/** Runs a statement whose first parameter is the tenant. */
type Run = (text: string, values?: unknown[]) => Promise<unknown>;

/**
 * Writes a tenant with a member who is signed in, and a WhatsApp channel.
 *
 * @param cabinet.credentials of the channel, sealed; a channel without them does not send
 */
export async function writeCabinet(
  run: Run,
  {
    memberId,
    messages = 1_000_000,
    credentials = Buffer.alloc(0),
  }: { memberId: string; messages?: number; credentials?: Buffer },
): Promise<void> {
  await run(`insert into tenants (id, name, brand, created_at) values ($1, 'Salon', 'main', now())`);
  await run('insert into message_balances values ($1, $2)', [messages]);
  await run(
    `insert into members (tenant_id, id, email, created_at) values ($1, $2::uuid, $2::uuid || '@salon.example', now())`,
    [memberId],
  );
  await run(
    `insert into sessions (tenant_id, id, member_id, started_at, refreshed_at, expires_at)
     values ($1, $2, $2, now(), now(), now() + interval '1 day')`,
    [memberId],
  );
  await run(
    `insert into channels (tenant_id, id, kind, title, address, external_id, state, state_changed_at, credentials,
       webhook_secret_hash, position, created_at)
     values ($1, $1, 'dialog360', 'Channel', '+79990000001', '1', 'Authorized', now(), $2, '', 1, now())`,
    [credentials],
  );
}

async function writeHouse(run: Run, memberId: string): Promise<string[]> {
  await writeCabinet(run, { memberId });
  await run(
    `insert into connections (tenant_id, id, kind, title, state, state_changed_at, credentials, webhook_secret_hash, created_at)
     values ($1, $1, 'yclients', 'Salon', 'working', now(), '', '', now())`,
  );
  await run(
    `insert into branches (tenant_id, id, connection_id, external_id, title, time_zone, currency, reading_since, changed_until)
     values ($1, $1, $1, '1', 'Branch', 'Europe/Moscow', 'RUB', now() - interval '1 year', now())`,
  );
  const flowIds = Array.from({ length: FLOWS }, () => randomUUID());
  await run(
    `insert into senders (tenant_id, id, kind, title)
     select $1, id, 'flow', 'Reminder ' || n from unnest($2::uuid[]) with ordinality as flow (id, n)`,
    [flowIds],
  );
  await run(`insert into senders (tenant_id, id, kind) values ($1, $1, 'chatbot')`);
  await run(
    `insert into flows (tenant_id, id, kind, title, status, mode, version, settings, created_at, updated_at)
     select $1, id, 'visit_reminder', 'Reminder ' || n, 'working', 'combat', 1, $3, now(), now()
     from unnest($2::uuid[]) with ordinality as flow (id, n)`,
    [flowIds, JSON.stringify(defaultSettings('visit_reminder', 'ru'))],
  );
  return flowIds;
}

/** Contacts and their visits: bookings of fourteen months, up to a month ahead. */
async function drawPeople(client: pg.PoolClient, { contacts, visits }: Size): Promise<void> {
  await client.query(
    `create temporary table person on commit drop as
     select n, uuidv7() as id, uuidv7() as address_id, '+79' || lpad((n::bigint * 387420489 % 999999937)::text, 9, '0') as phone
     from generate_series(1, ${contacts}) n`,
  );
  await client.query('create unique index on person (n)');
  await client.query(
    `create temporary table booked on commit drop as
     select v as n, uuidv7() as id, person.id as contact_id,
       date_trunc('minute', now()) + interval '30 days' - v * (interval '430 days' / ${visits}) as starts_at
     from generate_series(1, ${visits}) v join person on person.n = 1 + v * 7919::bigint % ${contacts}`,
  );
  await client.query('analyze person, booked');
}

/** Contacts with a phone and a name, most of whom came once; those with the lowest numbers have written. */
async function writePeople(run: Run, { conversations }: Size): Promise<void> {
  await run(
    `insert into contacts (tenant_id, id, name, phone, visits_count, last_visit_at, created_at)
     select $1, id, ($2::text[])[1 + n % ${FIRST_NAMES.length}] || ' ' || ($3::text[])[1 + n / 7 % ${LAST_NAMES.length}], phone,
       n % 9, case when n % 9 > 0 then now() - n * 0.9 * interval '5 minutes' end, now() - n * interval '5 minutes'
     from person`,
    [FIRST_NAMES, LAST_NAMES],
  );
  await run(
    `insert into contact_addresses (tenant_id, id, contact_id, channel_id, channel_user_id, phone, window_until, created_at)
     select $1, address_id, id, $1, substr(phone, 2), phone, now() + interval '1 day', now() from person`,
  );
  await run(
    `insert into opt_outs (tenant_id, id, contact_id, scope, source, created_at)
     select $1, uuidv7(), id, 'all', 'word', now() - n * interval '5 minutes' from person where n % 20 = 3`,
  );
  await run(
    `insert into conversations (tenant_id, id, contact_id, channel_id, talk_channel_id, address_id, last_inbound_at, last_message_at,
       needs_person_since, needs_person_reason, last_text)
     select $1, id, id, $1, $1, address_id, now() - n * interval '6 minutes', now() - n * interval '6 minutes',
       case when n % 331 = 7 then now() - n * interval '6 minutes' end, case when n % 331 = 7 then 'not_understood' end,
       'Спасибо, буду вовремя!'
     from person where n <= $2`,
    [conversations],
  );
  // NOTE: a few talk much; their threads have pages.
  await run(
    `insert into inbound_messages (tenant_id, id, conversation_id, contact_id, channel_id, provider_message_id, kind, text,
       sent_at, received_at, handled_at)
     select $1, uuidv7(), id, id, $1, 'in-' || n || '-' || turn, 'text', 'Спасибо, буду вовремя!', at, at, at
     from person, lateral (
       select turn, now() - (n * 6 + turn * 1440) * interval '1 minute' as at
       from generate_series(0, case when n % 50 = 0 then 60 else 2 end) turn
     ) said where n <= $2`,
    [conversations],
  );
}

/** Visits, each with what was decided and what happened. */
async function writeVisits(run: Run, flowIds: string[]): Promise<void> {
  await run(
    `insert into visits (tenant_id, id, branch_id, external_id, contact_id, starts_at, duration_minutes, status, recorded_at)
     select $1, id, $1, n, contact_id, starts_at, 60,
       case when starts_at > now() then 'waiting' when n % 11 = 0 then 'cancelled' else 'arrived' end, starts_at - interval '5 days'
     from booked`,
  );
  await run(
    `insert into events (tenant_id, id, kind, dedupe_key, visit_id, contact_id, occurred_at, recorded_at)
     select $1, uuidv7(), 'visit.created', 'bench-' || n, id, contact_id, starts_at - interval '5 days', starts_at - interval '5 days'
     from booked`,
  );
  await run(
    `insert into verdicts (tenant_id, id, sender_id, sender_version, subject_kind, subject_id, visit_id, contact_id, step, occurrence, stage, outcome, rule, decided_at)
     select $1, uuidv7(), ($2::uuid[])[1 + n % ${FLOWS}], 1, 'visit', id, id, contact_id, 1, 1, 'plan',
       case when n % 3 = 0 then 'skipped' else 'planned' end, case when n % 3 = 0 then 'service_differs' else 'due' end,
       starts_at - interval '5 days'
     from booked`,
    [flowIds],
  );
}

/** Two messages a visit: a day before it and after it; and replies of people. */
async function writeMessages(run: Run, { conversations, replies }: Size, flowIds: string[]): Promise<void> {
  const columns = `tenant_id, id, sender_id, sender_version, occasion_key, subject_kind, subject_id, visit_id, contact_id, channel_id, priority, due_at, status,
    reason, body, content, provider_message_id, planned_at, accepted_at, sent_at, delivered_at, read_at, replied_at, updated_at`;
  const status = (n: string, at: string) => `case when ${at} > now() then 'planned' when ${n} % 97 = 0 then 'failed'
    when ${n} % 211 = 0 then 'unknown' when ${n} % 53 = 0 then 'skipped' when ${n} % 3 = 0 then 'delivered' else 'read' end`;
  const body =
    'Здравствуйте! Напоминаем: ждём вас завтра в 12:00, Студия Ромашка, Покровка, 4. Если планы изменились, ответьте на это сообщение.';
  const content = JSON.stringify({ text: body, image: null, buttons: [], templates: [] });
  const left = (value: string) => `case when status in ('delivered', 'read') then ${value} end`;
  await run(
    `insert into messages (${columns})
     select $1, uuidv7(), ($2::uuid[])[1 + n % ${FLOWS}], 1, 'bench-' || n, 'visit', visit_id, visit_id, contact_id, $1, 1, at, status,
       case when status = 'skipped' then 'opted_out' end, $3, $4, ${left(`'out-' || n`)}, at - interval '1 day', ${left('at')}, ${left('at')},
       ${left('at')}, case when status = 'read' then at end, case when status = 'read' and n % 5 = 0 then at end, at
     from (
       select n, visit_id, contact_id, at, ${status('n', 'at')} as status from (
         select n * 2 + turn as n, id as visit_id, contact_id,
           starts_at + case when turn = 0 then interval '-1 day' else interval '2 hours' end as at
         from booked, generate_series(0, 1) turn order by at
       ) planned
     ) message`,
    [flowIds, body, content],
  );
  await run(
    `insert into messages (${columns})
     select $1, uuidv7(), $1, null, 'bench-' || n, null, null, null, contact_id, $1, 0, at,
       status, null, $2, $3, 'said-' || n, at, at, at, at, at, null, at
     from (
       select turn as n, person.id as contact_id, now() - turn * interval '5 minutes' as at, 'read' as status
       from generate_series(1, $4::int) turn join person on person.n = 1 + turn * 50::bigint % $5
     ) message`,
    [body, content, replies, conversations],
  );
}

/** As the triggers count, which do not run meanwhile. */
async function writeTallies(run: Run): Promise<void> {
  await run(
    `insert into message_tallies
     select $1, sender_id, status, 0, count(*), count(replied_at)
     from messages where tenant_id = $1 group by sender_id, status
     union all
     select $1, sender_id, 'decided_against', 0, count(*), 0 from verdicts
     where tenant_id = $1 and outcome = 'skipped' and message_id is null group by sender_id`,
  );
}
