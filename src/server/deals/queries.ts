import { sql } from 'kysely';
import type { BranchId, ConnectionId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { DealId, DealStageId, DealTaskId } from '#contract/deals/ids.ts';
import type { DealFacts, DealTaskFacts } from '#server/connections/deal-port.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';

/** A stored deal, as recording compares it. */
export type StoredDeal = {
  id: DealId;
  externalId: string;
  contactId: ContactId | null;
  stageId: DealStageId;
  stageVersion: number;
  isDeleted: boolean;
  readAt: Temporal.Instant;
  changedAt: Temporal.Instant;
};

/** Serializes recordings of one connection: two readings of one deal must not run concurrently. */
export async function lockRecording({ tx, tenantId }: TenantScope, connectionId: ConnectionId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`deals:${tenantId}:${connectionId}`}, 0))`.execute(tx);
}

export async function listStoredDeals(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  externalIds: readonly string[],
): Promise<StoredDeal[]> {
  const rows = await tx
    .selectFrom('deals')
    .select([
      'id',
      'external_id',
      'contact_id',
      'stage_id',
      'stage_version',
      'is_deleted',
      'read_at',
      'source_changed_at',
    ])
    .where('tenant_id', '=', tenantId)
    .where('branch_id', '=', branchId)
    .where('external_id', '=', sql<string>`any (${[...externalIds]}::text[])`)
    .execute();
  return rows.map((row) => ({
    id: DealId.parse(row.id),
    externalId: row.external_id,
    contactId: row.contact_id === null ? null : ContactId.parse(row.contact_id),
    stageId: DealStageId.parse(row.stage_id),
    stageVersion: row.stage_version,
    isDeleted: row.is_deleted,
    readAt: row.read_at,
    changedAt: row.source_changed_at,
  }));
}

export type DealWrite = {
  facts: DealFacts;
  branchId: BranchId;
  contactId: ContactId | null;
  stageId: DealStageId;
  stageVersion: number;
  readAt: Temporal.Instant;
  recordedAt: Temporal.Instant;
};

export async function insertDeal(scope: TenantScope, deal: DealWrite): Promise<DealId> {
  const { tx, tenantId } = scope;
  const id = newId(DealId);
  await tx
    .insertInto('deals')
    .values({
      tenant_id: tenantId,
      id,
      branch_id: deal.branchId,
      external_id: deal.facts.externalId,
      created_at: deal.facts.createdAt,
      ...columnsOf(deal),
    })
    .execute();
  await putPeople(scope, id, deal);
  return id;
}

export async function updateDeal(scope: TenantScope, id: DealId, deal: DealWrite): Promise<void> {
  const { tx, tenantId } = scope;
  await tx.updateTable('deals').set(columnsOf(deal)).where('tenant_id', '=', tenantId).where('id', '=', id).execute();
  await tx.deleteFrom('deal_people').where('tenant_id', '=', tenantId).where('deal_id', '=', id).execute();
  await putPeople(scope, id, deal);
}

async function putPeople(
  { tx, tenantId }: TenantScope,
  id: DealId,
  { facts, branchId }: Pick<DealWrite, 'facts' | 'branchId'>,
): Promise<void> {
  if (facts.personIds.length === 0) return;
  await tx
    .insertInto('deal_people')
    .values(
      facts.personIds.map((externalId, place) => ({
        tenant_id: tenantId,
        deal_id: id,
        place,
        branch_id: branchId,
        external_id: externalId,
      })),
    )
    .execute();
}

export async function setDealGone({ tx, tenantId }: TenantScope, id: DealId, readAt: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('deals')
    .set({ is_deleted: true, read_at: readAt })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

function columnsOf({ facts, ...deal }: DealWrite) {
  return {
    title: facts.title,
    stage_id: deal.stageId,
    stage_version: deal.stageVersion,
    price_minor: facts.priceMinor,
    responsible_id: facts.responsibleId,
    responsible_name: facts.responsibleName,
    contact_id: deal.contactId,
    tags: [...facts.tags],
    fields: JSON.stringify(facts.fields),
    closed_at: facts.closedAt,
    is_deleted: facts.isDeleted,
    source_changed_at: facts.changedAt,
    read_at: deal.readAt,
    recorded_at: deal.recordedAt,
  };
}

/** Gives deals to the contacts of their main people, as those are linked now. @returns the changed deals */
export async function relinkDeals(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  personIds: readonly string[],
): Promise<{ id: DealId; contactId: ContactId }[]> {
  const { rows } = await sql<{ id: string; contact_id: string }>`
    update deals d set contact_id = l.contact_id
    from deal_people p join contact_links l
      on l.tenant_id = p.tenant_id and l.branch_id = p.branch_id and l.external_id = p.external_id
    where d.tenant_id = ${tenantId} and p.tenant_id = ${tenantId} and p.branch_id = ${branchId} and p.place = 0
      and p.external_id = any (${[...personIds]}::text[]) and d.id = p.deal_id
      and d.contact_id is distinct from l.contact_id
    returning d.id, d.contact_id`.execute(tx);
  return rows.map((row) => ({ id: DealId.parse(row.id), contactId: ContactId.parse(row.contact_id) }));
}

export async function listReadTimes(
  { tx, tenantId }: TenantScope,
  table: 'deals' | 'deal_tasks',
  branchId: BranchId,
  externalIds: readonly string[],
): Promise<Map<string, Temporal.Instant>> {
  if (externalIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom(table)
    .select(['external_id', 'read_at'])
    .where('tenant_id', '=', tenantId)
    .where('branch_id', '=', branchId)
    .where('external_id', '=', sql<string>`any (${[...externalIds]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.external_id, row.read_at]));
}

