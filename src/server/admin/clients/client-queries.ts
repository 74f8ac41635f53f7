import { type RawBuilder, sql } from 'kysely';
import { NewClient } from '#contract/admin/clients.ts';
import type { ClientStep } from '#contract/admin/values.ts';
import type { SystemScope } from '#server/platform/database/db.ts';

type Moments = Record<
  'registeredAt' | 'emailAt' | 'channelAt' | 'connectionAt' | 'testAt' | 'liveAt' | 'sentAt' | 'paidAt' | 'since',
  Temporal.Instant | null
>;

type Page = { after: readonly [at: string, id: string] | null; limit: number };

/** Cabinets that registered after a time, newest first; one more than `limit`, which shows that there is a next page. */
export async function listNewCabinets(
  { tx }: SystemScope,
  { since, step }: { since: Temporal.Instant; step: ClientStep | undefined },
  { after, limit }: Page,
): Promise<NewClient[]> {
  const onlyStep = step === undefined ? sql`true` : sql`step = ${step}`;
  const beyond = after ? sql`(t.created_at, t.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`;
  const { rows } = await sql<Omit<NewClient, keyof Moments> & Moments>`
    select c.*, o.id as "userId", o.email, o.phone, o.full_name as "fullName", manager.name as "managerName"
    from (${stepsOf(since, beyond)}) c
    cross join lateral (
      select m.id, m.email, m.phone, m.full_name from members m
      where m.tenant_id = c."userGuid" and m.role = 'owner' and m.removed_at is null
      order by m.created_at, m.id limit 1
    ) o
    left join client_records r on r.tenant_id = c."userGuid"
    left join managers manager on manager.id = r.first_line_manager_id
    where ${onlyStep}
    order by c."registeredAt" desc, c."userGuid" desc
    limit ${limit + 1}`.execute(tx);
  return rows.map((row) =>
    NewClient.parse(
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, value && isMoment(value) ? String(value) : value]),
      ),
    ),
  );
}

const isMoment = (value: unknown): boolean => value instanceof Temporal.Instant;

/** Counts the cabinets of a period by their next step. */
export async function countNewCabinets(
  { tx }: SystemScope,
  since: Temporal.Instant,
): Promise<{ step: ClientStep; count: number }[]> {
  const { rows } = await sql<{ step: ClientStep; count: number }>`
    select step, count(*) from (${stepsOf(since, sql`true`)}) c group by step`.execute(tx);
  return rows;
}

/** Each cabinet after a time with the moments of its steps. A few look-ups by a key of the tenant for each. */
function stepsOf(since: Temporal.Instant, beyond: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select done.*,
      case when "emailAt" is null then 'email' when "channelAt" is null then 'channel'
        when "connectionAt" is null then 'connection' when coalesce("testAt", "liveAt") is null then 'test'
        when "liveAt" is null then 'live' when "sentAt" is null then 'sent' when "paidAt" is null then 'paid'
        else 'done' end as step,
      greatest("registeredAt", "emailAt", "channelAt", "connectionAt", "testAt", "liveAt", "sentAt", "paidAt") as since
    from (
      select t.id as "userGuid", t.name as "cabinetName", t.created_at as "registeredAt",
        (select min(m.email_confirmed_at) from members m where m.tenant_id = t.id) as "emailAt",
        (select min(c.created_at) from channels c where c.tenant_id = t.id and c.external_id is not null) as "channelAt",
        (select min(c.created_at) from connections c where c.tenant_id = t.id) as "connectionAt",
        f."testAt", coalesce(f."liveAt", sent.at) as "liveAt", sent.at as "sentAt",
        (select min(p.begins_at) from paid_tariffs p where p.tenant_id = t.id) as "paidAt"
      from tenants t
      cross join lateral (
        select min(f.last_started_at) as "testAt",
          min(coalesce(f.live_since, f.created_at)) filter (where f.mode = 'combat' and f.status <> 'none') as "liveAt"
        from flows f where f.tenant_id = t.id
      ) f
      left join lateral (
        select m.accepted_at as at from messages m
        where m.tenant_id = t.id and m.phase = 'left' and not m.is_test and m.priority > 0
        order by m.due_at, m.id limit 1
      ) sent on true
      where t.created_at >= ${since} and not t.is_demo and ${beyond}
    ) done`;
}
