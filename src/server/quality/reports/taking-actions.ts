import type { QualityReportId } from '#contract/quality/reports.ts';
import type { TalkSource as TalkSourceKey } from '#contract/quality/values.ts';
import { MOST_REPORT_TALKS } from '#contract/quality/values.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { insertCases, type NewCase } from '#server/quality/judging/case-queries.ts';
import { shareOf } from '#server/quality/judging/order-rules.ts';
import { partsOf } from '#server/quality/talks/part-rules.ts';
import type { TalkSource, WantedTalks } from '#server/quality/talks/port.ts';
import { listTalkLines, type StoredTalk } from '#server/quality/talks/talk-queries.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { measureTalk } from './measure-rules.ts';
import { momentsOf } from './period-rules.ts';
import { findReportForUpdate, setTaken, type StoredReport } from './report-queries.ts';
import { countTaken, deleteTaken, insertReportTalks } from './taking-queries.ts';

// NOTE: a process: it takes talks batch by batch.

const BATCH = 100;

type Taking = { tenantId: TenantId; reportId: QualityReportId; signal: AbortSignal };

/** Takes the talks of a report and splits them into cases. A repetition begins from the first talk. @returns false: the report is over */
export async function takeTalks(ctx: Context, sources: readonly TalkSource[], taking: Taking): Promise<boolean> {
  const report = await withTenant(ctx, taking.tenantId, async (scope) => {
    const running = await readRunning(scope, taking.reportId);
    if (running) await deleteTaken(scope, taking.reportId);
    return running;
  });
  if (!report) return false;
  const chosen = sources.filter(({ key }) => report.source.includes(key));
  for (const source of chosen) {
    const isWanted = (sourceKey: string) => isInSample(source.key, sourceKey, report.samplePercent);
    if (!(await takeAll(ctx, taking, { source, isWanted, limit: BATCH }))) return false;
  }
  // A small sample of few talks may have none: the first talk is judged then.
  for (const source of chosen) {
    const taken = await withTenant(ctx, taking.tenantId, (scope) => countTaken(scope, taking.reportId));
    if (taken.talks > 0) break;
    await withTenant(ctx, taking.tenantId, (scope) =>
      takeBatch(scope, taking.reportId, { source, isWanted: () => true, limit: 1, after: null }),
    );
  }
  await withTenant(ctx, taking.tenantId, async (scope) => {
    const counts = await countTaken(scope, taking.reportId);
    await setTaken(scope, taking.reportId, { takenAt: scope.clock.now(), ...counts });
    await announce(scope, 'quality');
  });
  return true;
}

const isInSample = (source: TalkSourceKey, sourceKey: string, percent: number): boolean =>
  percent === 100 || shareOf(`${source}:${sourceKey}`) < percent / 100;

type Batch = { source: TalkSource; isWanted: (sourceKey: string) => boolean; limit: number };

async function takeAll(ctx: Context, { tenantId, reportId, signal }: Taking, batch: Batch): Promise<boolean> {
  let after: string | null = null;
  do {
    signal.throwIfAborted();
    const place: string | null = after;
    const next: string | null = await withTenant(ctx, tenantId, (scope) =>
      takeBatch(scope, reportId, { ...batch, after: place }),
    );
    if (next === 'over') return false;
    after = next;
  } while (after !== null);
  return true;
}

/** @returns where the next batch begins; null: there is none */
async function takeBatch(
  scope: ActionScope,
  reportId: QualityReportId,
  { source, isWanted, limit, after }: Batch & { after: string | null },
): Promise<string | null | 'over'> {
  const report = await readRunning(scope, reportId);
  if (!report) return 'over';
  const { talks: taken } = await countTaken(scope, reportId);
  if (taken >= MOST_REPORT_TALKS) return null;
  const { timeZone } = await getTenant(scope);
  const wanted: WantedTalks = { kind: report.kind, ...momentsOf(report.period, timeZone) };
  const { talks, next } = await source.takeTalks(scope, wanted, { after, limit, isWanted });
  const counted = talks.slice(0, MOST_REPORT_TALKS - taken);
  const stored = await listTalkLines(
    scope,
    counted.map(({ id }) => id),
  );
  const isOfChats = report.kind === 'chats';
  await insertReportTalks(
    scope,
    reportId,
    stored.map(({ id, lines }) => ({ talkId: id, ...(isOfChats ? measureTalk(lines) : NOT_MEASURED) })),
  );
  await insertCases(
    scope,
    reportId,
    stored.flatMap((talk) => casesOf(talk, timeZone)),
  );
  return next;
}

const NOT_MEASURED = { firstAnswer: null, longestWait: null, isUnanswered: false };

async function readRunning(scope: ActionScope, reportId: QualityReportId): Promise<StoredReport | null> {
  const report = await findReportForUpdate(scope, reportId);
  return report?.status === 'InProgress' ? report : null;
}

function casesOf({ id, lines, startedAt }: StoredTalk, timeZone: string): NewCase[] {
  const day = startedAt.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  return partsOf(lines).map((part, index) => ({
    talkId: id,
    part: index,
    employee: part.employee,
    isBot: part.isBot,
    fromLine: part.from,
    toLine: part.to,
    isLast: part.isLast,
    characters: lines
      .slice(part.from, part.to + 1)
      .reduce((sum, { text, speaker }) => sum + text.length + speaker.length + 8, 0),
    day,
  }));
}
