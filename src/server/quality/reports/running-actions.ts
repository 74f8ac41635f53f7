import type { z } from 'zod';
import type { SpokenLine } from '#contract/quality/talks.ts';
import type { CaseTrouble } from '#contract/quality/values.ts';
import { priceOfTokens } from '#server/models/reads.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { runReportJob } from '#server/quality/jobs.ts';
import {
  addCaseCost,
  countAttempt,
  deleteVerdicts,
  endCase,
  findNextWaiting,
  insertVerdicts,
  isWaiting,
  listCaseVerdicts,
  type WaitingCase,
} from '#server/quality/judging/case-queries.ts';
import { expectedTokens } from '#server/quality/judging/cost-rules.ts';
import {
  type JudgedCase,
  type JudgedGroup,
  type JudgingStop,
  judgeCase,
} from '#server/quality/judging/judging-actions.ts';
import { itemsOfPart, scoreOf } from '#server/quality/judging/score-rules.ts';
import type { TalkSource } from '#server/quality/talks/port.ts';
import { listTalkLines } from '#server/quality/talks/talk-queries.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { finishReport, stopReportFor } from './ending-actions.ts';
import { addReportCost, findReportForUpdate, recount, setInProgress, type StoredReport } from './report-queries.ts';
import { takeTalks } from './taking-actions.ts';

// NOTE: a process: it calls models between short transactions.

type Payload = z.output<typeof runReportJob.payload>;

/** Cases that are judged at once. */
const CASES_AT_ONCE = 3;
/** A job lasts about so long, and queues itself again. */
const JOB_MS = 60_000;
/** A case during which the models could not be reached is tried so many times. */
const MAX_ATTEMPTS = 3;
const RETRY_SECONDS = 30;

/**
 * Takes the talks of a report and judges them for a while. A job that dies is repeated: talks are taken again only where that had not
 * ended, and groups of verdicts that were stored are neither asked for nor paid again.
 */
export async function runReport(
  ctx: Context,
  sources: readonly TalkSource[],
  payload: Payload,
  signal: AbortSignal,
): Promise<void> {
  const { tenantId, reportId } = payload;
  const report = await withTenant(ctx, tenantId, (scope) => begin(scope, payload));
  if (!report) return;
  if (!report.takenAt && !(await takeTalks(ctx, sources, { tenantId, reportId, signal }))) return;
  const shared: Shared = { inFlight: new Map(), until: performance.now() + JOB_MS, isPaused: false };
  const ended = await Promise.allSettled(
    Array.from({ length: CASES_AT_ONCE }, () => judgeCases(ctx, payload, { shared, signal })),
  );
  for (const worker of ended) if (worker.status === 'rejected') throw worker.reason;
  signal.throwIfAborted();
  if (shared.isPaused) return;
  await finishReport(ctx, payload, signal);
}

async function begin(scope: ActionScope, { reportId }: Payload): Promise<StoredReport | null> {
  const report = await findReportForUpdate(scope, reportId);
  if (report?.status === 'Created') {
    await setInProgress(scope, reportId);
    await announce(scope, 'quality');
    return report;
  }
  return report?.status === 'InProgress' ? report : null;
}

/** State of the workers of one job. `inFlight`: cases that are judged now, and what each is expected to cost. */
type Shared = { inFlight: Map<WaitingCase['id'], number>; until: number; isPaused: boolean };

async function judgeCases(
  ctx: Context,
  payload: Payload,
  { shared, signal }: { shared: Shared; signal: AbortSignal },
): Promise<void> {
  const { tenantId } = payload;
  while (!signal.aborted && !shared.isPaused) {
    if (performance.now() > shared.until) {
      shared.isPaused = true;
      return withTenant(ctx, tenantId, (scope) => enqueue(scope, runReportJob, payload));
    }
    const next = await withTenant(ctx, tenantId, (scope) => claim(scope, payload, shared));
    if (!next) return;
    try {
      const judged = await judgeCase(ctx, { tenantId, signal, ...next }, (group) =>
        withTenant(ctx, tenantId, (scope) => storeGroup(scope, next.one, group)),
      );
      const isOver = await withTenant(ctx, tenantId, (scope) =>
        store(scope, payload, { one: next.one, items: next.items, result: judged }),
      );
      shared.isPaused ||= isOver;
      shared.inFlight.delete(next.one.id);
    } catch (error) {
      shared.isPaused = true; // the job is repeated; the other shared end before it
      throw error;
    }
  }
}

