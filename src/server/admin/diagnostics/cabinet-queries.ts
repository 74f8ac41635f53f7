import { sql } from 'kysely';
import { ChannelKind, ChannelState, ChannelTrouble } from '#contract/channels/calls.ts';
import { OFFERED_KINDS } from '#contract/channels/kinds.ts';
import { DecisionRule } from '#contract/delivery/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { ChannelSeen } from './channel-rules.ts';
import type { FlowSeen } from './flow-rules.ts';
import type { JobSeen } from './job-rules.ts';

/** Statuses of templates that can be sent or soon will be. */
const FINE_TEMPLATES = ['approved', 'pending', 'in_review'];

/** Channels that are connected, in order of preference, with what waits for each. */
export async function listChannelsSeen({ tx, tenantId }: TenantScope, now: Temporal.Instant): Promise<ChannelSeen[]> {
  const { rows } = await sql<{
    title: string;
    kind: string;
    state: string;
    trouble: string | null;
    trouble_text: string | null;
    is_check_unanswered: boolean;
    last_checked_at: Temporal.Instant | null;
    last_sent_at: Temporal.Instant | null;
    rest_seconds: number | null;
    waiting: number;
    barred: string[];
  }>`
    select c.title, c.kind, c.state, c.trouble, c.trouble_text, c.is_check_unanswered, c.last_checked_at, c.last_sent_at,
      ceil(extract(epoch from c.throttled_until - statement_timestamp()))::int as rest_seconds,
      (select count(*) from messages m where m.tenant_id = ${tenantId} and m.channel_id = c.id
        and m.phase = 'waiting' and m.due_at <= ${now}) as waiting,
      coalesce((select array_agg(distinct t.name || ' (' || t.status || ')') from channel_templates t
        where t.tenant_id = ${tenantId} and t.channel_id = c.id and t.status <> all (${FINE_TEMPLATES}::text[])), '{}') as barred
    from channels c
    where c.tenant_id = ${tenantId} and c.removed_at is null and c.external_id is not null
      and c.kind = any (${[...OFFERED_KINDS]}::text[])
    order by c.position, c.id`.execute(tx);
  return rows.map((row) => ({
    title: row.title,
    kind: ChannelKind.parse(row.kind),
    state: ChannelState.parse(row.state),
    trouble: row.trouble === null ? null : ChannelTrouble.parse(row.trouble),
    troubleText: row.trouble_text,
    isCheckUnanswered: row.is_check_unanswered,
    lastCheckedAt: row.last_checked_at,
    lastSentAt: row.last_sent_at,
    restsUntil: row.rest_seconds !== null && row.rest_seconds > 0 ? now.add({ seconds: row.rest_seconds }) : null,
    waiting: row.waiting,
    barredTemplates: row.barred,
  }));
}

/** Flows that are not deleted, by title, with what they did since a day of the tenant's calendar. */
export async function listFlowsSeen(
  { tx, tenantId }: TenantScope,
  { since, sinceDay }: { since: Temporal.Instant; sinceDay: string },
): Promise<FlowSeen[]> {
  const { rows } = await sql<{
    id: string;
    title: string;
    status: string;
    mode: 'test' | 'combat';
    error_text: string | null;
    attention_rule: string | null;
    has_sent: boolean;
    skipped: number;
    main_rule: string | null;
  }>`
    select f.id, f.title, f.status, f.mode, coalesce(f.error_reason, f.error_code) as error_text, f.attention_rule,
      exists (select from messages m where m.tenant_id = ${tenantId} and m.sender_id = f.id and m.phase = 'left'
        and m.due_at >= ${since} and not m.is_test) as has_sent,
      coalesce(skips.total, 0)::int8 as skipped, skips.main_rule
    from flows f
    left join lateral (
      select sum(by_rule.count) as total, (array_agg(by_rule.rule order by by_rule.count desc, by_rule.rule))[1] as main_rule
      from (
        select s.rule, sum(s.count) as count from skip_tallies s
        where s.tenant_id = ${tenantId} and s.day >= ${sinceDay}::date and s.sender_id = f.id
        group by s.rule
      ) by_rule
    ) skips on true
    where f.tenant_id = ${tenantId} and f.deleted_at is null
    order by lower(f.title), f.id
    limit ${FLOWS_AT_MOST}`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    status: row.status,
    mode: row.mode,
    errorText: row.error_text,
    attentionRule: ruleIn(row.attention_rule),
    sent: row.has_sent ? 1 : 0,
    skipped: row.skipped,
    mainRule: ruleIn(row.main_rule),
  }));
}

const FLOWS_AT_MOST = 500;

/** A rule of an earlier release may be known no more. */
export const ruleIn = (stored: string | null): DecisionRule | null => DecisionRule.safeParse(stored).data ?? null;

const LATE_AFTER = '2 minutes';
const SHOWN_JOBS = 10;

export async function listTroubledJobs({ tx }: TenantScope): Promise<JobSeen[]> {
  const { rows } = await sql<{
    id: number;
    task: string;
    attempts: number;
    error: string | null;
    run_at: Temporal.Instant;
  }>`select * from frontdesk.troubled_jobs(${LATE_AFTER}::interval, ${SHOWN_JOBS}::int)`.execute(tx);
  return rows.map(({ id, run_at: runAt, ...row }) => ({ ...row, id: String(id), runAt }));
}
