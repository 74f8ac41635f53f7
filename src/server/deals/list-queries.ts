import { type ExpressionBuilder, sql } from 'kysely';
import { z } from 'zod';
import { BranchId, ConnectionId, ConnectionKind } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { type listDeals, StageKind } from '#contract/deals/calls.ts';
import { DealId, DealPipelineId, DealStageId, DealTaskId } from '#contract/deals/ids.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { DealFactsForFlow, TaskFactsForFlow } from './rules.ts';

const ListCursor = z.tuple([z.iso.datetime(), DealId]);

/** The URL of a deal's page in the CRM; null: it is not connected any more. */
type UrlOf = (deal: { connectionId: ConnectionId; externalId: string }) => string | null;

/** Lists deals that were not deleted, the latest first. Those of a contact are also the deals in which they are not the main one. */
export async function pageOfDeals(
  scope: TenantScope,
  { contactId, branchId, cursor, limit }: QueryOf<typeof listDeals>,
  urlOf: UrlOf,
): Promise<ReplyOf<typeof listDeals>> {
  const last = readCursor(cursor, ListCursor);
  const rows = await selectDeals(scope)
    .where('deals.is_deleted', '=', false)
    .$if(contactId !== undefined, (query) => query.where(isOfContact(scope, contactId ?? '')))
    .$if(branchId !== undefined, (query) => query.where('deals.branch_id', '=', branchId ?? ''))
    .where(isBeyond([sql.ref('deals.created_at'), sql.ref('deals.id')], last, 'desc'))
    .orderBy('deals.created_at', 'desc')
    .orderBy('deals.id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(
    rows,
    limit,
    (row) => ({
      id: DealId.parse(row.id),
      branchId: BranchId.parse(row.branch_id),
      source: ConnectionKind.parse(row.source),
      title: row.title,
      url:
        row.is_branch_active === true
          ? urlOf({ connectionId: ConnectionId.parse(row.connection_id), externalId: row.external_id })
          : null,
      pipelineTitle: row.pipeline_title,
      stageId: DealStageId.parse(row.stage_id),
      stageTitle: row.stage_title,
      stageKind: StageKind.parse(row.stage_kind),
      total: { amountMinor: row.price_minor, currency: row.currency },
      responsibleName: row.responsible_name,
      createdAt: row.created_at.toString(),
      closedAt: row.closed_at?.toString() ?? null,
    }),
    (row) => [row.created_at.toString(), row.id],
  );
}

const isOfContact = ({ tenantId }: TenantScope, contactId: string) => sql<boolean>`(
  deals.contact_id = ${contactId}
  or deals.id in (
    select p.deal_id from contact_links l join deal_people p
      on p.tenant_id = l.tenant_id and p.branch_id = l.branch_id and p.external_id = l.external_id
    where l.tenant_id = ${tenantId} and l.contact_id = ${contactId}))`;

/** The record that a note about a contact is added to. */
export type NotePlace = {
  connectionId: ConnectionId;
  /** When the CRM was connected. */
  since: Temporal.Instant;
  on: { kind: 'deal' | 'person'; externalId: string };
};

/**
 * Returns, for each connected account of a CRM in which a contact is known, their latest open deal, else the person.
 */
export async function listNotePlaces(
  { tx, tenantId }: TenantScope,
  contactIds: readonly ContactId[],
): Promise<Map<ContactId, NotePlace[]>> {
  const { rows } = await sql<{
    contact_id: string;
    connection_id: string;
    since: Temporal.Instant;
    person: string;
    deal: string | null;
  }>`
    select distinct on (l.contact_id, l.branch_id) l.contact_id, b.connection_id, c.created_at as since,
      l.external_id as person, open.external_id as deal
    from contact_links l
    join branches b on b.tenant_id = l.tenant_id and b.id = l.branch_id
    join connections c on c.tenant_id = b.tenant_id and c.id = b.connection_id
    left join lateral (
      select d.external_id, d.created_at from deal_people p
      join deals d on d.tenant_id = p.tenant_id and d.id = p.deal_id
      join deal_stages s on s.tenant_id = d.tenant_id and s.id = d.stage_id
      where p.tenant_id = ${tenantId} and p.branch_id = l.branch_id and p.external_id = l.external_id
        and not d.is_deleted and s.kind = 'open'
      order by d.created_at desc, d.id desc limit 1) open on true
    where l.tenant_id = ${tenantId} and l.contact_id = any (${[...contactIds]}::uuid[])
      and b.is_active and b.removed_at is null and c.removed_at is null
      and exists (select from deal_pipelines p where p.tenant_id = ${tenantId} and p.branch_id = l.branch_id)
      and not exists (select from unwanted_notes n where n.tenant_id = ${tenantId} and n.connection_id = b.connection_id)
    order by l.contact_id, l.branch_id, open.created_at desc nulls last, l.external_id`.execute(tx);
  const places = new Map<ContactId, NotePlace[]>();
  for (const row of rows) {
    const on =
      row.deal === null
        ? { kind: 'person' as const, externalId: row.person }
        : { kind: 'deal' as const, externalId: row.deal };
    places
      .getOrInsertComputed(ContactId.parse(row.contact_id), () => [])
      .push({ connectionId: ConnectionId.parse(row.connection_id), since: row.since, on });
  }
  return places;
}

