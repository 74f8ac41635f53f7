import { sql } from 'kysely';
import type { ModelPurpose } from '#contract/models/values.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import type { Failure } from './failure-rules.ts';
import type { TokenUsage } from './port.ts';

export type ModelCall = {
  id: string;
  purpose: ModelPurpose;
  /** The subject of the call, e.g. a turn. */
  key: string;
  provider: string;
  model: string;
  usage: TokenUsage;
  isEstimated: boolean;
  costMicroUsd: number;
  durationMs: number;
  /** `aborted`: by the caller, or because the time of all steps was over. */
  outcome: 'answered' | 'aborted' | Failure;
  /** Null: the operator pays. */
  reservationId: string | null;
  calledAt: Temporal.Instant;
};

export async function insertCall({ tx, tenantId }: TenantScope, call: ModelCall): Promise<void> {
  await tx
    .insertInto('model_calls')
    .values({
      tenant_id: tenantId,
      id: call.id,
      purpose: call.purpose,
      subject_key: call.key.slice(0, 200),
      provider: call.provider,
      model: call.model,
      input_tokens: call.usage.inputTokens,
      output_tokens: call.usage.outputTokens,
      cached_tokens: call.usage.cachedTokens,
      is_estimated: call.isEstimated,
      cost_micro_usd: call.costMicroUsd,
      duration_ms: Math.round(call.durationMs),
      outcome: call.outcome,
      reservation_id: call.reservationId,
      called_at: call.calledAt,
    })
    .execute();
}

/** The price of all calls of a reservation. */
export async function costOfReservation({ tx, tenantId }: TenantScope, id: string): Promise<number> {
  const row = await tx
    .selectFrom('model_calls')
    .select(sql<number>`coalesce(sum(cost_micro_usd), 0)::bigint`.as('cost'))
    .where('tenant_id', '=', tenantId)
    .where('reservation_id', '=', id)
    .executeTakeFirst();
  return row?.cost ?? 0;
}

/** The price of answered calls of a subject that the tenant paid; null: there were none. */
export async function costOfAnswered(
  { tx, tenantId }: TenantScope,
  purpose: ModelPurpose,
  key: string,
): Promise<number | null> {
  const row = await tx
    .selectFrom('model_calls')
    .select(sql<number | null>`sum(cost_micro_usd)::bigint`.as('cost'))
    .where('tenant_id', '=', tenantId)
    .where('purpose', '=', purpose)
    .where('subject_key', '=', key)
    .where('outcome', '=', 'answered')
    .where('reservation_id', 'is not', null)
    .executeTakeFirst();
  return row?.cost ?? null;
}

export type UsageDay = { day: string; calls: number; costMicroUsd: number };

/** Days with calls that the tenant pays, newest first, in the zone of the cabinet. */
export async function listUsageDays(
  { tx, tenantId }: TenantScope,
  { since, timeZone }: { since: Temporal.Instant; timeZone: string },
): Promise<UsageDay[]> {
  const day = sql<string>`(called_at at time zone ${timeZone})::date`;
  const rows = await tx
    .selectFrom('model_calls')
    .select([day.as('day'), sql<number>`count(*)`.as('calls'), sql<number>`sum(cost_micro_usd)::bigint`.as('cost')])
    .where('tenant_id', '=', tenantId)
    .where('called_at', '>=', since)
    .where('reservation_id', 'is not', null)
    .groupBy(sql`1`)
    .orderBy(sql`1`, 'desc')
    .execute();
  return rows.map((row) => ({ day: row.day, calls: row.calls, costMicroUsd: row.cost }));
}

/** Rows deleted by one statement: few enough that no other transaction waits for it. */
const BATCH_SIZE = 5_000;

/** Lists tenants with rows older than a moment. */
export async function listTenantsWithOldCalls({ tx }: SystemScope, before: Temporal.Instant): Promise<TenantId[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from tenants t
    where exists (select from model_calls c where c.tenant_id = t.id and c.called_at < ${before}::timestamptz)
    order by t.id`.execute(tx);
  return rows.map(({ id }) => TenantId.parse(id));
}

/** Deletes a batch of old calls. @returns whether there may be more */
export async function deleteSomeCalls(
  { tx }: SystemScope,
  tenantId: TenantId,
  before: Temporal.Instant,
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with aged as (
      select id from model_calls where tenant_id = ${tenantId} and called_at < ${before}::timestamptz limit ${BATCH_SIZE}
    ),
    gone as (delete from model_calls c using aged where c.tenant_id = ${tenantId} and c.id = aged.id returning 1)
    select count(*)::int as count from gone`.execute(tx);
  return rows[0]?.count === BATCH_SIZE;
}
