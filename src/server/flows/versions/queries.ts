import { sql } from 'kysely';
import { type FlowId, FlowSettings } from '#contract/flows/calls.ts';
import { STOPS } from '#server/flows/planning/reconciling-rules.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { type StoredVersion, toStoredVersion } from '#server/platform/values/versions.ts';

/**
 * Versions of a flow, newest first.
 * @param before only those below this version
 */
export async function listVersions(
  { tx, tenantId }: TenantScope,
  flowId: FlowId,
  { before, limit }: { before: number | null; limit: number },
): Promise<StoredVersion[]> {
  const rows = await tx
    .selectFrom('flow_versions as v')
    .leftJoin('members as m', (join) => join.onRef('m.tenant_id', '=', 'v.tenant_id').onRef('m.id', '=', 'v.member_id'))
    .select(['v.version', 'v.title', 'v.settings', 'v.saved_at', 'm.full_name', 'm.email'])
    .where('v.tenant_id', '=', tenantId)
    .where('v.flow_id', '=', flowId)
    .$if(before !== null, (query) => query.where('v.version', '<', before))
    .orderBy('v.version', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => toStoredVersion(row, FlowSettings));
}

/** A version in today's shape; undefined when there is none, or when it cannot be parsed any more. */
export async function findVersion(
  { tx, tenantId }: TenantScope,
  flowId: FlowId,
  version: number,
): Promise<{ title: string; settings: FlowSettings } | undefined> {
  const row = await tx
    .selectFrom('flow_versions')
    .select(['title', 'settings'])
    .where('tenant_id', '=', tenantId)
    .where('flow_id', '=', flowId)
    .where('version', '=', version)
    .executeTakeFirst();
  const settings = FlowSettings.safeParse(row?.settings);
  return row && settings.success ? { title: row.title, settings: settings.data } : undefined;
}

/**
 * Counts contacts with planned messages of a flow by flow version; newest first.
 * @param heldBack of a stopped flow: contacts count whose messages would be planned if it were not stopped
 */
export async function countPeopleWaiting(
  { tx, tenantId }: TenantScope,
  flowId: FlowId,
  heldBack: { isTest: boolean; dueAfter: Temporal.Instant } | null,
): Promise<{ version: number; people: number }[]> {
  const rows = await tx
    .selectFrom('messages')
    .select(['sender_version as version', sql<number>`count(distinct contact_id)::int8`.as('people')])
    .where('tenant_id', '=', tenantId)
    .where('sender_id', '=', flowId)
    .$if(heldBack === null, (query) => query.where('phase', '=', 'waiting'))
    .$if(heldBack !== null, (query) =>
      query
        .where('phase', '=', 'ended')
        .where('status', '=', 'cancelled')
        .where('reason', 'in', STOPS)
        .where('due_at', '>', heldBack?.dueAfter ?? null)
        .where('is_test', '=', heldBack?.isTest ?? false),
    )
    .where('sender_version', 'is not', null)
    .groupBy('sender_version')
    .orderBy('sender_version', 'desc')
    .execute();
  return rows.map(({ version, people }) => ({ version: version ?? 0, people }));
}