/** Returns the ids of a contact's people in an account. */
export async function listPersonIds(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  contactId: ContactId,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('contact_links')
    .select('external_id')
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', contactId)
    .where('branch_id', '=', branchId)
    .orderBy('external_id')
    .execute();
  return rows.map((row) => row.external_id);
}

/** The connection and the CRM's id of a deal; null: it is not there, or the CRM is no longer connected. */
export async function findDealPlace(
  { tx, tenantId }: TenantScope,
  id: DealId,
): Promise<{ connectionId: ConnectionId; branchId: BranchId; externalId: string } | null> {
  const { rows } = await sql<{ connection_id: string; branch_id: string; external_id: string }>`
    select b.connection_id, d.branch_id, d.external_id from deals d
    join branches b on b.tenant_id = d.tenant_id and b.id = d.branch_id
    join connections c on c.tenant_id = b.tenant_id and c.id = b.connection_id
    where d.tenant_id = ${tenantId} and d.id = ${id} and not d.is_deleted
      and b.is_active and b.removed_at is null and c.removed_at is null`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const { connection_id, branch_id, external_id } = row;
  return {
    connectionId: ConnectionId.parse(connection_id),
    branchId: BranchId.parse(branch_id),
    externalId: external_id,
  };
}

export async function listDealFacts(scope: TenantScope, ids: readonly DealId[]): Promise<DealFactsForFlow[]> {
  const rows = await selectDeals(scope)
    .where('deals.id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  return rows.map(toFacts);
}

/** Tasks of deals that are not stored are left out. */
export async function listTaskFacts(scope: TenantScope, ids: readonly DealTaskId[]): Promise<TaskFactsForFlow[]> {
  const rows = await selectDeals(scope)
    .innerJoin('deal_tasks', (join) =>
      join
        .onRef('deal_tasks.tenant_id', '=', 'deals.tenant_id')
        .onRef('deal_tasks.branch_id', '=', 'deals.branch_id')
        .onRef('deal_tasks.deal_external_id', '=', 'deals.external_id'),
    )
    .select([
      'deal_tasks.id as task_id',
      'deal_tasks.text',
      'deal_tasks.due_at',
      'deal_tasks.due_version',
      'deal_tasks.is_done',
      'deal_tasks.is_deleted as is_task_deleted',
    ])
    .where('deal_tasks.id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  return rows.map((row) => ({
    id: DealTaskId.parse(row.task_id),
    text: row.text,
    dueAt: row.due_at,
    dueVersion: row.due_version,
    isDone: row.is_done,
    isDeleted: row.is_task_deleted,
    deal: toFacts(row),
  }));
}

type Joined = Pick<DB, 'deals' | 'branches' | 'connections'>;

function isBranchActive({ eb, and }: ExpressionBuilder<Joined, keyof Joined>) {
  return and([
    eb('branches.is_active', '=', true),
    eb('branches.removed_at', 'is', null),
    eb('connections.removed_at', 'is', null),
  ]);
}

