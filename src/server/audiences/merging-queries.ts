import { sql } from 'kysely';
import type { ContactMerge } from '#server/contacts/jobs.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Copies the frozen segments of a merged contact; the rows of `from` are deleted with it. */
export async function copySegments({ tx, tenantId }: TenantScope, { from, to }: ContactMerge): Promise<void> {
  await sql`
    insert into segment_members (tenant_id, segment_id, contact_id)
    select tenant_id, segment_id, ${to} from segment_members where tenant_id = ${tenantId} and contact_id = ${from}
    on conflict do nothing`.execute(tx);
}
