import { sql } from 'kysely';
import type { QualityReportId } from '#contract/quality/reports.ts';
import type { TalkId } from '#contract/quality/talks.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { TalkMeasures } from './measure-rules.ts';

/** Forgets the talks that a taking that broke off had taken. */
export async function deleteTaken({ tx, tenantId }: TenantScope, reportId: QualityReportId): Promise<void> {
  await tx
    .deleteFrom('quality_cases')
    .where('tenant_id', '=', tenantId)
    .where('report_id', '=', reportId)
    .where('state', '=', 'waiting')
    .execute();
  await tx
    .deleteFrom('quality_report_talks')
    .where('tenant_id', '=', tenantId)
    .where('report_id', '=', reportId)
    .execute();
}

export async function insertReportTalks(
  { tx, tenantId }: TenantScope,
  reportId: QualityReportId,
  talks: readonly ({ talkId: TalkId } & TalkMeasures)[],
): Promise<void> {
  if (talks.length === 0) return;
  await tx
    .insertInto('quality_report_talks')
    .values(
      talks.map((one) => ({
        tenant_id: tenantId,
        report_id: reportId,
        talk_id: one.talkId,
        first_answer: one.firstAnswer,
        longest_wait: one.longestWait,
        is_unanswered: one.isUnanswered,
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'report_id', 'talk_id']).doNothing())
    .execute();
}

export async function countTaken(
  { tx, tenantId }: TenantScope,
  reportId: QualityReportId,
): Promise<{ talks: number; cases: number }> {
  const { rows } = await sql<{ talks: number; cases: number }>`
    select (select count(*)::int from quality_report_talks t where t.tenant_id = ${tenantId} and t.report_id = ${reportId}) as talks,
      (select count(*)::int from quality_cases c where c.tenant_id = ${tenantId} and c.report_id = ${reportId}) as cases`.execute(
    tx,
  );
  return rows[0] ?? { talks: 0, cases: 0 };
}
