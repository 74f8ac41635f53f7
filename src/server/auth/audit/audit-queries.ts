import { sql } from 'kysely';
import type { AuditAction } from '#contract/audit/actions.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import { isBeyond } from '#server/platform/values/cursor.ts';

export type AuditPage = {
  /** The member, token or admin, or the member as whom an admin acted. */
  actorId: string | undefined;
  /** Null: all. */
  actions: readonly AuditAction[] | null;
  hidden: readonly AuditAction[];
  after: readonly [string, string] | null;
  limit: number;
};

/** Lists entries of the cabinet, the latest first; one more than `limit`. */
export async function listEntries({ tx, tenantId }: TenantScope, page: AuditPage) {
  return entries({ tx }, page).where('a.tenant_id', '=', tenantId).execute();
}

/** Lists entries of all cabinets, the latest first; one more than `limit`. */
export async function listEntriesOfAll({ tx }: SystemScope, page: AuditPage) {
  return entries({ tx }, page).execute();
}

function entries({ tx }: SystemScope, { actorId, actions, hidden, after, limit }: AuditPage) {
  return tx
    .selectFrom('audit_entries as a')
    .innerJoin('tenants as t', 't.id', 'a.tenant_id')
    .selectAll('a')
    .select('t.name as tenant_name')
    .$if(actorId !== undefined, (query) => query.where('a.actor', '=', String(actorId)))
    .$if(actions !== null, (query) => query.where('a.action', 'in', [...(actions ?? [])]))
    .$if(hidden.length > 0, (query) => query.where('a.action', 'not in', [...hidden]))
    .where(isBeyond([sql`a.at`, sql`a.id`], after, 'desc'))
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit + 1);
}