export type StoredTask = {
  id: DealTaskId;
  externalId: string;
  dealExternalId: string;
  dueAt: Temporal.Instant;
  dueVersion: number;
  isDone: boolean;
  isDeleted: boolean;
  revision: number;
  readAt: Temporal.Instant;
  changedAt: Temporal.Instant;
};

/** Lists tasks by their ids in the CRM, or the open ones of some deals. */
export async function listStoredTasks(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  which: { externalIds: readonly string[] } | { dealExternalIds: readonly string[] },
): Promise<StoredTask[]> {
  const rows = await tx
    .selectFrom('deal_tasks')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('branch_id', '=', branchId)
    .where((eb) =>
      'externalIds' in which
        ? eb('external_id', '=', sql<string>`any (${[...which.externalIds]}::text[])`)
        : eb.and([
            eb('deal_external_id', '=', sql<string>`any (${[...which.dealExternalIds]}::text[])`),
            eb('is_done', '=', false),
            eb('is_deleted', '=', false),
          ]),
    )
    .execute();
  return rows.map((row) => ({
    id: DealTaskId.parse(row.id),
    externalId: row.external_id,
    dealExternalId: row.deal_external_id,
    dueAt: row.due_at,
    dueVersion: row.due_version,
    isDone: row.is_done,
    isDeleted: row.is_deleted,
    revision: row.revision,
    readAt: row.read_at,
    changedAt: row.source_changed_at,
  }));
}

export type TaskWrite = {
  facts: DealTaskFacts;
  branchId: BranchId;
  dueVersion: number;
  revision: number;
  readAt: Temporal.Instant;
};

export async function putTask({ tx, tenantId }: TenantScope, task: TaskWrite): Promise<DealTaskId> {
  const { facts } = task;
  const columns = {
    deal_external_id: facts.dealId,
    text: facts.text,
    due_at: facts.dueAt,
    due_version: task.dueVersion,
    is_done: facts.isDone,
    is_deleted: facts.isDeleted,
    responsible_name: facts.responsibleName,
    revision: task.revision,
    source_changed_at: facts.changedAt,
    read_at: task.readAt,
  };
  const row = await tx
    .insertInto('deal_tasks')
    .values({
      tenant_id: tenantId,
      id: newId(DealTaskId),
      branch_id: task.branchId,
      external_id: facts.externalId,
      ...columns,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'branch_id', 'external_id']).doUpdateSet(columns))
    .returning('id')
    .executeTakeFirstOrThrow();
  return DealTaskId.parse(row.id);
}

export async function setTaskGone(
  { tx, tenantId }: TenantScope,
  { id, revision }: Pick<StoredTask, 'id' | 'revision'>,
  readAt: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('deal_tasks')
    .set({ is_deleted: true, revision, read_at: readAt })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}
