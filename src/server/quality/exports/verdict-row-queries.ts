import { sql } from 'kysely';
import type { QualityReportId } from '#contract/quality/reports.ts';
import type { TalkKind, Verdict } from '#contract/quality/values.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** A verdict with its case and its talk. */
export type VerdictRow = {
  caseId: string;
  startedAt: Temporal.Instant;
  kind: TalkKind;
  client: string;
  employee: string;
  isBot: boolean;
  itemId: string;
  verdict: Verdict;
  modelVerdict: Verdict;
  quote: string | null;
  line: number | null;
  second: number | null;
  cause: string | null;
  comment: string;
  score: number | null;
};

/** The place of the last case of a page: the day of its talk and its id. */
export type CasePlace = readonly [day: string, id: string];

export type VerdictPage = { rows: VerdictRow[]; next: CasePlace | null };

/** Verdicts of the next cases of a report, by day. */
export async function listVerdictRows(
  { tx, tenantId }: TenantScope,
  reportId: QualityReportId,
  { after, cases }: { after: CasePlace | null; cases: number },
): Promise<VerdictPage> {
  const beyond = after ? sql`(c.day, c.id) > (${after[0]}::date, ${after[1]}::uuid)` : sql`true`;
  const { rows } = await sql<VerdictRow & { day: string; id: string | null }>`
    select v.id, c.case_id as "caseId", c.day::text as day, t.started_at as "startedAt", t.kind, t.title as client, c.employee, c.is_bot as "isBot",
      v.item_id as "itemId", v.verdict, v.model_verdict as "modelVerdict", v.quote, v.line, v.second, v.root_cause as cause,
      v.comment, c.score
    from (
      select c.id as case_id, c.day, c.talk_id, c.employee, c.is_bot, c.score from quality_cases c
      where c.tenant_id = ${tenantId} and c.report_id = ${reportId} and c.state = 'done' and ${beyond}
      order by c.day, c.id limit ${cases}
    ) c
    join quality_talks t on t.tenant_id = ${tenantId} and t.id = c.talk_id
    left join quality_verdicts v on v.tenant_id = ${tenantId} and v.case_id = c.case_id
    order by c.day, c.case_id`.execute(tx);
  const last = rows.at(-1);
  return { rows: rows.filter(({ id }) => id !== null), next: last ? [last.day, last.caseId] : null };
}
