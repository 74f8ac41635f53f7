import type { AssistantId } from '#contract/assistants/calls.ts';
import { MAX_CASES } from '#contract/assistants/case-values.ts';
import type { AssistantCaseId } from '#contract/assistants/cases.ts';
import type * as contract from '#contract/assistants/runs.ts';
import { type AssistantRun, AssistantRunId, type RunCase, type TestsOfDraft } from '#contract/assistants/runs.ts';
import type { AssistantSettings } from '#contract/assistants/settings.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { runCasesJob } from '#server/assistants/jobs.ts';
import { findAssistant, type StoredAssistant } from '#server/assistants/storage/assistant-queries.ts';
import { getAiBalance } from '#server/billing/balance-actions.ts';
import { listModels } from '#server/models/reads.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { toPage } from '#server/platform/values/cursor.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { findVersion } from '#server/senders/versions/version-reads.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { countCases, isRefusingFailing, listCaseRows, updateRefusing } from './case-queries.ts';
import { endRun, findLastDone, findRun, insertRun, listRunRows } from './run-queries.ts';
import { byConcern, estimateRun, QUEUES, newlyFailing, passes } from './run-rules.ts';
import { averageCost, insertTalks, listResults, listRunCases, listTalksOfCase } from './talk-queries.ts';

/** Estimates the cost of a run of all cases. @throws {Problem} `assistant.not_found` */
export async function estimate(
  scope: ActionScope,
  assistantId: AssistantId,
  { repeats }: QueryOf<typeof contract.estimateAssistantRun>,
): Promise<ReplyOf<typeof contract.estimateAssistantRun>> {
  const { settings } = await getExisting(scope, assistantId);
  const talks = (await countCases(scope, assistantId)) * repeats;
  const perTalk = (await averageCost(scope, assistantId)) ?? (await priceOfDialogue(scope, settings));
  return {
    talks,
    ...estimateRun(talks, perTalk),
    balanceMicroUsd: (await getAiBalance(scope)).balance,
  };
}

async function priceOfDialogue(scope: ActionScope, { model }: AssistantSettings): Promise<number> {
  const { brand } = await getTenant(scope);
  const offered = listModels(scope.config, brand).find(({ choice }) => choice === model);
  return (offered?.pricePer100Dialogues ?? 0) / 100;
}

/** Begins a run of all cases. */
export async function startRun(
  scope: MemberScope,
  assistantId: AssistantId,
  { subject, repeats, capMicroUsd }: BodyOf<typeof contract.startAssistantRun>,
): Promise<AssistantRun> {
  const assistant = await getExisting(scope, assistantId);
  if (subject === 'published' && !assistant.published) throw new Problem('assistant.not_published');
  const version = subject === 'published' ? (assistant.published?.version ?? assistant.version) : assistant.version;
  const settings = (subject === 'published' ? assistant.published?.settings : null) ?? assistant.settings;
  await refuseWithoutModel(scope, settings);
  const cases = await listCaseRows(scope, assistantId, { limit: MAX_CASES });
  if (cases.length === 0) throw new Problem('assistant_run.no_cases');
  const id = newId(AssistantRunId);
  const run = { id, version, repeats, capMicroUsd, at: scope.clock.now() };
  if (!(await insertRun(scope, assistantId, run))) throw new Problem('assistant_run.already_running');
  // Each case once before any of them again.
  const talks = Array.from({ length: repeats }, (_, repeat) =>
    cases.map(({ id: caseId, settings: testCase }) => ({ caseId, settings: testCase, repeat: repeat + 1 })),
  ).flat();
  await insertTalks(
    scope,
    id,
    talks.map((talk, position) => ({ ...talk, position, queue: position % QUEUES })),
  );
  for (let queue = 0; queue < Math.min(QUEUES, talks.length); queue += 1)
    await enqueue(scope, runCasesJob, { tenantId: scope.tenantId, runId: id, queue });
  await announce(scope, 'assistants');
  return getRunFacts(scope, assistantId, id);
}

async function refuseWithoutModel(scope: ActionScope, { model }: AssistantSettings): Promise<void> {
  const { brand } = await getTenant(scope);
  if (!listModels(scope.config, brand).some(({ choice }) => choice === model))
    throw new Problem('assistant_run.no_model');
  if ((await getAiBalance(scope)).balance <= 0) throw new Problem('assistant_run.balance');
}

/** Stops a run; talks that have begun are held to their end. Safe to repeat. */
export async function stopRun(
  scope: ActionScope,
  { assistantId, runId }: { assistantId: AssistantId; runId: AssistantRunId },
): Promise<AssistantRun> {
  await getRunFacts(scope, assistantId, runId);
  await endRun(scope, runId, { stop: 'member', at: scope.clock.now() });
  await announce(scope, 'assistants');
  return getRunFacts(scope, assistantId, runId);
}

