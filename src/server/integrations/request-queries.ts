import { sql } from 'kysely';
import { z } from 'zod';
import { ApiRequest, type ApiTokenId, type IgnoredField } from '#contract/integrations/tokens.ts';
import { type ApiScope, ApiScope as Scope } from '#contract/integrations/events.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import { boundedCounts } from '#server/platform/values/fields.ts';
import type { ApiClientCall } from '#server/platform/context/api-clients.ts';
import { newId } from '#server/platform/values/ids.ts';

export type NotedCall = Omit<ApiClientCall, 'answer'> &
  Pick<ApiRequest, 'acceptedCount' | 'refusedCount' | 'ignoredCount' | 'refusals'> & { requestedAt: Temporal.Instant };

export async function insertRequest(
  { tx, tenantId }: TenantScope,
  tokenId: ApiTokenId,
  called: NotedCall,
): Promise<void> {
  await tx
    .insertInto('api_requests')
    .values({
      tenant_id: tenantId,
      id: newId(z.uuid()),
      token_id: tokenId,
      method: called.method,
      path: called.path,
      idempotency_key: called.idempotencyKey,
      status: called.status,
      problem: called.problem?.code ?? null,
      details: called.problem?.details ? JSON.stringify(called.problem.details) : null,
      is_replay: called.isReplay,
      accepted_count: called.acceptedCount,
      refused_count: called.refusedCount,
      ignored_count: called.ignoredCount,
      refusals: JSON.stringify(called.refusals),
      asked_at: called.requestedAt,
    })
    .execute();
}

const Details = z.object({ fields: ApiRequest.shape.fields }).partial().nullable();

/** Lists the latest calls first. */
export async function listRequests({ tx, tenantId }: TenantScope, shown: number): Promise<ApiRequest[]> {
  const rows = await tx
    .selectFrom('api_requests')
    .innerJoin('api_tokens', (join) =>
      join
        .onRef('api_tokens.tenant_id', '=', 'api_requests.tenant_id')
        .onRef('api_tokens.id', '=', 'api_requests.token_id'),
    )
    .selectAll('api_requests')
    .select('api_tokens.name as token_name')
    .where('api_requests.tenant_id', '=', tenantId)
    .orderBy('api_requests.asked_at', 'desc')
    .orderBy('api_requests.id', 'desc')
    .limit(shown)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    askedAt: row.asked_at.toString(),
    tokenName: row.token_name,
    method: row.method,
    path: row.path,
    idempotencyKey: row.idempotency_key,
    status: row.status,
    problem: row.problem,
    fields: Details.safeParse(row.details).data?.fields ?? null,
    isReplay: row.is_replay,
    acceptedCount: row.accepted_count,
    refusedCount: row.refused_count,
    ignoredCount: row.ignored_count,
    refusals: ApiRequest.shape.refusals.parse(row.refusals),
  }));
}

const MAX_FIELDS = 100;

/** Counts unknown fields. */
export async function countIgnored(
  scope: TenantScope,
  kind: ApiScope,
  { counts, now }: { counts: ReadonlyMap<string, number>; now: Temporal.Instant },
): Promise<void> {
  if (counts.size === 0) return;
  const known = new Set((await listIgnoredFields(scope)).filter((one) => one.kind === kind).map(({ field }) => field));
  for (const [field, count] of boundedCounts(counts, known, MAX_FIELDS))
    await addIgnored(scope, { kind, field, count, now });
}

async function addIgnored(
  { tx, tenantId }: TenantScope,
  { kind, field, count, now }: { kind: ApiScope; field: string; count: number; now: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('api_ignored_fields')
    .values({ tenant_id: tenantId, kind, field, count, last_seen_at: now })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'kind', 'field']).doUpdateSet({
        count: sql`api_ignored_fields.count + excluded.count`,
        last_seen_at: now,
      }),
    )
    .execute();
}

/** Lists the most frequent first. */
export async function listIgnoredFields({ tx, tenantId }: TenantScope): Promise<IgnoredField[]> {
  const rows = await tx
    .selectFrom('api_ignored_fields')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('count', 'desc')
    .orderBy('kind')
    .orderBy('field')
    .limit(MAX_FIELDS * Scope.options.length + Scope.options.length)
    .execute();
  return rows.map((row) => ({
    kind: Scope.parse(row.kind),
    field: row.field,
    count: row.count,
    lastSeenAt: row.last_seen_at.toString(),
  }));
}

/** Deletes older calls, of every tenant. */
export async function deleteRequests({ tx }: SystemScope, before: Temporal.Instant): Promise<void> {
  await tx.deleteFrom('api_requests').where('asked_at', '<', before).execute();
}
