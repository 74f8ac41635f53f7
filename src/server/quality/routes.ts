import * as checklists from '#contract/quality/checklists.ts';
import * as reports from '#contract/quality/reports.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import {
  addReadyChecklist,
  createChecklist,
  deleteChecklist,
  listChecklists,
  restoreChecklist,
  saveChecklist,
} from './checklists/checklist-actions.ts';
import { readyChecklists } from './checklists/ready-rules.ts';
import { readHome } from './home/home-actions.ts';
import { disagree, listCases, readCase, resolveDispute } from './reports/case-actions.ts';
import {
  createReport,
  deleteReport,
  estimateReport,
  listReports,
  readReport,
  resumeReport,
  stopReport,
} from './reports/report-actions.ts';
import { TALK_SOURCES } from './talks/talk-sources.ts';

/** Binds the calls of checklists. */
export function serveChecklists(serve: Serve): void {
  serve.inTenant(checklists.listChecklists, (scope, { query }) => listChecklists(scope, query));
  serve.inTenant(checklists.createChecklist, (scope, { body }) => createChecklist(scope, body));
  serve(checklists.listReadyChecklists, async (_ctx, { query }) => ({ checklists: readyChecklists(query.language) }));
  serve.inTenant(checklists.addReadyChecklist, (scope, { body }) => addReadyChecklist(scope, body));
  serve.inTenant(checklists.saveChecklist, (scope, { params, body }) => saveChecklist(scope, params.checklistId, body));
  serve.inTenant(checklists.deleteChecklist, async (scope, { params }) => {
    await deleteChecklist(scope, params.checklistId);
    return {};
  });
  serve.inTenant(checklists.restoreChecklist, (scope, { params }) => restoreChecklist(scope, params.checklistId));
}

/** Binds the calls of reports, their cases and verdicts, and of the home. */
export function serveReports(serve: Serve): void {
  serve.inTenant(reports.estimateQualityReport, (scope, { body }) => estimateReport(scope, TALK_SOURCES, body));
  serve.inTenant(reports.createQualityReport, (scope, { body }) => createReport(scope, TALK_SOURCES, body));
  serve.inTenant(reports.listQualityReports, (scope, { query }) => listReports(scope, query));
  serve.inTenant(reports.getQualityReport, (scope, { params }) => readReport(scope, params.reportId));
  serve.inTenant(reports.stopQualityReport, (scope, { params }) => stopReport(scope, params.reportId));
  serve.inTenant(reports.resumeQualityReport, (scope, { params, body }) => resumeReport(scope, params.reportId, body));
  serve.inTenant(reports.deleteQualityReport, async (scope, { params }) => {
    await deleteReport(scope, params.reportId);
    return {};
  });
  serve.inTenant(reports.listQualityCases, (scope, { params, query }) => listCases(scope, params.reportId, query));
  serve.inTenant(reports.getQualityCase, (scope, { params }) => readCase(scope, params.caseId));
  serve.inTenant(reports.disagreeWithVerdict, (scope, { params, body }) => disagree(scope, params.verdictId, body));
  serve.inTenant(reports.resolveDispute, (scope, { params, body }) => resolveDispute(scope, params.disputeId, body));
  serve.inTenant(reports.getQualityHome, (scope) => readHome(scope));
}
