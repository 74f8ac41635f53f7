import { sql } from 'kysely';
import type { SegmentId } from '#contract/audiences/segments.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { audienceFilter } from './contact-reads.ts';
import type { AudienceQuestion } from './trait-rules.ts';

/** Adds contacts to a frozen segment; those that are there no more are left out. */
export async function addMembers(
  { tx, tenantId }: TenantScope,
  id: SegmentId,
  contactIds: readonly ContactId[],
): Promise<void> {
  await sql`
    insert into segment_members (tenant_id, segment_id, contact_id)
    select ${tenantId}::uuid, ${id}::uuid, c.id from contacts c
    where c.tenant_id = ${tenantId} and c.id = any(${[...contactIds]}::uuid[])
    on conflict do nothing`.execute(tx);
}

/** Stores the contacts of an audience as those of a frozen segment. */
export async function storeMembers(
  { tx, tenantId }: TenantScope,
  id: SegmentId,
  question: AudienceQuestion,
): Promise<void> {
  await sql`
    insert into segment_members (tenant_id, segment_id, contact_id)
    select ${tenantId}::uuid, ${id}::uuid, c.id from contacts c
    where c.tenant_id = ${tenantId} and ${audienceFilter(tenantId, question)}
    on conflict do nothing`.execute(tx);
}
