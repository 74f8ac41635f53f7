import { sql } from 'kysely';
import { z } from 'zod';
import type { AssistantId } from '#contract/assistants/calls.ts';
import { AssistantCaseId, CaseSettings } from '#contract/assistants/cases.ts';
import { type AssistantRun, type AssistantRunId, type RunCase, RunTalk } from '#contract/assistants/runs.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { CaseResult } from './run-rules.ts';

type NewTalk = { caseId: AssistantCaseId; settings: CaseSettings; repeat: number; queue: number; position: number };

export async function insertTalks(
  { tx, tenantId }: TenantScope,
  runId: AssistantRunId,
  talks: readonly NewTalk[],
): Promise<void> {
  await tx
    .insertInto('assistant_run_talks')
    .values(
      talks.map(({ caseId, settings, ...place }) => ({
        tenant_id: tenantId,
        id: newId(z.uuid()),
        run_id: runId,
        case_id: caseId,
        settings: JSON.stringify(settings),
        state: 'waiting',
        ...place,
      })),
    )
    .execute();
}

/** A talk that is to be held. */
export type WaitingTalk = { id: string; settings: CaseSettings; repeat: number; attempts: number };

/** The next talk of a queue; null: all are over. */
export async function findWaiting(
  { tx, tenantId }: TenantScope,
  runId: AssistantRunId,
  queue: number,
): Promise<WaitingTalk | null> {
  const row = await tx
    .selectFrom('assistant_run_talks')
    .select(['id', 'settings', 'repeat', 'attempts'])
    .where('tenant_id', '=', tenantId)
    .where('run_id', '=', runId)
    .where('queue', '=', queue)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, settings: CaseSettings.parse(row.settings) } : null;
}

type Ended = Pick<RunTalk, 'lines' | 'verdicts' | 'costMicroUsd'> & { state: Exclude<RunTalk['state'], 'waiting'> };

/** Stores a talk that is over, once. @returns false: it was stored before */
export async function storeTalk({ tx, tenantId }: TenantScope, talkId: string, talk: Ended): Promise<boolean> {
  const stored = await tx
    .updateTable('assistant_run_talks')
    .set({
      state: talk.state,
      lines: JSON.stringify(talk.lines),
      verdicts: JSON.stringify(talk.verdicts),
      cost_micro_usd: talk.costMicroUsd,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', talkId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return stored.numUpdatedRows > 0n;
}

export async function countAttempt({ tx, tenantId }: TenantScope, talkId: string): Promise<void> {
  await tx
    .updateTable('assistant_run_talks')
    .set({ attempts: sql`attempts + 1` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', talkId)
    .execute();
}

export async function countWaiting({ tx, tenantId }: TenantScope, runId: AssistantRunId): Promise<number> {
  const row = await tx
    .selectFrom('assistant_run_talks')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('run_id', '=', runId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return row.count;
}

type Counts = Pick<AssistantRun, 'talks' | 'done' | 'passed' | 'cases' | 'casesPassed'>;

export async function talkCounts(
  { tx, tenantId }: TenantScope,
  runIds: readonly AssistantRunId[],
): Promise<ReadonlyMap<string, Counts>> {
  const { rows } = await sql<Counts & { run_id: string }>`
    select run_id, sum(talks)::int as talks, sum(done)::int as done, sum(passed)::int as passed,
      count(*)::int as cases, (count(*) filter (where passed = talks))::int as "casesPassed"
    from (
      select run_id, case_id, count(*) as talks, count(*) filter (where state <> 'waiting') as done,
        count(*) filter (where state = 'passed') as passed
      from assistant_run_talks
      where tenant_id = ${tenantId} and run_id = any (${[...runIds]}::uuid[])
      group by run_id, case_id
    ) as of_case
    group by run_id`.execute(tx);
  return new Map(rows.map(({ run_id: id, ...counts }) => [id, counts]));
}

type CaseRow = Omit<RunCase, 'settings' | 'before'> & { settings: unknown };

/** Results of a run by case, in the order of the run. */
export async function listRunCases(
  { tx, tenantId }: TenantScope,
  runId: AssistantRunId,
): Promise<Omit<RunCase, 'before'>[]> {
  const { rows } = await sql<CaseRow>`
    select case_id as "caseId", (array_agg(settings order by repeat))[1] as settings, count(*)::int as talks,
      (count(*) filter (where state <> 'waiting'))::int as done, (count(*) filter (where state = 'passed'))::int as passed,
      sum(cost_micro_usd)::int as "costMicroUsd"
    from assistant_run_talks
    where tenant_id = ${tenantId} and run_id = ${runId}
    group by case_id
    order by min(position)`.execute(tx);
  return rows.map((row) => ({
    ...row,
    caseId: AssistantCaseId.parse(row.caseId),
    settings: CaseSettings.parse(row.settings),
  }));
}

/** Results of a run for those of its cases that are not deleted. */
export async function listResults(scope: TenantScope, runId: AssistantRunId): Promise<CaseResult[]> {
  const { tx, tenantId } = scope;
  const { rows } = await sql<CaseResult>`
    select t.case_id as "caseId", (array_agg(c.settings ->> 'title'))[1] as title, count(*)::int as talks,
      (count(*) filter (where t.state = 'passed'))::int as passed
    from assistant_run_talks t
    join assistant_cases c on c.tenant_id = t.tenant_id and c.id = t.case_id and c.deleted_at is null
    where t.tenant_id = ${tenantId} and t.run_id = ${runId}
    group by t.case_id
    order by min(t.position)`.execute(tx);
  return rows;
}

export async function listTalksOfCase(
  { tx, tenantId }: TenantScope,
  runId: AssistantRunId,
  caseId: AssistantCaseId,
): Promise<RunTalk[]> {
  const rows = await tx
    .selectFrom('assistant_run_talks')
    .select(['id', 'repeat', 'state', 'lines', 'verdicts', 'cost_micro_usd'])
    .where('tenant_id', '=', tenantId)
    .where('run_id', '=', runId)
    .where('case_id', '=', caseId)
    .orderBy('repeat')
    .execute();
  return rows.map(({ cost_micro_usd: cost, ...row }) => RunTalk.parse({ ...row, costMicroUsd: Number(cost) }));
}

/** Cost of a talk on average, by the latest ones of an assistant; null: none is over. */
export async function averageCost({ tx, tenantId }: TenantScope, assistantId: AssistantId): Promise<number | null> {
  const { rows } = await sql<{ cost: number | null }>`
    select avg(cost)::float as cost
    from (
      select t.cost_micro_usd as cost
      from assistant_run_talks t
      join assistant_runs r on r.tenant_id = t.tenant_id and r.id = t.run_id
      where t.tenant_id = ${tenantId} and r.assistant_id = ${assistantId} and t.state in ('passed', 'failed')
      order by r.started_at desc
      limit 100
    ) as latest`.execute(tx);
  return rows[0]?.cost ?? null;
}
