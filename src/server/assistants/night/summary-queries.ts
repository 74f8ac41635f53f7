import { sql } from 'kysely';
import { z } from 'zod';
import { AssistantId } from '#contract/assistants/calls.ts';
import { SUMMARY_OUTCOMES } from '#contract/assistants/values.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';

/** A night that was summed up. */
export type Summary = {
  nightEndedAt: Temporal.Instant;
  outcome: (typeof SUMMARY_OUTCOMES)[number];
  writers: number;
  /** Null: nothing was sent to a phone. */
  phone: string | null;
};

/** Assistants of all cabinets that sum up their nights. */
export async function listSummarising({
  tx,
}: SystemScope): Promise<{ tenantId: TenantId; assistantId: AssistantId }[]> {
  const rows = await tx
    .selectFrom('assistants')
    .select(['tenant_id', 'id'])
    .where('status', '=', 'on')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(published_settings -> 'morningSummary' ->> 'isOn') = 'true'`)
    .execute();
  return rows.map((row) => ({ tenantId: TenantId.parse(row.tenant_id), assistantId: AssistantId.parse(row.id) }));
}

export async function insertSummary(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  { nightEndedAt, outcome, writers, phone }: Summary,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('morning_summaries')
    .values({
      tenant_id: tenantId,
      assistant_id: assistantId,
      night_ended_at: nightEndedAt,
      outcome,
      writers,
      phone,
      at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The last night that was summed up. */
export async function findLastSummary(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
): Promise<(Summary & { at: Temporal.Instant }) | null> {
  const row = await tx
    .selectFrom('morning_summaries')
    .select(['night_ended_at', 'outcome', 'writers', 'phone', 'at'])
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .orderBy('night_ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { night_ended_at: nightEndedAt, writers, phone, at } = row;
  return { nightEndedAt, outcome: Outcome.parse(row.outcome), writers, phone, at };
}

const Outcome = z.enum(SUMMARY_OUTCOMES);
