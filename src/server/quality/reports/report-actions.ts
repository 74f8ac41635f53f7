import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { ModelChoice } from '#contract/models/values.ts';
import type * as contract from '#contract/quality/reports.ts';
import { type QualityReport, QualityReportId, type WholeQualityReport } from '#contract/quality/reports.ts';
import { MOST_REPORT_TALKS } from '#contract/quality/values.ts';
import { getAiBalance } from '#server/billing/balance-actions.ts';
import { priceOfTokens, usualModel } from '#server/models/reads.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { toPage } from '#server/platform/values/cursor.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { findChecklist, type StoredChecklist } from '#server/quality/checklists/checklist-queries.ts';
import { runReportJob } from '#server/quality/jobs.ts';
import { expectedTokens } from '#server/quality/judging/cost-rules.ts';
import type { CountedTalks, TalkSource } from '#server/quality/talks/port.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { stopReportFor } from './ending-actions.ts';
import { readFigures } from './figures-reads.ts';
import { momentsOf, problemOfDays, sampleSize } from './period-rules.ts';
import {
  deleteReportRow,
  deleteUnusedCopies,
  findReport,
  findReportForUpdate,
  insertReport,
  listReportRows,
  setInProgress,
  type StoredReport,
} from './report-queries.ts';

type Order = BodyOf<typeof contract.estimateQualityReport>;

/** Counts the talks of a period and estimates what judging them costs. */
export async function estimateReport(
  scope: ActionScope,
  sources: readonly TalkSource[],
  order: Order,
): Promise<ReplyOf<typeof contract.estimateQualityReport>> {
  const { settings } = await requireChecklist(scope, order.checklistId);
  const model = await requireModel(scope);
  const counted = await countTalks(scope, sources, order);
  const talks = Math.min(MOST_REPORT_TALKS, sampleSize(counted.talks, order.samplePercent));
  const characters = counted.talks === 0 ? 0 : (counted.characters * talks) / counted.talks;
  const { brand } = await getTenant(scope);
  const tokens = expectedTokens(settings.items, { cases: talks, characters });
  return {
    talks,
    found: counted.talks,
    notReady: counted.notReady,
    costMicroUsd: priceOfTokens(scope.config, brand, model, tokens) ?? 0,
    balanceMicroUsd: (await getAiBalance(scope)).balance,
  };
}

/** Creates a report and queues its job. */
export async function createReport(
  scope: MemberScope,
  sources: readonly TalkSource[],
  order: BodyOf<typeof contract.createQualityReport>,
): Promise<QualityReport> {
  const checklist = await requireChecklist(scope, order.checklistId);
  if (checklist.settings.items.length === 0) throw new Problem('checklist.empty');
  const model = await requireModel(scope);
  await requireMoney(scope);
  const { talks } = await countTalks(scope, sources, order);
  if (talks === 0) throw new Problem('quality_report.no_talks');
  const id = newId(QualityReportId);
  await insertReport(scope, {
    id,
    kind: order.kind,
    sources: [...new Set(order.source)],
    from: order.from,
    to: order.to,
    checklistId: checklist.id,
    checklistVersion: checklist.version,
    checklist: checklist.settings,
    samplePercent: order.samplePercent,
    found: talks,
    capMicroUsd: order.capMicroUsd,
    model,
    createdBy: scope.memberId,
    at: scope.clock.now(),
  });
  await enqueue(scope, runReportJob, { tenantId: scope.tenantId, reportId: id });
  await announce(scope, 'quality');
  return shown(await requireReport(scope, id));
}

async function countTalks(scope: ActionScope, sources: readonly TalkSource[], order: Order): Promise<CountedTalks> {
  const problem = problemOfDays(order);
  if (problem) throw wrongField('to', problem);
  const { timeZone } = await getTenant(scope);
  const wanted = { kind: order.kind, ...momentsOf(order, timeZone) };
  const total = { talks: 0, notReady: 0, characters: 0 };
  for (const source of sources) {
    if (!order.source.includes(source.key)) continue;
    const counted = await source.countTalks(scope, wanted);
    total.talks += counted.talks;
    total.notReady += counted.notReady;
    total.characters += counted.characters;
  }
  return total;
}

async function requireChecklist(scope: TenantScope, id: Order['checklistId']): Promise<StoredChecklist> {
  const checklist = await findChecklist(scope, id);
  if (!checklist || checklist.deletedAt) throw new Problem('checklist.not_found');
  return checklist;
}

async function requireModel(scope: ActionScope): Promise<ModelChoice> {
  const { brand } = await getTenant(scope);
  const model = usualModel(scope.config, brand);
  if (!model) throw new Problem('quality_report.no_model');
  return model.choice;
}

async function requireMoney(scope: ActionScope): Promise<void> {
  if ((await getAiBalance(scope)).balance <= 0) throw new Problem('quality_report.balance');
}

export async function listReports(
  scope: TenantScope,
  query: QueryOf<typeof contract.listQualityReports>,
): Promise<ReplyOf<typeof contract.listQualityReports>> {
  const rows = await listReportRows(scope, query);
  return toPage(rows, query.limit, shown, ({ createdAt, id }) => [createdAt, id]);
}

/** @throws {Problem} `quality_report.not_found` */
export async function readReport(scope: TenantScope, id: QualityReportId): Promise<WholeQualityReport> {
  const report = await requireReport(scope, id);
  const { checklist, summary } = report;
  return { ...shown(report), checklist, summary, ...(await readFigures(scope, report)) };
}

/** Stops a report; cases that are judged now are judged to their end. Safe to repeat. */
export async function stopReport(scope: ActionScope, id: QualityReportId): Promise<QualityReport> {
  const report = await requireForUpdate(scope, id);
  await stopReportFor(scope, report, 'member');
  return shown(await requireReport(scope, id));
}

/** Goes on with a stopped report, with another cap where one is given. */
export async function resumeReport(
  scope: ActionScope,
  id: QualityReportId,
  { capMicroUsd }: BodyOf<typeof contract.resumeQualityReport>,
): Promise<QualityReport> {
  const report = await requireForUpdate(scope, id);
  if (report.status !== 'Error') throw new Problem('quality_report.not_stopped');
  await requireModel(scope);
  await requireMoney(scope);
  await setInProgress(scope, id, { capMicroUsd });
  await enqueue(scope, runReportJob, { tenantId: scope.tenantId, reportId: id });
  await announce(scope, 'quality');
  return shown(await requireReport(scope, id));
}

/** Deletes a report with its verdicts, and the copies of conversations that no other report quotes. */
export async function deleteReport(scope: ActionScope, id: QualityReportId): Promise<void> {
  const report = await requireForUpdate(scope, id);
  if (report.status === 'Created' || report.status === 'InProgress') throw new Problem('quality_report.running');
  await deleteReportRow(scope, id);
  await deleteUnusedCopies(scope);
  await announce(scope, 'quality');
}

/** @throws {Problem} `quality_report.not_found` */
export async function requireReport(scope: TenantScope, id: QualityReportId): Promise<StoredReport> {
  const report = await findReport(scope, id);
  if (!report) throw new Problem('quality_report.not_found');
  return report;
}

async function requireForUpdate(scope: TenantScope, id: QualityReportId): Promise<StoredReport> {
  const report = await findReportForUpdate(scope, id);
  if (!report) throw new Problem('quality_report.not_found');
  return report;
}

/** As it is listed. */
export function shown({
  checklist: _checklist,
  checklistVersion: _version,
  model: _model,
  takenAt: _takenAt,
  summary: _summary,
  ...report
}: StoredReport): QualityReport {
  return report;
}
