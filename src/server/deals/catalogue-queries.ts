import { sql } from 'kysely';
import { BranchId, ConnectionId, ConnectionKind } from '#contract/connections/calls.ts';
import type { DealAccount } from '#contract/deals/calls.ts';
import { StageKind } from '#contract/deals/calls.ts';
import { DealPipelineId, DealStageId } from '#contract/deals/ids.ts';
import type { PipelineFacts, StageRef } from '#server/connections/deal-port.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';

/** Stores the pipelines of a CRM with their stages; those it has no more are marked. */
export async function savePipelines(
  scope: TenantScope,
  branchId: BranchId,
  pipelines: readonly PipelineFacts[],
): Promise<void> {
  const { tx, tenantId } = scope;
  const known = await putPipelines(
    scope,
    branchId,
    pipelines.map(({ externalId, title, isMain }, position) => ({ externalId, title, isMain, position })),
  );
  const stages = pipelines.flatMap((pipeline) =>
    pipeline.stages.map((stage, position) => ({
      ...stage,
      pipelineId: known.get(pipeline.externalId) ?? '',
      position,
    })),
  );
  await putStages(scope, stages);
  await sql`
    update deal_pipelines set is_removed = true
    where tenant_id = ${tenantId} and branch_id = ${branchId}
      and external_id <> all (${pipelines.map(({ externalId }) => externalId)}::text[])`.execute(tx);
  await sql`
    update deal_stages s set is_removed = true
    where s.tenant_id = ${tenantId}
      and s.pipeline_id in (select id from deal_pipelines where tenant_id = ${tenantId} and branch_id = ${branchId})
      and not exists (
        select from jsonb_to_recordset(${JSON.stringify(stages)}::jsonb) as w ("pipelineId" uuid, "externalId" text)
        where w."pipelineId" = s.pipeline_id and w."externalId" = s.external_id)`.execute(tx);
}

type PipelineRow = { externalId: string; title: string; isMain: boolean; position: number };

/** @returns their ids by those of the CRM */
async function putPipelines(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  pipelines: readonly PipelineRow[],
): Promise<Map<string, DealPipelineId>> {
  if (pipelines.length === 0) return new Map();
  const rows = await tx
    .insertInto('deal_pipelines')
    .values(
      pipelines.map(({ externalId, title, isMain, position }) => ({
        tenant_id: tenantId,
        id: newId(DealPipelineId),
        branch_id: branchId,
        external_id: externalId,
        title,
        is_main: isMain,
        position,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'branch_id', 'external_id']).doUpdateSet({
        title: (eb) => eb.ref('excluded.title'),
        is_main: (eb) => eb.ref('excluded.is_main'),
        position: (eb) => eb.ref('excluded.position'),
        is_removed: false,
      }),
    )
    .returning(['id', 'external_id'])
    .execute();
  return new Map(rows.map((row) => [row.external_id, DealPipelineId.parse(row.id)]));
}

type StageRow = { pipelineId: string; externalId: string; title: string; kind: StageKind; position: number };

async function putStages({ tx, tenantId }: TenantScope, stages: readonly StageRow[]): Promise<void> {
  if (stages.length === 0) return;
  await tx
    .insertInto('deal_stages')
    .values(stages.map((stage) => stageColumns(tenantId, stage)))
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'pipeline_id', 'external_id']).doUpdateSet({
        title: (eb) => eb.ref('excluded.title'),
        kind: (eb) => eb.ref('excluded.kind'),
        position: (eb) => eb.ref('excluded.position'),
        is_removed: false,
      }),
    )
    .execute();
}

const stageColumns = (tenantId: string, { pipelineId, externalId, title, kind, position }: StageRow) => ({
  tenant_id: tenantId,
  id: newId(DealStageId),
  pipeline_id: pipelineId,
  external_id: externalId,
  title,
  kind,
  position,
});

export type KnownStage = { id: DealStageId; title: string; pipelineTitle: string };

export const keyOfStage = ({ pipelineId, stageId }: StageRef): string => `${pipelineId} ${stageId}`;

/** Returns stages by the CRM's ids; see {@link keyOfStage}. */
export async function findStages(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  stages: readonly StageRef[],
): Promise<Map<string, KnownStage>> {
  const pipelineIds = [...new Set(stages.map(({ pipelineId }) => pipelineId))];
  const { rows } = await sql<{ id: string; title: string; pipeline: string; stage: string; pipeline_title: string }>`
    select s.id, s.title, p.external_id as pipeline, s.external_id as stage, p.title as pipeline_title
    from deal_pipelines p join deal_stages s on s.tenant_id = p.tenant_id and s.pipeline_id = p.id
    where p.tenant_id = ${tenantId} and p.branch_id = ${branchId} and p.external_id = any (${pipelineIds}::text[])`.execute(
    tx,
  );
  return new Map(
    rows.map((row) => [
      keyOfStage({ pipelineId: row.pipeline, stageId: row.stage }),
      { id: DealStageId.parse(row.id), title: row.title, pipelineTitle: row.pipeline_title },
    ]),
  );
}

