import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { Agent, request } from 'undici';
import type { AudienceCondition, AudienceConditions } from '#contract/audiences/calls.ts';
import { NO_LIMIT } from '#contract/audiences/values.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import { SessionId } from '#contract/auth/sessions.ts';
import { signAccess } from '#server/auth/sessions/tokens.ts';
import { openVault } from '#server/platform/secrets/vault.ts';
import { writeCabinet } from './big-house.ts';
import { dropSearchIndex, percentile, SECRET_KEY } from './machine.ts';

const [CONTACTS, VISITS, ORDERS, SERVICES, MASTERS] = [200_000, 1_000_000, 200_000, 40, 8];
/** The first answers warm up. */
const [WARM, MEASURED] = [3, 20];

export type Segmented = { tenantId: TenantId; memberId: string };

/** Writes a tenant with a million visits, with the sums that the product keeps; foreign keys are not checked meanwhile. */
export async function aSegmentedTenant(owner: pg.Pool): Promise<Segmented> {
  const [tenantId, memberId] = [TenantId.parse(randomUUID()), randomUUID()];
  const client = await owner.connect();
  const run = (text: string, values: unknown[] = []) => client.query(text, [tenantId, ...values]);
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(`set local work_mem = '256MB'`);
    await dropSearchIndex(client);
    await writeCabinet(run, { memberId });
    await run(
      `insert into connections (tenant_id, id, kind, title, state, state_changed_at, credentials, webhook_secret_hash, created_at)
       values ($1, $1, 'yclients', 'Salon', 'working', now(), '', '', now())`,
    );
    await run(
      `insert into branches (tenant_id, id, connection_id, external_id, title, time_zone, currency)
       values ($1, $1, $1, '1', 'Branch', 'Europe/Moscow', 'RUB')`,
    );
    await run(
      `insert into masters (tenant_id, id, branch_id, external_id, name)
       select $1, uuidv7(), $1, n, 'Master ' || n from generate_series(1, ${MASTERS}) n`,
    );
    await run(
      `insert into services (tenant_id, id, branch_id, external_id, title, category_title)
       select $1, uuidv7(), $1, n, 'Service ' || n, 'Category ' || n % 6 from generate_series(1, ${SERVICES}) n`,
    );
    await run(
      `create temporary table person on commit drop as
       select n, uuidv7() as id from generate_series(1, ${CONTACTS}) n where $1::uuid is not null`,
    );
    await run(
      `insert into contacts (tenant_id, id, name, phone, language, birth_date, visits_count, spent_minor, last_visit_at, created_at)
       select $1, id, 'Anna ' || n, '+79' || lpad(n::text, 9, '0'), case when n % 7 = 0 then 'en' end,
         case when n % 3 > 0 then date '1980-01-01' + (n % 9000) end, n % 9, n % 90 * 10000,
         now() - n % 700 * interval '1 day', now() from person`,
    );
    await run(
      `insert into contact_addresses (tenant_id, id, contact_id, channel_id, channel_user_id, phone, state, last_inbound_at,
         subscribed_at, created_at)
       select $1, uuidv7(), id, $1, n, '+79' || lpad(n::text, 9, '0'), case when n % 40 = 0 then 'blocked' else 'reachable' end,
         case when n % 4 = 0 then now() - n % 400 * interval '1 day' end, case when n % 4 = 0 then now() - interval '1 year' end,
         now() from person where n % 2 = 0`,
    );
    await run(
      `insert into contact_tags (tenant_id, contact_id, tag) select $1, id, 'VIP' from person where n % 20 = 0`,
    );
    await run(
      `with m as (select array_agg(id) as ids from masters where tenant_id = $1),
         s as (select array_agg(id) as ids from services where tenant_id = $1)
       insert into visits (tenant_id, id, branch_id, external_id, contact_id, master_id, service_ids, starts_at,
         duration_minutes, status, total_minor, is_online, recorded_at)
       select $1, uuidv7(), $1, v, person.id, m.ids[1 + v % ${MASTERS}],
         array[s.ids[1 + v * 31 % ${SERVICES}], s.ids[1 + v * 17 % ${SERVICES}]],
         date_trunc('minute', now()) + interval '30 days' - v * (interval '730 days' / ${VISITS}), 60,
         case when v * (interval '730 days' / ${VISITS}) < interval '30 days' then 'waiting' when v % 11 = 0 then 'cancelled'
           when v % 23 = 0 then 'no_show' else 'arrived' end, 150000, v % 3 = 0, now()
       from generate_series(1, ${VISITS}) v join person on person.n = 1 + v * 7919::bigint % ${CONTACTS}, m, s`,
    );
    await run(
      `insert into orders (tenant_id, id, branch_id, external_id, contact_id, status, status_text, total_minor, placed_at, read_at, recorded_at)
       select $1, uuidv7(), $1, o, person.id, 'Delivered', '', 120000, now() - o % 500 * interval '1 day', now(), now()
       from generate_series(1, ${ORDERS}) o join person on person.n = 1 + o * 7919::bigint % ${CONTACTS}`,
    );
    await writeSums(run);
    await client.query('commit');
  } finally {
    client.release();
  }
  await owner.query('vacuum analyze');
  return { tenantId, memberId };
}

