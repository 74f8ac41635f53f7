import { sql } from 'kysely';
import { QualityCaseId, type QualityHome } from '#contract/quality/reports.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { Days } from '#server/quality/reports/period-rules.ts';

/** Cases of a period, each part of a talk once: as the latest report judged it. */
const judged = (tenantId: string, { from, to }: Days) => sql`
  select distinct on (c.talk_id, c.part) c.id, c.report_id, c.employee, c.is_bot, c.score, c.is_critical_missed, c.day
  from quality_cases c
  where c.tenant_id = ${tenantId} and c.state = 'done' and c.day between ${from}::date and ${to}::date
  order by c.talk_id, c.part, c.judged_at desc nulls last, c.id desc`;

export type EmployeeFigures = {
  employee: string;
  isBot: boolean;
  cases: number;
  score: number | null;
  criticals: number;
};

export async function listEmployeesOf({ tx, tenantId }: TenantScope, days: Days): Promise<EmployeeFigures[]> {
  const { rows } = await sql<EmployeeFigures>`
    select employee, is_bot as "isBot", count(*)::int as cases, round(avg(score)::numeric, 2)::float8 as score,
      (count(*) filter (where is_critical_missed))::int as criticals
    from (${judged(tenantId, days)}) j
    group by employee, is_bot order by is_bot, employee`.execute(tx);
  return rows;
}

export async function listWeeks({ tx, tenantId }: TenantScope, days: Days): Promise<QualityHome['weeks']> {
  const { rows } = await sql<QualityHome['weeks'][number]>`
    select to_char(date_trunc('week', day::timestamp), 'YYYY-MM-DD') as "from", count(*)::int as cases,
      round(avg(score)::numeric, 2)::float8 as score
    from (${judged(tenantId, days)}) j
    where not is_bot group by 1 order by 1`.execute(tx);
  return rows;
}

/** Items that people missed most, by their words. */
export async function listMissed(
  { tx, tenantId }: TenantScope,
  days: Days,
  limit: number,
): Promise<QualityHome['missed']> {
  const { rows } = await sql<QualityHome['missed'][number]>`
    select words, (count(*) filter (where verdict = 'no'))::int as no, count(*)::int as judged
    from (
      select v.verdict, (
        select i ->> 'words' from quality_reports r, jsonb_array_elements(r.checklist -> 'items') i
        where r.tenant_id = ${tenantId} and r.id = j.report_id and i ->> 'id' = v.item_id::text limit 1
      ) as words
      from (${judged(tenantId, days)}) j
      join quality_verdicts v on v.tenant_id = ${tenantId} and v.case_id = j.id
      where v.verdict in ('yes', 'no') and not j.is_bot
    ) of_item
    where words is not null
    group by words having count(*) filter (where verdict = 'no') > 0
    order by no desc, words limit ${limit}`.execute(tx);
  return rows;
}

type DisputeRow = Omit<QualityHome['disputes'][number], 'createdAt' | 'caseId'> & {
  caseId: string;
  createdAt: Temporal.Instant;
};

/** Disputes that wait, the oldest first. */
export async function listOpenDisputes({ tx, tenantId }: TenantScope, limit: number): Promise<QualityHome['disputes']> {
  const { rows } = await sql<DisputeRow>`
    select d.id, v.case_id as "caseId", c.employee, d.reason, d.created_at as "createdAt",
      coalesce(m.full_name, m.email, '') as by, coalesce((
        select i ->> 'words' from jsonb_array_elements(r.checklist -> 'items') i where i ->> 'id' = v.item_id::text limit 1
      ), '') as words
    from quality_disputes d
    join quality_verdicts v on v.tenant_id = ${tenantId} and v.id = d.verdict_id
    join quality_cases c on c.tenant_id = ${tenantId} and c.id = v.case_id
    join quality_reports r on r.tenant_id = ${tenantId} and r.id = c.report_id
    left join members m on m.tenant_id = ${tenantId} and m.id = d.created_by
    where d.tenant_id = ${tenantId} and d.state = 'open'
    order by d.created_at, d.id limit ${limit}`.execute(tx);
  return rows.map((row) => ({ ...row, caseId: QualityCaseId.parse(row.caseId), createdAt: row.createdAt.toString() }));
}

export async function findWhatExists({ tx, tenantId }: TenantScope): Promise<QualityHome['has']> {
  const { rows } = await sql<QualityHome['has']>`
    select exists (select from conversations where tenant_id = ${tenantId}) as conversations,
      exists (select from quality_recordings where tenant_id = ${tenantId}) as recordings,
      exists (select from quality_checklists where tenant_id = ${tenantId} and deleted_at is null) as checklists,
      exists (select from quality_reports where tenant_id = ${tenantId} and status = 'Done') as reports`.execute(tx);
  return rows[0] ?? { conversations: false, recordings: false, checklists: false, reports: false };
}
