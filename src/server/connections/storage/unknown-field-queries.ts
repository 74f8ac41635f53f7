import { sql } from 'kysely';
import type { ConnectionId, UnknownField } from '#contract/connections/calls.ts';
import { OTHER_FIELDS } from '#contract/connections/values.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { boundedCounts } from '#server/platform/values/fields.ts';

const MAX_FIELDS = 50;
/** Fields that have not come for longer make room for new ones. */
const RETENTION_DAYS = 90;

/**
 * Counts unknown fields.
 *
 * @returns those that are new
 */
export async function countUnknownFields(
  scope: TenantScope,
  connectionId: ConnectionId,
  { counts, now }: { counts: ReadonlyMap<string, number>; now: Temporal.Instant },
): Promise<string[]> {
  const { tx, tenantId } = scope;
  await lockCounting(scope, connectionId);
  const isNew = (known: ReadonlySet<string>) => [...counts.keys()].filter((field) => !known.has(field));
  let known = await listNames(scope, connectionId);
  if (known.size + isNew(known).length > MAX_FIELDS) {
    await forgetUnseen(scope, connectionId, now.subtract({ hours: RETENTION_DAYS * 24 }));
    known = await listNames(scope, connectionId);
  }
  const counted = boundedCounts(counts, known, MAX_FIELDS);
  await tx
    .insertInto('unknown_fields')
    .values(
      counted.map(([field, count]) => ({
        tenant_id: tenantId,
        connection_id: connectionId,
        field,
        count,
        last_seen_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'connection_id', 'field']).doUpdateSet({
        count: sql`unknown_fields.count + excluded.count`,
        last_seen_at: now,
      }),
    )
    .execute();
  return isNew(known);
}

/** Lists the most frequent first; the last stands for all fields beyond the limit. */
export async function listUnknownFields(
  { tx, tenantId }: TenantScope,
  connectionId: ConnectionId,
): Promise<UnknownField[]> {
  const rows = await tx
    .selectFrom('unknown_fields')
    .select(['field', 'count', 'last_seen_at'])
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .orderBy(sql`field = ${OTHER_FIELDS}`)
    .orderBy('count', 'desc')
    .orderBy('field')
    .execute();
  return rows.map((row) => ({ field: row.field, count: row.count, lastSeenAt: row.last_seen_at.toString() }));
}

/** Serializes counting: two transactions would each find room for the last name. */
async function lockCounting({ tx, tenantId }: TenantScope, connectionId: ConnectionId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`fields:${tenantId}:${connectionId}`}, 0))`.execute(tx);
}

async function listNames({ tx, tenantId }: TenantScope, connectionId: ConnectionId): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('unknown_fields')
    .select('field')
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .where('field', '!=', OTHER_FIELDS)
    .execute();
  return new Set(rows.map(({ field }) => field));
}

async function forgetUnseen(
  { tx, tenantId }: TenantScope,
  connectionId: ConnectionId,
  before: Temporal.Instant,
): Promise<void> {
  await tx
    .deleteFrom('unknown_fields')
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .where('last_seen_at', '<', before)
    .execute();
}
