import { sql } from 'kysely';
import type { TenantScope } from '#server/platform/db.ts';
import type { FlowEvent } from '#server/flows/deciding/decision.ts';
import { toFlowEvent } from './queries.ts';

/** The latest event of some kinds that happened to each of the visits. */
export async function listHappened(
  { tx, tenantId }: TenantScope,
  visits: readonly { id: string }[],
  kinds: readonly string[],
): Promise<Map<string, FlowEvent>> {
  if (kinds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('events')
    .select(['id', 'kind', 'visit_id', 'facts', 'occurred_at'])
    .where('tenant_id', '=', tenantId)
    .where('visit_id', '=', sql<string>`any (${visits.map(({ id }) => id)}::uuid[])`)
    .where('kind', 'in', [...kinds])
    .orderBy('recorded_at')
    .execute();
  return new Map(
    rows.map((row) => {
      const event = { id: row.id, name: row.kind, occurredAt: row.occurred_at, facts: row.facts };
      return [row.visit_id ?? '', toFlowEvent(event)];
    }),
  );
}
