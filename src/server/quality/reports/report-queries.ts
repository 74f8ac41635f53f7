import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { MODEL_CHOICES, type ModelChoice } from '#contract/models/values.ts';
import { type ChecklistId, ChecklistSettings } from '#contract/quality/checklists.ts';
import { QualityReport, QualityReportId } from '#contract/quality/reports.ts';
import type { ReportStop, TalkKind, TalkSource } from '#contract/quality/values.ts';
import { type MemberId, TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';
import { isBeyond, readCursor } from '#server/platform/values/cursor.ts';

/** A report with what its jobs need. */
export type StoredReport = QualityReport & {
  checklistVersion: number;
  checklist: ChecklistSettings;
  model: ModelChoice;
  takenAt: Temporal.Instant | null;
  summary: string | null;
};

export type NewReport = {
  id: QualityReportId;
  kind: TalkKind;
  sources: readonly TalkSource[];
  from: string;
  to: string;
  checklistId: ChecklistId;
  checklistVersion: number;
  checklist: ChecklistSettings;
  samplePercent: number;
  found: number;
  capMicroUsd: number;
  model: ModelChoice;
  createdBy: MemberId;
  at: Temporal.Instant;
};

export async function insertReport({ tx, tenantId }: TenantScope, report: NewReport): Promise<void> {
  await tx
    .insertInto('quality_reports')
    .values({
      tenant_id: tenantId,
      id: report.id,
      kind: report.kind,
      sources: [...report.sources],
      from_day: report.from,
      to_day: report.to,
      status: 'Created',
      checklist_id: report.checklistId,
      checklist_version: report.checklistVersion,
      checklist: JSON.stringify(report.checklist),
      sample_percent: report.samplePercent,
      found: report.found,
      cap_micro_usd: report.capMicroUsd,
      model: report.model,
      created_by: report.createdBy,
      created_at: report.at,
    })
    .execute();
}

const ById = z.tuple([z.iso.datetime(), QualityReportId]);

/** The newest first, and one more than the limit where there are more. */
export async function listReportRows(
  { tx, tenantId }: TenantScope,
  { kind, cursor, limit }: { kind?: TalkKind | undefined; cursor?: string | undefined; limit: number },
): Promise<StoredReport[]> {
  let query = tx
    .selectFrom('quality_reports')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where(isBeyond([sql`created_at`, sql`id`], readCursor(cursor, ById), 'desc'));
  if (kind) query = query.where('kind', '=', kind);
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(toReport);
}

export async function findReport({ tx, tenantId }: TenantScope, id: QualityReportId): Promise<StoredReport | null> {
  const row = await tx
    .selectFrom('quality_reports')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? toReport(row) : null;
}

/** Locks the report until the transaction ends. */
export async function findReportForUpdate(
  { tx, tenantId }: TenantScope,
  id: QualityReportId,
): Promise<StoredReport | null> {
  const row = await tx
    .selectFrom('quality_reports')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ? toReport(row) : null;
}

/** Begins a report, or goes on with a stopped one. */
export async function setInProgress(
  { tx, tenantId }: TenantScope,
  id: QualityReportId,
  { capMicroUsd }: { capMicroUsd?: number | undefined } = {},
): Promise<void> {
  await tx
    .updateTable('quality_reports')
    .set({
      status: 'InProgress',
      stop: null,
      finished_at: null,
      ...(capMicroUsd !== undefined && { cap_micro_usd: capMicroUsd }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Ends a report that is under way; one that has ended stays as it is. @param stop null: it is done @returns whether it ended now */
export async function endReport(
  { tx, tenantId }: TenantScope,
  id: QualityReportId,
  { stop, at }: { stop: ReportStop | null; at: Temporal.Instant },
): Promise<boolean> {
  const row = await tx
    .updateTable('quality_reports')
    .set({ status: stop ? 'Error' : 'Done', stop, finished_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', 'in', ['Created', 'InProgress'])
    .executeTakeFirst();
  return row.numUpdatedRows > 0n;
}

export async function setTaken(
  { tx, tenantId }: TenantScope,
  id: QualityReportId,
  { takenAt, talks, cases }: { takenAt: Temporal.Instant; talks: number; cases: number },
): Promise<void> {
  await tx
    .updateTable('quality_reports')
    .set({ taken_at: takenAt, talks, cases })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export async function addReportCost(
  { tx, tenantId }: TenantScope,
  id: QualityReportId,
  microUsd: number,
): Promise<void> {
  await tx
    .updateTable('quality_reports')
    .set({ cost_micro_usd: sql`cost_micro_usd + ${microUsd}` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export async function setSummary(
  { tx, tenantId }: TenantScope,
  id: QualityReportId,
  { summary, costMicroUsd }: { summary: string | null; costMicroUsd: number },
): Promise<void> {
  await tx
    .updateTable('quality_reports')
    .set({ summary, cost_micro_usd: sql`cost_micro_usd + ${costMicroUsd}` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Counts the cases of a report again, and averages them: those of people, or of bots where no person spoke. */
export async function recount({ tx, tenantId }: TenantScope, id: QualityReportId): Promise<void> {
  await sql`
    update quality_reports r
    set done = c.done, failed = c.failed, score = c.score
    from (
      select count(*) filter (where state = 'done') as done, count(*) filter (where state = 'failed') as failed,
        round(coalesce(
          avg(score) filter (where state = 'done' and not is_bot),
          avg(score) filter (where state = 'done'))::numeric, 2) as score
      from quality_cases where tenant_id = ${tenantId} and report_id = ${id}
    ) c
    where r.tenant_id = ${tenantId} and r.id = ${id}`.execute(tx);
}

/** Reports of all cabinets that are under way. */
export async function listUnfinished({
  tx,
}: SystemScope): Promise<{ tenantId: TenantId; reportId: QualityReportId }[]> {
  const rows = await tx
    .selectFrom('quality_reports')
    .select(['tenant_id', 'id'])
    .where('status', 'in', ['Created', 'InProgress'])
    .execute();
  return rows.map((row) => ({ tenantId: TenantId.parse(row.tenant_id), reportId: QualityReportId.parse(row.id) }));
}

export async function deleteReportRow({ tx, tenantId }: TenantScope, id: QualityReportId): Promise<void> {
  await tx.deleteFrom('quality_reports').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}

/** Deletes copies of conversations that no report quotes any more. */
export async function deleteUnusedCopies({ tx, tenantId }: TenantScope): Promise<void> {
  await sql`
    delete from quality_talks t
    where t.tenant_id = ${tenantId} and t.source = 'conversations'
      and not exists (select from quality_report_talks r where r.tenant_id = ${tenantId} and r.talk_id = t.id)
      and not exists (select from quality_cases c where c.tenant_id = ${tenantId} and c.talk_id = t.id)`.execute(tx);
}

function toReport(row: Selectable<DB['quality_reports']>): StoredReport {
  const checklist = ChecklistSettings.parse(row.checklist);
  const report = QualityReport.parse({
    id: row.id,
    kind: row.kind,
    source: row.sources,
    period: { from: row.from_day, to: row.to_day },
    status: row.status,
    stop: row.stop,
    checklistId: row.checklist_id,
    checklistTitle: checklist.title,
    samplePercent: row.sample_percent,
    talks: row.talks,
    found: row.found,
    cases: row.cases,
    done: row.done,
    failed: row.failed,
    score: row.score,
    costMicroUsd: Number(row.cost_micro_usd),
    capMicroUsd: Number(row.cap_micro_usd),
    createdAt: row.created_at.toString(),
    finishedAt: row.finished_at?.toString() ?? null,
  });
  return {
    ...report,
    checklistVersion: row.checklist_version,
    checklist,
    model: z.enum(MODEL_CHOICES).parse(row.model),
    takenAt: row.taken_at,
    summary: row.summary,
  };
}