/** The sums as `listVisitSums` counts them, for all contacts in one statement. */
async function writeSums(run: (text: string) => Promise<unknown>): Promise<void> {
  await run(
    `update contacts c set arrived_count = sums.arrived, paid_minor = sums.paid, no_show_count = sums.missed,
       held_branch_ids = array[c.tenant_id], held_master_ids = sums.masters, held_service_ids = sums.services,
       held_online = sums.online, held_by_staff = sums.by_staff
     from (
       select contact_id, count(*) filter (where status = 'arrived') as arrived,
         coalesce(sum(total_minor) filter (where status = 'arrived'), 0) as paid,
         count(*) filter (where status = 'no_show') as missed,
         array_agg(distinct master_id) filter (where status = 'arrived') as masters,
         array_agg(distinct service) filter (where status = 'arrived') as services,
         bool_or(is_online) as online, bool_or(not is_online) as by_staff
       from visits cross join lateral unnest(service_ids[1:1]) service where tenant_id = $1 group by contact_id
     ) sums where c.tenant_id = $1 and c.id = sums.contact_id and sums.masters is not null`,
  );
  await run(`insert into visit_sum_marks (tenant_id, counted_until) values ($1, now() - interval '1 hour')`);
}

/** A question of the live count; `goalMs` of its p95. */
export type Question = { name: string; conditions: AudienceConditions };

export async function questionsOf(owner: pg.Pool, { tenantId }: Segmented): Promise<Question[]> {
  const ids = async (table: 'masters' | 'services') =>
    (
      await owner.query<{ id: string }>(`select id from ${table} where tenant_id = $1 order by id`, [tenantId])
    ).rows.map(({ id }) => id);
  const [[master = '', otherMaster = ''], [service = '', otherService = '']] = [
    await ids('masters'),
    await ids('services'),
  ];
  const among = (
    field: 'master' | 'service' | 'service_category' | 'tag' | 'language' | 'reached_by' | 'source' | 'birth_month',
    ...values: string[]
  ): AudienceCondition => ({
    field,
    isNot: false,
    values,
  });
  const range = (
    field: Extract<AudienceCondition, { from: number }>['field'],
    from: number,
    to = NO_LIMIT,
  ): AudienceCondition => ({ field, from, to });
  const all = (name: string, ...conditions: AudienceCondition[]): Question => ({
    name,
    conditions: { match: 'all', groups: conditions.length > 0 ? [{ match: 'all', conditions }] : [] },
  });
  const regular = range('visits_count', 3);
  const lost = range('days_since_visit', 60, 180);
  return [
    all('all contacts'),
    all('visits', regular),
    all('last visit', lost),
    all('next visit within a week', range('days_to_visit', 0, 7)),
    all('no next visit', { field: 'next_visit', value: 'none' }),
    all('service', among('service', service, otherService)),
    all('not a service', { field: 'service', isNot: true, values: [service] }),
    all('category of services', among('service_category', 'Category 1')),
    all('master', among('master', master, otherMaster)),
    all('booked online', { field: 'booking_way', value: 'online' }),
    all('source', among('source', 'yclients')),
    all('money', range('spent', 5_000)),
    all('no-shows', range('no_shows', 1)),
    all('number of orders', range('orders_count', 1, 3)),
    all('sum of orders', range('orders_sum', 1_000, 9_000)),
    all('last order', range('days_since_order', 30, 90)),
    all('birthday within two weeks', range('days_to_birthday', 0, 14)),
    all('month of birth', among('birth_month', '3')),
    all('language', among('language', 'ru')),
    all('reachable channel', among('reached_by', 'dialog360')),
    all('never wrote', { field: 'answered', value: 'never' }),
    all('wrote within a month', range('days_since_answer', 0, 30)),
    all('subscribed', range('days_subscribed', 30)),
    all('tag', among('tag', 'VIP')),
    all('visits, last visit, master, language', regular, lost, among('master', master), among('language', 'ru')),
    {
      name: 'three groups of two',
      conditions: {
        match: 'any',
        groups: [
          { match: 'all', conditions: [regular, among('service', service)] },
          { match: 'all', conditions: [lost, { field: 'answered', value: 'ever' }] },
          { match: 'all', conditions: [among('tag', 'VIP'), range('no_shows', 1)] },
        ],
      },
    },
  ];
}

/** Requests the live count of a question one time after another. */
export async function countTimes(
  origin: string,
  asker: Segmented,
  { conditions }: Question,
): Promise<{ p50: number; p95: number; times: number; count: number }> {
  const { p50, p95, answer } = await askTimes(origin, asker, { path: '/api/v1/segments/count', body: { conditions } });
  return { p50, p95, times: WARM + MEASURED, count: (answer as { count: number }).count };
}

/** Posts a request one time after another. @returns milliseconds from request to the whole answer, and the last answer */
export async function askTimes(
  origin: string,
  { tenantId, memberId }: Segmented,
  { path, body }: { path: string; body: unknown },
): Promise<{ p50: number; p95: number; answer: unknown }> {
  const dispatcher = new Agent({ connections: 1, bodyTimeout: 0, headersTimeout: 0 });
  const token = await signAccess(
    { vault: openVault(SECRET_KEY) },
    {
      sub: MemberId.parse(memberId),
      tenant: tenantId,
      sid: SessionId.parse(memberId),
      role: 'user',
      member_role: 'owner',
    },
  );
  const times: number[] = [];
  let answered: unknown;
  for (let nth = 0; nth < WARM + MEASURED; nth += 1) {
    const startedAt = performance.now();
    const answer = await request(`${origin}${path}`, {
      method: 'POST',
      dispatcher,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.body.text();
    times.push(performance.now() - startedAt);
    if (answer.statusCode !== 200)
      throw new Error(`${path} was answered with ${answer.statusCode}: ${text.slice(0, 300)}`);
    answered = JSON.parse(text);
  }
  await dispatcher.close();
  const warm = times.slice(WARM);
  return { p50: percentile(warm, 0.5), p95: percentile(warm, 0.95), answer: answered };
}