type Claimed = Pick<Parameters<typeof judgeCase>[1], 'model' | 'language' | 'one' | 'items' | 'judged'> & {
  lines: readonly SpokenLine[];
};

/** The next case; null: there is none for this worker. A report whose next case would exceed its cap ends when no other is judged. */
async function claim(scope: ActionScope, { reportId }: Payload, shared: Shared): Promise<Claimed | null> {
  const report = await findReportForUpdate(scope, reportId);
  if (report?.status !== 'InProgress') return null;
  const one = await findNextWaiting(scope, reportId, [...shared.inFlight.keys()]);
  if (!one) return null;
  const { brand, customerLanguage: language } = await getTenant(scope);
  const { items } = report.checklist;
  const tokens = expectedTokens(itemsOfPart(items, one), { cases: 1, characters: one.characters });
  const expected = priceOfTokens(scope.config, brand, report.model, tokens) ?? 0;
  const committed = [...shared.inFlight.values()].reduce((sum, cost) => sum + cost, 0);
  if (report.costMicroUsd + committed + expected > report.capMicroUsd) {
    if (shared.inFlight.size === 0) {
      await stopReportFor(scope, report, 'cap');
      shared.isPaused = true;
    }
    return null;
  }
  const [talk] = await listTalkLines(scope, [one.talkId]);
  if (!talk) throw new Error('The talk of a case was not found');
  await countAttempt(scope, one.id);
  shared.inFlight.set(one.id, expected);
  const judged = new Set((await listCaseVerdicts(scope, one.id)).map(({ itemId }) => itemId));
  return { model: report.model, language, one, lines: talk.lines, items, judged };
}

async function storeGroup(
  scope: ActionScope,
  one: WaitingCase,
  { verdicts, costMicroUsd }: JudgedGroup,
): Promise<void> {
  const report = await findReportForUpdate(scope, one.reportId);
  if (!report) return;
  await addReportCost(scope, one.reportId, costMicroUsd);
  if (!(await isWaiting(scope, one.id))) return;
  await addCaseCost(scope, one.id, costMicroUsd);
  await insertVerdicts(scope, one.id, verdicts, scope.clock.now());
}

/** @returns whether this job judges no more cases */
async function store(
  scope: ActionScope,
  payload: Payload,
  { one, items, result: judged }: Pick<Claimed, 'one' | 'items'> & { result: JudgedCase },
): Promise<boolean> {
  const report = await findReportForUpdate(scope, one.reportId);
  if (!report) return true;
  if (judged.kind === 'stop') return pause(scope, payload, { report, one, stop: judged.stop });
  if (!(await isWaiting(scope, one.id))) return false;
  const trouble: CaseTrouble | null = judged.kind === 'failed' ? judged.trouble : null;
  if (trouble) await deleteVerdicts(scope, one.id);
  const score = scoreOf(items, trouble ? [] : await listCaseVerdicts(scope, one.id));
  await endCase(scope, one.id, { ...score, trouble, at: scope.clock.now() });
  await recount(scope, one.reportId);
  await announce(scope, 'quality');
  return false;
}

/** Goes on later where models could not be reached; ends the report where that will not help. */
async function pause(
  scope: ActionScope,
  payload: Payload,
  { report, one, stop }: { report: StoredReport; one: WaitingCase; stop: JudgingStop },
): Promise<boolean> {
  const isPassing = stop === 'unavailable' && one.attempts + 1 < MAX_ATTEMPTS;
  if (isPassing && report.status === 'InProgress') {
    await enqueue(scope, runReportJob, payload, { runAt: scope.clock.now().add({ seconds: RETRY_SECONDS }) });
    return true;
  }
  await stopReportFor(scope, report, stop);
  return true;
}
