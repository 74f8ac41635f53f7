import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkValue } from '#contract/field-reasons.ts';
import type { Language } from '#contract/primitives.ts';
import { exportQualitySummary, exportQualityVerdicts } from '#contract/quality/exports.ts';
import type { QualityReportId, WholeQualityReport } from '#contract/quality/reports.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { admitExport } from '#server/auth/sign-in/export-actions.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { SHEET_TYPES, writeSheet } from '#server/platform/files/sheet-writing.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { readReport } from '#server/quality/reports/report-actions.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { titleRow, verdictCells } from './row-rules.ts';
import { writeSummaryPdf } from './summary-pdf.ts';
import { type CasePlace, listVerdictRows, type VerdictPage } from './verdict-row-queries.ts';

/** Cases read in one transaction. */
const PAGE_CASES = 100;

/** Serves reports as files. */
export function serveReportFiles(app: FastifyInstance, ctx: Context): void {
  app.get(exportQualityVerdicts.path, async (request, reply) => {
    const { tenantId } = await admitExport(ctx, request);
    const { report, language, tenant } = await open(ctx, tenantId, request);
    const rows = rowsOf(ctx, tenantId, { report, language, timeZone: tenant.timeZone });
    return send(reply, { name: 'quality.xlsx', type: SHEET_TYPES.xlsx }, writeSheet('xlsx', rows));
  });
  app.get(exportQualitySummary.path, async (request, reply) => {
    const { tenantId } = await admitExport(ctx, request);
    const { report, language, tenant } = await open(ctx, tenantId, request);
    const document = await writeSummaryPdf(report, { language, author: tenant.name });
    return send(reply, { name: 'quality.pdf', type: 'application/pdf' }, document);
  });
}

/** @throws {Problem} `request.invalid`, `quality_report.not_found` */
async function open(ctx: Context, tenantId: TenantId, request: FastifyRequest) {
  const query = checkValue(exportQualityVerdicts.query, request.query);
  if (query.fields) throw new Problem('request.invalid', { fields: query.fields });
  const params = exportQualityVerdicts.params.safeParse(request.params).data;
  if (!params) throw new Problem('quality_report.not_found');
  const { report, tenant } = await withTenant(ctx, tenantId, async (scope) => ({
    report: await readReport(scope, params.reportId),
    tenant: await getTenant(scope),
  }));
  return { report, tenant, language: query.data.language };
}

const send = (reply: FastifyReply, { name, type }: { name: string; type: string }, content: unknown): FastifyReply =>
  reply
    .headers({
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(content);

type Sheet = { report: WholeQualityReport & { id: QualityReportId }; language: Language; timeZone: string };

/** Rows are read page by page while the file is sent; verdicts of a case stand in the order of the checklist. */
async function* rowsOf(
  ctx: Context,
  tenantId: TenantId,
  { report, language, timeZone }: Sheet,
): AsyncGenerator<string[]> {
  yield titleRow(language);
  const { items } = report.checklist;
  const places = new Map(items.map(({ id }, index) => [id, index]));
  let after: CasePlace | null = null;
  do {
    const at: CasePlace | null = after;
    const { rows, next }: VerdictPage = await withTenant(ctx, tenantId, (scope) =>
      listVerdictRows(scope, report.id, { after: at, cases: PAGE_CASES }),
    );
    const byCase = Map.groupBy(rows, ({ caseId }) => caseId);
    for (const verdicts of byCase.values())
      for (const row of verdicts.toSorted(
        (one, other) => (places.get(one.itemId) ?? 0) - (places.get(other.itemId) ?? 0),
      ))
        yield verdictCells(row, { items, language, timeZone });
    after = next;
  } while (after);
}
