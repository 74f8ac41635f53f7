import { sql } from 'kysely';
import { z } from 'zod';
import { QualityCaseId, type QualityReportId, VerdictId } from '#contract/quality/reports.ts';
import { TalkId } from '#contract/quality/talks.ts';
import { type CaseTrouble, VERDICTS, type Verdict } from '#contract/quality/values.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { CaseScore } from './score-rules.ts';

export type NewCase = {
  talkId: TalkId;
  part: number;
  employee: string;
  isBot: boolean;
  fromLine: number;
  toLine: number;
  isLast: boolean;
  characters: number;
  day: string;
};

export async function insertCases(
  { tx, tenantId }: TenantScope,
  reportId: QualityReportId,
  cases: readonly NewCase[],
): Promise<void> {
  if (cases.length === 0) return;
  await tx
    .insertInto('quality_cases')
    .values(
      cases.map((one) => ({
        tenant_id: tenantId,
        id: newId(QualityCaseId),
        report_id: reportId,
        talk_id: one.talkId,
        part: one.part,
        employee: one.employee,
        is_bot: one.isBot,
        from_line: one.fromLine,
        to_line: one.toLine,
        is_last: one.isLast,
        characters: one.characters,
        state: 'waiting',
        day: one.day,
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'report_id', 'talk_id', 'part']).doNothing())
    .execute();
}

/** A case that is to be judged. */
export type WaitingCase = {
  id: QualityCaseId;
  reportId: QualityReportId;
  talkId: TalkId;
  fromLine: number;
  toLine: number;
  isFirst: boolean;
  isLast: boolean;
  characters: number;
  attempts: number;
};

/** The next case of a report that is not among the given ones; null: there is none. */
export async function findNextWaiting(
  { tx, tenantId }: TenantScope,
  reportId: QualityReportId,
  without: readonly QualityCaseId[],
): Promise<WaitingCase | null> {
  const row = await tx
    .selectFrom('quality_cases')
    .select(['id', 'talk_id', 'from_line', 'to_line', 'part', 'is_last', 'characters', 'attempts'])
    .where('tenant_id', '=', tenantId)
    .where('report_id', '=', reportId)
    .where('state', '=', 'waiting')
    .where(sql<boolean>`id <> all (${[...without]}::uuid[])`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: QualityCaseId.parse(row.id),
    reportId,
    talkId: TalkId.parse(row.talk_id),
    fromLine: row.from_line,
    toLine: row.to_line,
    isFirst: row.part === 0,
    isLast: row.is_last,
    characters: row.characters,
    attempts: row.attempts,
  };
}

export async function countAttempt({ tx, tenantId }: TenantScope, id: QualityCaseId): Promise<void> {
  await tx
    .updateTable('quality_cases')
    .set({ attempts: sql`attempts + 1` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Whether a case waits; locks it until the transaction ends. */
export async function isWaiting({ tx, tenantId }: TenantScope, id: QualityCaseId): Promise<boolean> {
  const row = await tx
    .selectFrom('quality_cases')
    .select('state')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.state === 'waiting';
}

export async function addCaseCost({ tx, tenantId }: TenantScope, id: QualityCaseId, microUsd: number): Promise<void> {
  await tx
    .updateTable('quality_cases')
    .set({ cost_micro_usd: sql`cost_micro_usd + ${microUsd}` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Ends a case that waits. @returns false: it had ended */
export async function endCase(
  { tx, tenantId }: TenantScope,
  id: QualityCaseId,
  { trouble, at, ...score }: CaseScore & { trouble: CaseTrouble | null; at: Temporal.Instant },
): Promise<boolean> {
  const row = await tx
    .updateTable('quality_cases')
    .set({
      state: trouble ? 'failed' : 'done',
      trouble,
      score: score.score,
      is_critical_missed: score.isCriticalMissed,
      missed: score.missed,
      judged_at: at,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return row.numUpdatedRows > 0n;
}

export async function updateScore({ tx, tenantId }: TenantScope, id: QualityCaseId, score: CaseScore): Promise<void> {
  await tx
    .updateTable('quality_cases')
    .set({ score: score.score, is_critical_missed: score.isCriticalMissed, missed: score.missed })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', 'done')
    .execute();
}

export type NewVerdict = {
  itemId: string;
  verdict: Verdict;
  quote: string | null;
  /** Index of the line. */
  line: number | null;
  second: number | null;
  comment: string;
  rootCause: string | null;
};

/** Stores verdicts of the model, each once. */
export async function insertVerdicts(
  { tx, tenantId }: TenantScope,
  caseId: QualityCaseId,
  verdicts: readonly NewVerdict[],
  at: Temporal.Instant,
): Promise<void> {
  if (verdicts.length === 0) return;
  await tx
    .insertInto('quality_verdicts')
    .values(
      verdicts.map((one) => ({
        tenant_id: tenantId,
        id: newId(VerdictId),
        case_id: caseId,
        item_id: one.itemId,
        verdict: one.verdict,
        model_verdict: one.verdict,
        quote: one.quote,
        line: one.line,
        second: one.second,
        comment: one.comment,
        root_cause: one.rootCause,
        created_at: at,
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'case_id', 'item_id']).doNothing())
    .execute();
}

const VerdictName = z.enum(VERDICTS);

export async function listCaseVerdicts(
  { tx, tenantId }: TenantScope,
  caseId: QualityCaseId,
): Promise<{ itemId: string; verdict: Verdict }[]> {
  const rows = await tx
    .selectFrom('quality_verdicts')
    .select(['item_id', 'verdict'])
    .where('tenant_id', '=', tenantId)
    .where('case_id', '=', caseId)
    .execute();
  return rows.map((row) => ({ itemId: row.item_id, verdict: VerdictName.parse(row.verdict) }));
}

/** Deletes what was judged of a case that could not be judged to its end. */
export async function deleteVerdicts({ tx, tenantId }: TenantScope, caseId: QualityCaseId): Promise<void> {
  await tx.deleteFrom('quality_verdicts').where('tenant_id', '=', tenantId).where('case_id', '=', caseId).execute();
}
