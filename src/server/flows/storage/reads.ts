import { sql } from 'kysely';
import { type StoredFlow, flowColumns, toFlow } from './stored-flows.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { type FlowId, FlowKind, type FlowMode, type FlowStatus } from '#contract/flows/calls.ts';
import { SenderId } from '#contract/senders/calls.ts';

export type FlowFilter = {
  status?: FlowStatus | undefined;
  kind?: FlowKind | undefined;
  mode?: FlowMode | undefined;
  search?: string | undefined;
};

/** Flows that are not deleted, newest first. */
export async function listFlowRows({ tx, tenantId }: TenantScope, filter: FlowFilter = {}): Promise<StoredFlow[]> {
  let query = tx
    .selectFrom('flows')
    .select(flowColumns)
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  if (filter.status) query = query.where('status', '=', filter.status);
  if (filter.kind) query = query.where('kind', '=', filter.kind);
  if (filter.mode) query = query.where('mode', '=', filter.mode);
  if (filter.search) query = query.where(sql<boolean>`strpos(lower(title), lower(${filter.search})) > 0`);
  return (await query.execute()).map(toFlow);
}

/** Flows that plan: working ones, and ones in error, whose messages wait until the owner has corrected them. */
export async function listPlanningFlows({ tx, tenantId }: TenantScope): Promise<StoredFlow[]> {
  const rows = await tx
    .selectFrom('flows')
    .select(flowColumns)
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .where('status', 'in', ['working', 'error'])
    .execute();
  return rows.map(toFlow);
}

/** Flows by id, including deleted ones. */
export async function listFlowsById({ tx, tenantId }: TenantScope, ids: readonly FlowId[]): Promise<StoredFlow[]> {
  const rows = await tx
    .selectFrom('flows')
    .select(flowColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  return rows.map(toFlow);
}

/** Kinds of the flows among senders, including deleted ones. */
export async function listFlowKinds(
  { tx, tenantId }: TenantScope,
  senderIds: readonly SenderId[],
): Promise<Map<SenderId, FlowKind>> {
  if (senderIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('flows')
    .select(['id', 'kind'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...new Set(senderIds)]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, kind }) => [SenderId.parse(id), FlowKind.parse(kind)]));
}

export async function countFlowsByStatus({ tx, tenantId }: TenantScope): Promise<Record<string, number>> {
  const rows = await tx
    .selectFrom('flows')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}

/** A flow with its time of creation, for the list; also a deleted one. */
export async function findListedFlow(
  { tx, tenantId }: TenantScope,
  id: FlowId,
): Promise<(StoredFlow & { createdAt: Temporal.Instant }) | undefined> {
  const row = await tx
    .selectFrom('flows')
    .select(flowColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...toFlow(row), createdAt: row.created_at };
}

/**
 * Locks a flow's row, deleted or not, until the transaction ends, so that status changes do not race. NOTE: `for no key update`: verdicts
 * and messages that reference the flow are written meanwhile, by transactions that may wait for this one.
 */
export async function findFlowForUpdate({ tx, tenantId }: TenantScope, id: FlowId): Promise<StoredFlow | undefined> {
  const row = await tx
    .selectFrom('flows')
    .select(flowColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && toFlow(row);
}
