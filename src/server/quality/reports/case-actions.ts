import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/quality/reports.ts';
import type {
  ItemVerdict,
  QualityCaseId,
  QualityReportId,
  VerdictId,
  WholeQualityCase,
} from '#contract/quality/reports.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { toPage } from '#server/platform/values/cursor.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { listCaseVerdicts, updateScore } from '#server/quality/judging/case-queries.ts';
import { scoreOf } from '#server/quality/judging/score-rules.ts';
import { requireReport } from './report-actions.ts';
import { findReportForUpdate, recount, type StoredReport } from './report-queries.ts';
import {
  changeVerdict,
  findCase,
  findDisputeForUpdate,
  listCaseRows,
  listVerdicts,
  resolveOpen,
  saveDispute,
  type StoredVerdict,
} from './verdict-queries.ts';

/** @throws {Problem} `quality_report.not_found` */
export async function listCases(
  scope: TenantScope,
  reportId: QualityReportId,
  query: QueryOf<typeof contract.listQualityCases>,
): Promise<ReplyOf<typeof contract.listQualityCases>> {
  await requireReport(scope, reportId);
  const rows = await listCaseRows(scope, reportId, query);
  return toPage(
    rows,
    query.limit,
    ({ sort: _sort, ...one }) => one,
    ({ sort, id }) => [sort, id],
  );
}

/** A case with its verdicts in the order of the checklist. @throws {Problem} `quality_case.not_found` */
export async function readCase(scope: TenantScope, id: QualityCaseId): Promise<WholeQualityCase> {
  const found = await findCase(scope, id);
  if (!found) throw new Problem('quality_case.not_found');
  const { checklist } = await requireReport(scope, found.reportId);
  const verdicts = await listVerdicts(scope, { caseId: id });
  const ordered = checklist.items.flatMap((item) => verdicts.filter(({ itemId }) => itemId === item.id));
  return { ...found, verdicts: ordered.map((verdict) => shown(verdict, checklist)) };
}

/** An owner's word changes the verdict at once; staff's opens a dispute. Safe to repeat. */
export async function disagree(
  scope: MemberScope,
  id: VerdictId,
  { wanted, reason, rootCause }: BodyOf<typeof contract.disagreeWithVerdict>,
): Promise<ItemVerdict> {
  const { verdict, report } = await requireVerdict(scope, id);
  const change = { wanted, rootCause: wanted === 'no' ? rootCause : null };
  if (scope.memberRole === 'owner') await applyChange(scope, { verdict, report }, change);
  else if (verdict.verdict !== wanted)
    await saveDispute(scope, id, { ...change, reason, by: scope.memberId, at: scope.clock.now() });
  await announce(scope, 'quality');
  return readVerdict(scope, id, report);
}

/** @throws {Problem} `quality_dispute.not_found`, `quality_dispute.resolved` */
export async function resolveDispute(
  scope: MemberScope,
  disputeId: string,
  { isAccepted }: BodyOf<typeof contract.resolveDispute>,
): Promise<ItemVerdict> {
  const dispute = await findDisputeForUpdate(scope, disputeId);
  if (!dispute) throw new Problem('quality_dispute.not_found');
  if (dispute.state !== 'open') throw new Problem('quality_dispute.resolved');
  const { verdict, report } = await requireVerdict(scope, dispute.verdictId);
  const { wanted, rootCause } = dispute;
  if (isAccepted && wanted !== 'unclear') await applyChange(scope, { verdict, report }, { wanted, rootCause });
  const state = isAccepted ? 'changed' : 'kept';
  await resolveOpen(scope, verdict.id, { state, by: scope.memberId, at: scope.clock.now() });
  await announce(scope, 'quality');
  return readVerdict(scope, verdict.id, report);
}

type Changed = { verdict: StoredVerdict; report: StoredReport };

/** Changes a verdict and computes its case and its report again. An open dispute about it is resolved. */
async function applyChange(
  scope: MemberScope,
  { verdict, report }: Changed,
  { wanted, rootCause }: { wanted: 'yes' | 'no' | 'na'; rootCause: string | null },
): Promise<void> {
  const by = scope.memberId;
  const at = scope.clock.now();
  if (verdict.verdict !== wanted || verdict.rootCause !== rootCause)
    await changeVerdict(scope, verdict.id, { verdict: wanted, rootCause, by, at });
  const state = verdict.dispute?.wanted === wanted ? 'changed' : 'kept';
  await resolveOpen(scope, verdict.id, { state, by, at });
  await updateScore(
    scope,
    verdict.caseId,
    scoreOf(report.checklist.items, await listCaseVerdicts(scope, verdict.caseId)),
  );
  await recount(scope, report.id);
}

/** Locks the report of the verdict, so that changes of one report follow each other. */
async function requireVerdict(scope: ActionScope, id: VerdictId): Promise<Changed> {
  const [first] = await listVerdicts(scope, { id });
  const found = first && (await findCase(scope, first.caseId));
  const report = found && (await findReportForUpdate(scope, found.reportId));
  const [verdict] = await listVerdicts(scope, { id });
  if (!report || !verdict) throw new Problem('quality_verdict.not_found');
  return { verdict, report };
}

async function readVerdict(scope: TenantScope, id: VerdictId, { checklist }: StoredReport): Promise<ItemVerdict> {
  const [verdict] = await listVerdicts(scope, { id });
  if (!verdict) throw new Problem('quality_verdict.not_found');
  return shown(verdict, checklist);
}

function shown({ caseId: _caseId, ...verdict }: StoredVerdict, { items }: StoredReport['checklist']): ItemVerdict {
  return { ...verdict, words: items.find(({ id }) => id === verdict.itemId)?.words ?? '' };
}
