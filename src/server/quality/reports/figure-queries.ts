import { sql } from 'kysely';
import { QualityCaseId, type QualityReportId } from '#contract/quality/reports.ts';
import { CASE_TROUBLES, type CaseTrouble } from '#contract/quality/values.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { z } from 'zod';

export type EmployeeRow = {
  employee: string;
  isBot: boolean;
  cases: number;
  score: number | null;
  spread: number | null;
  criticals: number;
};

/** Scores of people and bots, people first. */
export async function listEmployeeRows(
  { tx, tenantId }: TenantScope,
  reportId: QualityReportId,
): Promise<EmployeeRow[]> {
  const { rows } = await sql<EmployeeRow>`
    select employee, is_bot as "isBot", count(*)::int as cases, round(avg(score)::numeric, 2)::float8 as score,
      round(stddev_samp(score)::numeric, 2)::float8 as spread, (count(*) filter (where is_critical_missed))::int as criticals
    from quality_cases
    where tenant_id = ${tenantId} and report_id = ${reportId} and state = 'done'
    group by employee, is_bot
    order by is_bot, employee`.execute(tx);
  return rows;
}

export type ItemRow = {
  itemId: string;
  yes: number;
  no: number;
  na: number;
  unclear: number;
  judged: number;
  changed: number;
};

/** Verdicts by item, and how many of the model's a person changed. */
export async function listItemRows({ tx, tenantId }: TenantScope, reportId: QualityReportId): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select v.item_id as "itemId", (count(*) filter (where v.verdict = 'yes'))::int as yes,
      (count(*) filter (where v.verdict = 'no'))::int as no, (count(*) filter (where v.verdict = 'na'))::int as na,
      (count(*) filter (where v.verdict = 'unclear'))::int as unclear,
      (count(*) filter (where v.model_verdict <> 'unclear'))::int as judged,
      (count(*) filter (where v.model_verdict <> 'unclear' and v.verdict <> v.model_verdict))::int as changed
    from quality_verdicts v
    join quality_cases c on c.tenant_id = ${tenantId} and c.id = v.case_id
    where v.tenant_id = ${tenantId} and c.report_id = ${reportId} and c.state = 'done'
    group by v.item_id`.execute(tx);
  return rows;
}

export type QuoteRow = {
  employee: string;
  isBot: boolean;
  caseId: QualityCaseId;
  itemId: string;
  verdict: 'yes' | 'no';
  quote: string;
};

/** Quotes of each employee: the latest of each item and verdict, those of the heaviest items first, a few of each verdict. */
export async function listQuoteRows(
  { tx, tenantId }: TenantScope,
  reportId: QualityReportId,
  { weights, most }: { weights: readonly { itemId: string; weight: number }[]; most: number },
): Promise<QuoteRow[]> {
  const { rows } = await sql<QuoteRow>`
    select employee, "isBot", "caseId", "itemId", verdict, quote
    from (
      select latest.*, row_number() over (partition by employee, "isBot", verdict order by weight desc, "itemId") as place
      from (
        select c.employee, c.is_bot as "isBot", c.id as "caseId", v.item_id as "itemId", v.verdict, v.quote, i.weight,
          row_number() over (partition by c.employee, c.is_bot, v.verdict, v.item_id order by c.day desc, c.id desc) as of_item
        from quality_cases c
        join quality_verdicts v on v.tenant_id = ${tenantId} and v.case_id = c.id
        join json_to_recordset(${JSON.stringify(weights)}::json) as i ("itemId" uuid, weight int) on i."itemId" = v.item_id
        where c.tenant_id = ${tenantId} and c.report_id = ${reportId} and c.state = 'done' and v.verdict in ('yes', 'no')
          and v.quote is not null
      ) latest
      where of_item = 1
    ) placed
    where place <= ${most}
    order by employee, "isBot", verdict, place`.execute(tx);
  return rows.map((row) => ({ ...row, caseId: QualityCaseId.parse(row.caseId) }));
}

export type MissedRow = { employee: string; isBot: boolean; itemId: string; rootCause: string | null; count: number };

/** How often each employee missed each item, by what was behind it, the most first. */
export async function listMissedRows({ tx, tenantId }: TenantScope, reportId: QualityReportId): Promise<MissedRow[]> {
  const { rows } = await sql<MissedRow>`
    select c.employee, c.is_bot as "isBot", v.item_id as "itemId", v.root_cause as "rootCause", count(*)::int as count
    from quality_cases c
    join quality_verdicts v on v.tenant_id = ${tenantId} and v.case_id = c.id
    where c.tenant_id = ${tenantId} and c.report_id = ${reportId} and c.state = 'done' and v.verdict = 'no'
    group by c.employee, c.is_bot, v.item_id, v.root_cause
    order by count desc, v.item_id, v.root_cause`.execute(tx);
  return rows;
}

const Trouble = z.enum(CASE_TROUBLES);

export async function listTroubles(
  { tx, tenantId }: TenantScope,
  reportId: QualityReportId,
): Promise<{ trouble: CaseTrouble; cases: number }[]> {
  const { rows } = await sql<{ trouble: string; cases: number }>`
    select trouble, count(*)::int as cases
    from quality_cases
    where tenant_id = ${tenantId} and report_id = ${reportId} and state = 'failed' and trouble is not null
    group by trouble order by cases desc, trouble`.execute(tx);
  return rows.map(({ trouble, cases }) => ({ trouble: Trouble.parse(trouble), cases }));
}

export type MeasureRow = { talks: number; firstAnswer: number | null; longestWait: number | null; unanswered: number };

export async function measureReport({ tx, tenantId }: TenantScope, reportId: QualityReportId): Promise<MeasureRow> {
  const { rows } = await sql<MeasureRow>`
    select count(*)::int as talks, percentile_cont(0.5) within group (order by first_answer)::float8 as "firstAnswer",
      max(longest_wait)::float8 as "longestWait", (count(*) filter (where is_unanswered))::int as unanswered
    from quality_report_talks
    where tenant_id = ${tenantId} and report_id = ${reportId}`.execute(tx);
  return rows[0] ?? { talks: 0, firstAnswer: null, longestWait: null, unanswered: 0 };
}