export async function listRuns(
  scope: TenantScope,
  assistantId: AssistantId,
  query: QueryOf<typeof contract.listAssistantRuns>,
): Promise<ReplyOf<typeof contract.listAssistantRuns>> {
  await getExisting(scope, assistantId);
  const rows = await listRunRows(scope, assistantId, query);
  return toPage(
    rows,
    query.limit,
    (row) => row,
    ({ startedAt, id }) => [startedAt, id],
  );
}

/** A run with its cases, compared with the last run of the published save. */
export async function readRun(
  scope: TenantScope,
  { assistantId, runId }: { assistantId: AssistantId; runId: AssistantRunId },
): Promise<ReplyOf<typeof contract.getAssistantRun>> {
  const run = await getRunFacts(scope, assistantId, runId);
  const assistant = await getExisting(scope, assistantId);
  const earlier = await resultsOfPublished(scope, assistant, run.version);
  const before = new Map(earlier.map((one) => [one.caseId, passes(one)]));
  const items = (await listRunCases(scope, runId)).map((one): RunCase => ({
    ...one,
    before: before.get(one.caseId) ?? null,
  }));
  return { ...run, items: items.toSorted(byConcern) };
}

/** @throws {Problem} `assistant_run.not_found` */
export async function readTalks(
  scope: TenantScope,
  { assistantId, runId, caseId }: { assistantId: AssistantId; runId: AssistantRunId; caseId: AssistantCaseId },
): Promise<ReplyOf<typeof contract.listRunTalks>> {
  await getRunFacts(scope, assistantId, runId);
  const talks = await listTalksOfCase(scope, runId, caseId);
  if (talks.length === 0) throw new Problem('assistant_run.not_found');
  return { talks };
}

/** Reads the published save, which publishing replaces, and the results of the draft in its cases. @throws {Problem} `assistant.not_found` */
export async function readPublishing(
  scope: TenantScope,
  assistantId: AssistantId,
): Promise<ReplyOf<typeof contract.getPublishing>> {
  const assistant = await getExisting(scope, assistantId);
  const { published } = assistant;
  const saved = published && (await findVersion(scope, assistantId, published.version));
  return {
    published: published && {
      version: published.version,
      title: saved?.title ?? assistant.title,
      settings: published.settings,
    },
    tests: await testsOfDraft(scope, assistant),
  };
}

/** How a draft did in its cases. */
export async function testsOfDraft(
  scope: TenantScope,
  assistant: Pick<StoredAssistant, 'id' | 'version' | 'published'>,
): Promise<TestsOfDraft> {
  const { id, version } = assistant;
  const refusesFailing = await isRefusingFailing(scope, id);
  const nothing = { newlyFailing: [], failing: 0, refusesFailing };
  if ((await countCases(scope, id)) === 0) return { state: 'no_cases', ...nothing };
  const runId = await findLastDone(scope, id, version);
  if (!runId) return { state: 'untested', ...nothing };
  const results = await listResults(scope, runId);
  const failed = newlyFailing(await resultsOfPublished(scope, assistant, version), results);
  return {
    state: 'tested',
    newlyFailing: failed.map(({ caseId, title }) => ({ id: caseId, title })),
    failing: results.filter((one) => !passes(one)).length,
    refusesFailing,
  };
}

/** Results of the last run of the published save, where that is another than the given one. */
async function resultsOfPublished(
  scope: TenantScope,
  { id, published }: Pick<StoredAssistant, 'id' | 'published'>,
  version: number,
) {
  if (!published || published.version === version) return [];
  const runId = await findLastDone(scope, id, published.version);
  return runId ? listResults(scope, runId) : [];
}

/** @throws {Problem} `assistant.not_found` */
export async function setRefusing(scope: ActionScope, assistantId: AssistantId, refusesFailing: boolean) {
  await getExisting(scope, assistantId);
  await updateRefusing(scope, assistantId, refusesFailing);
  await announce(scope, 'assistants');
  return { refusesFailing };
}

async function getRunFacts(scope: TenantScope, assistantId: AssistantId, runId: AssistantRunId): Promise<AssistantRun> {
  const run = await findRun(scope, assistantId, runId);
  if (!run) throw new Problem('assistant_run.not_found');
  return run;
}

async function getExisting(scope: TenantScope, id: AssistantId): Promise<StoredAssistant> {
  const assistant = await findAssistant(scope, id);
  if (!assistant || assistant.deletedAt) throw new Problem('assistant.not_found');
  return assistant;
}
