import { type MemberId, TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope } from '#server/platform/database/db.ts';

/** Names of members of any cabinets, removed ones too: the full name, or else the e-mail. */
export async function findNames({ tx }: SystemScope, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('members')
    .select(['id', 'full_name', 'email'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, full_name, email }) => [id, full_name || email]));
}

/** The cabinet of a member, whichever it is. */
export async function findCabinetOf({ tx }: SystemScope, id: MemberId): Promise<TenantId | undefined> {
  const row = await tx.selectFrom('members').select('tenant_id').where('id', '=', id).executeTakeFirst();
  return row && TenantId.parse(row.tenant_id);
}
