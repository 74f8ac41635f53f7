import { sql } from 'kysely';
import { BranchId, type ConnectionId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { VisitId, VisitStatus } from '#contract/visits/calls.ts';
import type { VisitFacts } from '#server/connections/port.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** A visit with the values as received; the contact by our id. */
export type RecordedVisit = {
  id: VisitId;
  branchId: BranchId;
  branchExternalId: string;
  currency: string;
  contactId: ContactId | null;
  facts: Omit<VisitFacts, 'client'>;
};

export async function listRecordedVisits(
  { tx, tenantId }: TenantScope,
  connectionId: ConnectionId,
  externalIds: readonly string[],
): Promise<RecordedVisit[]> {
  const rows = await tx
    .selectFrom('visits')
    .innerJoin('branches', (join) =>
      join.onRef('branches.tenant_id', '=', 'visits.tenant_id').onRef('branches.id', '=', 'visits.branch_id'),
    )
    .leftJoin('masters', (join) =>
      join.onRef('masters.tenant_id', '=', 'visits.tenant_id').onRef('masters.id', '=', 'visits.master_id'),
    )
    .selectAll('visits')
    .select(['branches.external_id as branch_external_id', 'branches.currency'])
    .select(['masters.external_id as master_external_id', 'masters.name as master_name'])
    .select(
      sql<
        string[]
      >`array(select coalesce(s.external_id, '') from unnest(visits.service_ids) with ordinality as one (id, place)
        left join services s on s.tenant_id = ${tenantId} and s.id = one.id order by one.place)`.as('service_keys'),
    )
    .where('visits.tenant_id', '=', tenantId)
    .where('branches.connection_id', '=', connectionId)
    .where('visits.external_id', '=', sql<string>`any (${[...externalIds]}::text[])`)
    .execute();
  return rows.map((row) => ({
    id: VisitId.parse(row.id),
    branchId: BranchId.parse(row.branch_id),
    branchExternalId: row.branch_external_id,
    currency: row.currency,
    contactId: row.contact_id === null ? null : ContactId.parse(row.contact_id),
    facts: {
      externalId: row.external_id,
      externalVisitId: row.external_visit_id,
      masterExternalId: row.master_external_id,
      masterName: row.master_name,
      services: row.service_titles.map((title, index) => ({ title, externalId: row.service_keys[index] || title })),
      startsAt: row.starts_at,
      durationMinutes: row.duration_minutes,
      status: VisitStatus.parse(row.status),
      totalMinor: row.total_minor,
      comment: row.comment,
      manageUrl: row.manage_url,
      isOnline: row.is_online,
      createdAt: row.source_created_at,
      changedAt: row.source_changed_at,
    },
  }));
}

/** Returns whether a contact has a visit that begins earlier, cancelled visits aside. */
export async function hadVisitBefore(
  { tx, tenantId }: TenantScope,
  contactId: ContactId,
  { startsAt, externalId }: { startsAt: Temporal.Instant; externalId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('visits')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', contactId)
    .where('starts_at', '<', startsAt)
    .where('status', '<>', 'cancelled')
    .where('external_id', '<>', externalId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