function selectDeals({ tx, tenantId }: TenantScope) {
  return tx
    .selectFrom('deals')
    .innerJoin('branches', (join) =>
      join.onRef('branches.tenant_id', '=', 'deals.tenant_id').onRef('branches.id', '=', 'deals.branch_id'),
    )
    .innerJoin('connections', (join) =>
      join
        .onRef('connections.tenant_id', '=', 'branches.tenant_id')
        .onRef('connections.id', '=', 'branches.connection_id'),
    )
    .innerJoin('deal_stages', (join) =>
      join.onRef('deal_stages.tenant_id', '=', 'deals.tenant_id').onRef('deal_stages.id', '=', 'deals.stage_id'),
    )
    .innerJoin('deal_pipelines', (join) =>
      join
        .onRef('deal_pipelines.tenant_id', '=', 'deal_stages.tenant_id')
        .onRef('deal_pipelines.id', '=', 'deal_stages.pipeline_id'),
    )
    .selectAll('deals')
    .select([
      'branches.title as branch_title',
      'branches.time_zone',
      'branches.currency',
      'branches.address',
      'branches.phone',
      'branches.connection_id',
      'connections.kind as source',
      'deal_stages.title as stage_title',
      'deal_stages.kind as stage_kind',
      'deal_pipelines.id as pipeline_id',
      'deal_pipelines.title as pipeline_title',
    ])
    .select((eb) => isBranchActive(eb as never).as('is_branch_active')) // NOTE: it reads these three tables alone
    .where('deals.tenant_id', '=', tenantId);
}

type FactsRow = Awaited<ReturnType<ReturnType<typeof selectDeals>['execute']>>[number];

function toFacts(row: FactsRow): DealFactsForFlow {
  return {
    id: DealId.parse(row.id),
    branchId: BranchId.parse(row.branch_id),
    branchTitle: row.branch_title,
    branchAddress: row.address,
    branchPhone: row.phone,
    timeZone: row.time_zone,
    currency: row.currency,
    source: ConnectionKind.parse(row.source),
    isBranchActive: row.is_branch_active === true,
    contactId: row.contact_id === null ? null : ContactId.parse(row.contact_id),
    title: row.title,
    pipelineId: DealPipelineId.parse(row.pipeline_id),
    pipelineTitle: row.pipeline_title,
    stageId: DealStageId.parse(row.stage_id),
    stageTitle: row.stage_title,
    stageVersion: row.stage_version,
    priceMinor: row.price_minor,
    responsibleName: row.responsible_name,
    tags: row.tags,
    createdAt: row.created_at,
    isDeleted: row.is_deleted,
  };
}

export async function listLatestDealIds({ tx, tenantId }: TenantScope, limit: number): Promise<DealId[]> {
  const rows = await tx
    .selectFrom('deals')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('is_deleted', '=', false)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => DealId.parse(row.id));
}

/** Lists open tasks due in a period, or the next ones, the earliest first. @param after the last task of the page before */
export async function listTaskIdsDue(
  { tx, tenantId }: TenantScope,
  {
    from,
    until,
    after,
    limit,
  }: { from: Temporal.Instant; until: Temporal.Instant | null; after: string | null; limit: number },
): Promise<DealTaskId[]> {
  const rows = await tx
    .selectFrom('deal_tasks')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('is_done', '=', false)
    .where('is_deleted', '=', false)
    .where('due_at', '>=', from)
    .$if(until !== null, (query) => query.where('due_at', '<', until))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(due_at, id) > (select due_at, id from deal_tasks last where last.tenant_id = ${tenantId} and last.id = ${after}::uuid)`,
      ),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => DealTaskId.parse(row.id));
}

/** Most tasks of one contact that are explained. */
const OF_CONTACT = 20;

export async function listTaskIdsOfContact(
  { tx, tenantId }: TenantScope,
  contactId: ContactId,
  { from, to }: { from: Temporal.Instant; to: Temporal.Instant },
): Promise<DealTaskId[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from deals d join deal_tasks t
      on t.tenant_id = d.tenant_id and t.branch_id = d.branch_id and t.deal_external_id = d.external_id
    where d.tenant_id = ${tenantId} and d.contact_id = ${contactId} and t.due_at >= ${from} and t.due_at <= ${to}
    order by t.due_at desc, t.id desc limit ${OF_CONTACT}`.execute(tx);
  return rows.map((row) => DealTaskId.parse(row.id));
}

/** Lists the names of responsible employees, or the tags, of the account's deals. */
export async function listWords(
  { tx, tenantId }: TenantScope,
  what: 'responsible' | 'tag',
  limit: number,
): Promise<string[]> {
  const word = what === 'tag' ? sql`unnest(tags)` : sql`responsible_name`;
  const { rows } = await sql<{ word: string | null }>`
    select distinct word from (
      select ${word} as word from (
        select tags, responsible_name from deals where tenant_id = ${tenantId} order by created_at desc, id desc limit ${LATEST}) latest
    ) words where word is not null order by word limit ${limit}`.execute(tx);
  return rows.flatMap((row) => row.word ?? []);
}

/** Deals whose tags and employees are offered: those of the last weeks have all that are in use. */
const LATEST = 2_000;
