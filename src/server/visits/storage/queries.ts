import { type Selectable, sql } from 'kysely';
import { BranchId, type ConnectionId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { MasterId, ServiceId, VisitId, VisitStatus } from '#contract/visits/calls.ts';
import type { VisitFacts } from '#server/connections/port.ts';
import { PLANNED_ONCE, type TenantScope } from '#server/platform/database/db.ts';
import type { Visits } from '#server/platform/database/schema.gen.ts';
import type { VisitState } from './rules.ts';

/** A stored visit with the ids of its connection. */
export type StoredVisit = VisitState & {
  id: VisitId;
  externalId: string;
  timeVersion: number;
  revision: number;
  isFirst: boolean;
  readAt: Temporal.Instant | null;
  changedAt: Temporal.Instant | null;
  serviceTitles: string[];
  totalMinor: number;
};

/** Serializes recordings of one connection: two readings of one visit must not run concurrently. */
export async function lockRecording({ tx, tenantId }: TenantScope, connectionId: ConnectionId): Promise<void> {
  await sql`${PLANNED_ONCE} select pg_advisory_xact_lock(hashtextextended(${`visits:${tenantId}:${connectionId}`}, 0))`.execute(
    tx,
  );
}

/** Finds the records in any branch of the connection: a record may be moved between branches. */
export async function listStored(
  { tx, tenantId }: TenantScope,
  connectionId: ConnectionId,
  externalIds: readonly string[],
): Promise<StoredVisit[]> {
  const rows = await tx
    .selectFrom('visits')
    .selectAll('visits')
    .where('visits.tenant_id', '=', tenantId)
    .where('external_id', '=', sql<string>`any (${[...externalIds]}::text[])`)
    .where(
      'branch_id',
      'in',
      tx
        .selectFrom('branches')
        .select('branches.id')
        .where('branches.tenant_id', '=', tenantId)
        .where('branches.connection_id', '=', connectionId),
    )
    .execute();
  return rows.map(toStored);
}

/** Visits that a run takes at most; the next run takes the others. */
const MAX_UNLISTED = 500;

/** Lists open visits of a branch that begin in a period and were last read before a time. */
export async function listUnlisted(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  { from, until, readBefore }: { from: Temporal.Instant; until: Temporal.Instant; readBefore: Temporal.Instant },
): Promise<StoredVisit[]> {
  const rows = await tx
    .selectFrom('visits')
    .selectAll('visits')
    .where('tenant_id', '=', tenantId)
    .where('branch_id', '=', branchId)
    .where('starts_at', '>', from)
    .where('starts_at', '<', until)
    .where('status', 'in', ['waiting', 'confirmed', 'unknown'])
    .where('read_at', '<', readBefore)
    .orderBy('starts_at')
    .limit(MAX_UNLISTED)
    .execute();
  return rows.map(toStored);
}

/** The row of a visit to store. */
export type VisitWrite = VisitState & {
  facts: Omit<VisitFacts, 'client'>;
  /** The card under which the visit is booked. */
  clientExternalId: string | null;
  serviceTitles: readonly string[];
  isFirst: boolean;
  timeVersion: number;
  revision: number;
  readAt: Temporal.Instant;
  recordedAt: Temporal.Instant;
};

/** Upserts visits: one statement for a whole page. */
export async function saveVisits(
  { tx, tenantId }: TenantScope,
  visits: readonly { id: VisitId; visit: VisitWrite }[],
): Promise<void> {
  if (visits.length === 0) return;
  const rows = visits.map(({ id, visit }) => ({
    tenant_id: tenantId,
    id,
    external_id: visit.facts.externalId,
    ...columnsOf(visit),
  }));
  await tx
    .insertInto('visits')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'id']).doUpdateSet((eb) => ({
        branch_id: eb.ref('excluded.branch_id'),
        external_visit_id: eb.ref('excluded.external_visit_id'),
        contact_id: eb.ref('excluded.contact_id'),
        client_external_id: eb.ref('excluded.client_external_id'),
        master_id: eb.ref('excluded.master_id'),
        service_ids: eb.ref('excluded.service_ids'),
        service_titles: eb.ref('excluded.service_titles'),
        starts_at: eb.ref('excluded.starts_at'),
        duration_minutes: eb.ref('excluded.duration_minutes'),
        status: eb.ref('excluded.status'),
        status_text: eb.ref('excluded.status_text'),
        total_minor: eb.ref('excluded.total_minor'),
        comment: eb.ref('excluded.comment'),
        manage_url: eb.ref('excluded.manage_url'),
        is_first: eb.ref('excluded.is_first'),
        is_online: eb.ref('excluded.is_online'),
        // NOTE: a visit that was moved is not confirmed for its new time.
        was_confirmed: sql<boolean>`excluded.was_confirmed or visits.was_confirmed and visits.time_version = excluded.time_version`,
        time_version: eb.ref('excluded.time_version'),
        revision: eb.ref('excluded.revision'),
        source_created_at: eb.ref('excluded.source_created_at'),
        source_changed_at: eb.ref('excluded.source_changed_at'),
        read_at: eb.ref('excluded.read_at'),
        recorded_at: eb.ref('excluded.recorded_at'),
      })),
    )
    .execute();
}

