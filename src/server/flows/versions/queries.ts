import { sql } from 'kysely';
import { type FlowId, FlowSettings } from '#contract/flows.ts';
import { STOPS } from '#server/flows/planning/reconciling-rules.ts';
import type { TenantScope } from '#server/platform/db.ts';

export type StoredVersion = {
  version: number;
  title: string;
  /** As it was saved then: an older shape reads with today's defaults. */
  settings: unknown;
  savedAt: Temporal.Instant;
  savedBy: string | null;
};

/** Saves of a flow, newest first. @param before only those below this version */
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
  return rows.map((row) => ({
    version: row.version,
    title: row.title,
    settings: FlowSettings.safeParse(row.settings).data ?? row.settings,
    savedAt: row.saved_at,
    savedBy: row.full_name?.trim() || row.email,
  }));
}

/** What a version was, in today's shape; undefined when there is none, or it cannot be read any more. */
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
 * How many people wait for a message of a flow, by the version they entered with; newest first.
 *
 * @param heldBack of a flow that is stopped: those count who would wait if it were not
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
