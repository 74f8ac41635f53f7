import { sql } from 'kysely';
import { SHOWN_ERRORS } from '#contract/admin/diagnostics-values.ts';
import type { CabinetError, TracedContact } from '#contract/admin/diagnostics.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { UNCOUNTED_RULES } from '#contract/delivery/rules.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { ruleIn } from './cabinet-queries.ts';
import type { Lost } from './message-rules.ts';

type Day = { from: Temporal.Instant; to: Temporal.Instant };

/** Messages to contacts that were due on the day: how many left, and the others by what became of them. */
export async function countToday(
  { tx, tenantId }: TenantScope,
  day: Day,
  now: Temporal.Instant,
): Promise<{ sent: number; lost: Lost[] }> {
  const { rows } = await sql<{ became: Lost['lostAs'] | 'left'; rule: string | null; count: number }>`
    select became, rule, sum(count)::int8 as count from (
      select case when phase = 'left' then 'left' when status in ('planned', 'sending') then 'waiting' else status end as became,
        case when phase <> 'left' then nullif(reason, 'due') end as rule, count(*) as count
      from messages
      where tenant_id = ${tenantId} and due_at >= ${day.from} and due_at < ${day.to} and not is_test
        and (status <> 'planned' or due_at <= ${now} or coalesce(reason, 'due') <> 'due')
        and coalesce(reason, '') <> all (${[...UNCOUNTED_RULES]}::text[])
      group by 1, 2
      union all
      select 'skipped', rule, count(*) from verdicts
      where tenant_id = ${tenantId} and outcome = 'skipped' and message_id is null
        and decided_at >= ${day.from} and decided_at < ${day.to} and rule <> all (${[...UNCOUNTED_RULES]}::text[])
      group by 2
    ) of_day group by became, rule`.execute(tx);
  const sent = rows.reduce((sum, { became, count }) => sum + (became === 'left' ? count : 0), 0);
  const lost = rows.flatMap(({ became, rule, count }) =>
    became === 'left' ? [] : [{ lostAs: became, rule: ruleIn(rule), count }],
  );
  return { sent, lost };
}

/** The latest failures of messages and webhooks and the serious notices since a time, the latest first. */
export async function listErrors({ tx, tenantId }: TenantScope, since: Temporal.Instant): Promise<CabinetError[]> {
  const { rows } = await sql<Omit<CabinetError, 'at'> & { at: Temporal.Instant }>`
    select at, source, name, text, entry_id as "entryId" from (
      (select m.updated_at as at, 'message' as source, c.title as name,
          coalesce(nullif(m.error_text, ''), m.error_code, m.reason, m.status) as text, m.id as entry_id
        from messages m join channels c on c.tenant_id = ${tenantId} and c.id = m.channel_id
        where m.tenant_id = ${tenantId} and m.phase in ('ended', 'doubtful') and m.status in ('failed', 'unknown')
          and m.due_at >= ${since}
        order by m.due_at desc, m.id desc limit ${SHOWN_ERRORS})
      union all
      (select i.received_at, 'webhook', i.provider, coalesce(i.problem, i.state), null
        from inbox i
        where i.tenant_id = ${tenantId} and i.state in ('unreadable', 'failed') and i.received_at >= ${since}
        order by i.received_at desc limit ${SHOWN_ERRORS})
      union all
      (select n.created_at, 'notice', n.kind, coalesce(n.params ->> 'title', n.params ->> 'text', ''), null
        from notices n
        where n.tenant_id = ${tenantId} and n.severity = 'bad' and n.created_at >= ${since}
        order by n.created_at desc, n.id desc limit ${SHOWN_ERRORS})
    ) noted order by at desc limit ${SHOWN_ERRORS}`.execute(tx);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toString() }));
}

/** Describes a few contacts by that which decides about all their messages, in the given order. */
export async function describeContacts(
  { tx, tenantId }: TenantScope,
  ids: readonly ContactId[],
  { now, since }: { now: Temporal.Instant; since: Temporal.Instant },
): Promise<TracedContact[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<TracedContact>`
    select c.id, c.name, c.phone, c.refuses_mailings as "refusesMailings",
      exists (select from opt_outs o where o.tenant_id = ${tenantId} and o.lifted_at is null
        and (o.ends_at is null or o.ends_at > ${now}) and o.channel_id is null and o.scope = 'all'
        and (o.contact_id = c.id or o.phone = c.phone)) as "isOptedOut",
      (select count(*) from visits v where v.tenant_id = ${tenantId} and v.contact_id = c.id
        and v.starts_at >= ${since})::int8 as "visitsCount"
    from contacts c
    where c.tenant_id = ${tenantId} and c.id = any (${[...ids]}::uuid[])
    order by array_position(${[...ids]}::uuid[], c.id)`.execute(tx);
  return rows.map((row) => ({ ...row, id: ContactId.parse(row.id) }));
}