/** Marks a record that the vendor no longer has. Its stored facts stay. */
export async function setVisitGone(
  { tx, tenantId }: TenantScope,
  { id, revision }: Pick<StoredVisit, 'id' | 'revision'>,
  readAt: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('visits')
    .set({ status: 'cancelled', status_text: '', revision, read_at: readAt })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export async function findVisitToChange(
  { tx, tenantId }: TenantScope,
  id: VisitId,
): Promise<{ branchId: BranchId; externalId: string } | undefined> {
  const row = await tx
    .selectFrom('visits')
    .select(['branch_id', 'external_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { branchId: BranchId.parse(row.branch_id), externalId: row.external_id };
}

/** Returns when each record was last requested. */
export async function listReadTimes(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  externalIds: readonly string[],
): Promise<Map<string, Temporal.Instant>> {
  const rows = await tx
    .selectFrom('visits')
    .select(['external_id', 'read_at'])
    .where('tenant_id', '=', tenantId)
    .where('branch_id', '=', branchId)
    .where('external_id', '=', sql<string>`any (${[...externalIds]}::text[])`)
    .where('read_at', 'is not', null)
    .execute();
  return new Map(rows.flatMap((row) => (row.read_at ? [[row.external_id, row.read_at] as const] : [])));
}

/** Lists the vendor's clients who are contacts. */
export async function listKnownClients(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  externalIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('contact_links')
    .select('external_id')
    .where('tenant_id', '=', tenantId)
    .where('branch_id', '=', branchId)
    .where('external_id', '=', sql<string>`any (${[...externalIds]}::text[])`)
    .execute();
  return new Set(rows.map((row) => row.external_id));
}

function columnsOf({ facts, ...visit }: VisitWrite) {
  return {
    branch_id: visit.branchId,
    external_visit_id: facts.externalVisitId,
    contact_id: visit.contactId,
    client_external_id: visit.clientExternalId,
    master_id: visit.masterId,
    service_ids: [...visit.serviceIds],
    service_titles: [...visit.serviceTitles],
    starts_at: visit.startsAt,
    duration_minutes: facts.durationMinutes,
    status: visit.status,
    status_text: visit.statusText,
    total_minor: facts.totalMinor,
    comment: facts.comment,
    manage_url: facts.manageUrl,
    is_first: visit.isFirst,
    is_online: facts.isOnline,
    was_confirmed: visit.status === 'confirmed',
    time_version: visit.timeVersion,
    revision: visit.revision,
    source_created_at: facts.createdAt,
    source_changed_at: facts.changedAt,
    read_at: visit.readAt,
    recorded_at: visit.recordedAt,
  };
}

function toStored(row: Selectable<Visits>): StoredVisit {
  return {
    id: VisitId.parse(row.id),
    externalId: row.external_id,
    branchId: BranchId.parse(row.branch_id),
    contactId: row.contact_id === null ? null : ContactId.parse(row.contact_id),
    masterId: row.master_id === null ? null : MasterId.parse(row.master_id),
    serviceIds: row.service_ids.map((id) => ServiceId.parse(id)),
    startsAt: row.starts_at,
    status: VisitStatus.parse(row.status),
    statusText: row.status_text,
    timeVersion: row.time_version,
    revision: row.revision,
    isFirst: row.is_first,
    readAt: row.read_at,
    changedAt: row.source_changed_at,
    serviceTitles: row.service_titles,
    totalMinor: row.total_minor,
  };
}
