import type { z } from 'zod';
import type { ReportStop } from '#contract/quality/values.ts';
import { generate } from '#server/models/generating-actions.ts';
import { findPaid } from '#server/models/reads.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import type { runReportJob } from '#server/quality/jobs.ts';
import { findNextWaiting } from '#server/quality/judging/case-queries.ts';
import { getTenant, raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { readFigures } from './figures-reads.ts';
import { endReport, findReportForUpdate, setSummary, type StoredReport } from './report-queries.ts';
import { checkedSummary, summaryInstructions, summaryMessage } from './summary-rules.ts';

// NOTE: a process: it calls a model between two transactions.

type Payload = z.output<typeof runReportJob.payload>;

const SUMMARY_TOKENS = 400;

/** Ends a report whose cases are all judged; a summary that could not be written is left out. */
export async function finishReport(ctx: Context, { tenantId, reportId }: Payload, signal: AbortSignal): Promise<void> {
  const ending = await withTenant(ctx, tenantId, (scope) => readEnding(scope, reportId));
  if (!ending) return;
  const { report, message, language, key, paid } = ending;
  const written =
    report.done === 0
      ? null
      : await generate(ctx, {
          tenantId,
          model: report.model,
          purpose: 'quality',
          key,
          instructions: summaryInstructions(language),
          messages: [{ role: 'user', content: message }],
          temperature: 0,
          maxOutputTokens: SUMMARY_TOKENS,
          signal,
          reserve: paid === null,
        });
  signal.throwIfAborted();
  await withTenant(ctx, tenantId, async (scope) => {
    const current = await findReportForUpdate(scope, reportId);
    if (current?.status !== 'InProgress') return;
    const summary = written?.isOk ? checkedSummary(written.text, message) : null;
    await setSummary(scope, reportId, { summary, costMicroUsd: paid ?? written?.costMicroUsd ?? 0 });
    await endReport(scope, reportId, { stop: null, at: scope.clock.now() });
    await notify(scope, current, null);
    await announce(scope, 'quality');
  });
}

async function readEnding(scope: ActionScope, reportId: Payload['reportId']) {
  const report = await findReportForUpdate(scope, reportId);
  if (report?.status !== 'InProgress' || (await findNextWaiting(scope, reportId, []))) return null;
  if (report.talks === 0) {
    await stopReportFor(scope, report, 'no_talks');
    return null;
  }
  const { employees, items, measures } = await readFigures(scope, report);
  const { talks, done, failed, score } = report;
  const message = summaryMessage({
    talks,
    done,
    failed,
    score,
    employees,
    items,
    unanswered: measures?.unanswered ?? null,
  });
  const { customerLanguage: language } = await getTenant(scope);
  const key = `summary:${reportId}`;
  return { report, message, language, key, paid: await findPaid(scope, key) };
}

/** Ends a report before its end; what was judged stays. */
export async function stopReportFor(scope: ActionScope, report: StoredReport, stop: ReportStop): Promise<void> {
  if (!(await endReport(scope, report.id, { stop, at: scope.clock.now() }))) return;
  if (stop !== 'member') await notify(scope, report, stop);
  await announce(scope, 'quality');
}

/** Notifies members by the bell, since the one who began it may have left the page. */
async function notify(scope: ActionScope, report: StoredReport, stop: ReportStop | null): Promise<void> {
  const { id: reportId, kind, done, failed, cases } = report;
  const now = scope.clock.now();
  const errorKey = `quality_error:${reportId}`;
  if (stop === null) await resolveNotice(scope, now, errorKey);
  await raiseNotice(scope, now, {
    kind: stop === null ? 'quality_done' : 'quality_error',
    key: stop === null ? `quality_done:${reportId}` : errorKey,
    severity: stop === null ? 'info' : 'attention',
    params: { reportId, kind, done, failed, count: cases, ...(stop !== null && { stop }) },
  });
}
