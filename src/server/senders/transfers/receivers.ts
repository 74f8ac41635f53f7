import { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope } from '#server/platform/database/db.ts';

/**
 * The cabinet whose owner signs in by an e-mail and has confirmed it; null when there is none. NOTE: the only query that leads a sender out
 * of its cabinet. Only a job calls it, and the sender never learns the answer.
 */
export async function findCabinetOfOwner({ tx }: SystemScope, email: string): Promise<TenantId | null> {
  const row = await tx
    .selectFrom('sign_in_names as n')
    .innerJoin('members as m', (join) =>
      join.onRef('m.tenant_id', '=', 'n.tenant_id').onRef('m.id', '=', 'n.member_id'),
    )
    .select('n.tenant_id')
    .where('n.kind', '=', 'email')
    .where('n.name', '=', email)
    .where('m.role', '=', 'owner')
    .where('m.email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row ? TenantId.parse(row.tenant_id) : null;
}