export async function getStageTitle({ tx, tenantId }: TenantScope, id: DealStageId): Promise<string> {
  const row = await tx
    .selectFrom('deal_stages')
    .select('title')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.title;
}

/** Stores stages that a deal names and the catalogue lacks, by the CRM's ids until their titles are read. */
export async function insertUnknownStages(
  scope: TenantScope,
  branchId: BranchId,
  stages: readonly StageRef[],
): Promise<void> {
  const { tx, tenantId } = scope;
  await tx
    .insertInto('deal_pipelines')
    .values(
      [...new Set(stages.map(({ pipelineId }) => pipelineId))].map((externalId) => ({
        tenant_id: tenantId,
        id: newId(DealPipelineId),
        branch_id: branchId,
        external_id: externalId,
        title: externalId,
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'branch_id', 'external_id']).doNothing())
    .execute();
  const rows = await tx
    .selectFrom('deal_pipelines')
    .select(['id', 'external_id'])
    .where('tenant_id', '=', tenantId)
    .where('branch_id', '=', branchId)
    .execute();
  const pipelineIds = new Map(rows.map((row) => [row.external_id, row.id]));
  await tx
    .insertInto('deal_stages')
    .values(
      stages.map(({ pipelineId, stageId }) =>
        stageColumns(tenantId, {
          pipelineId: pipelineIds.get(pipelineId) ?? '',
          externalId: stageId,
          title: stageId,
          kind: 'open',
          position: 0,
        }),
      ),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'pipeline_id', 'external_id']).doNothing())
    .execute();
}

/** A stage as the CRM names it, with its account. */
export type StagePlace = StageRef & { branchId: BranchId; connectionId: ConnectionId };

/** Returns null for a stage that is not there, or whose CRM is no longer connected. */
export async function findStagePlace({ tx, tenantId }: TenantScope, stageId: DealStageId): Promise<StagePlace | null> {
  const { rows } = await sql<{ pipeline: string; stage: string; branch_id: string; connection_id: string }>`
    select p.external_id as pipeline, s.external_id as stage, b.id as branch_id, b.connection_id
    from deal_stages s
    join deal_pipelines p on p.tenant_id = s.tenant_id and p.id = s.pipeline_id
    join branches b on b.tenant_id = p.tenant_id and b.id = p.branch_id
    join connections c on c.tenant_id = b.tenant_id and c.id = b.connection_id
    where s.tenant_id = ${tenantId} and s.id = ${stageId} and not s.is_removed and not p.is_removed
      and b.removed_at is null and c.removed_at is null`.execute(tx);
  const [row] = rows;
  return row
    ? {
        pipelineId: row.pipeline,
        stageId: row.stage,
        branchId: BranchId.parse(row.branch_id),
        connectionId: ConnectionId.parse(row.connection_id),
      }
    : null;
}

/** Lists the connected accounts with their pipelines and stages, in the CRM's order. */
export async function listAccounts({ tx, tenantId }: TenantScope): Promise<DealAccount[]> {
  const { rows } = await sql<{
    branch_id: string;
    connection_id: string;
    kind: string;
    branch_title: string;
    currency: string;
    pipeline_id: string;
    pipeline_title: string;
    is_main: boolean;
    stage_id: string;
    stage_title: string;
    stage_kind: string;
  }>`
    select b.id as branch_id, b.connection_id, c.kind, b.title as branch_title, b.currency,
      p.id as pipeline_id, p.title as pipeline_title, p.is_main, s.id as stage_id, s.title as stage_title, s.kind as stage_kind
    from deal_pipelines p
    join branches b on b.tenant_id = p.tenant_id and b.id = p.branch_id
    join connections c on c.tenant_id = b.tenant_id and c.id = b.connection_id
    join deal_stages s on s.tenant_id = p.tenant_id and s.pipeline_id = p.id
    where p.tenant_id = ${tenantId} and not p.is_removed and not s.is_removed
      and b.is_active and b.removed_at is null and c.removed_at is null
    order by b.title, b.id, p.position, p.id, s.position, s.id`.execute(tx);
  const accounts = new Map<string, DealAccount>();
  for (const row of rows) {
    const account = accounts.getOrInsertComputed(row.branch_id, () => ({
      branchId: BranchId.parse(row.branch_id),
      connectionId: ConnectionId.parse(row.connection_id),
      source: ConnectionKind.parse(row.kind),
      title: row.branch_title,
      currency: row.currency,
      pipelines: [],
    }));
    let pipeline = account.pipelines.at(-1);
    if (pipeline?.id !== row.pipeline_id) {
      const { pipeline_title: title, is_main: isMain } = row;
      pipeline = { id: DealPipelineId.parse(row.pipeline_id), title, isMain, stages: [] };
      account.pipelines.push(pipeline);
    }
    pipeline.stages.push({
      id: DealStageId.parse(row.stage_id),
      title: row.stage_title,
      kind: StageKind.parse(row.stage_kind),
    });
  }
  return [...accounts.values()];
}
