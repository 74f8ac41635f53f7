import { sql } from 'kysely';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';

/** @returns whether the write is new; else it was begun before, with the result that it had, if any */
export async function beginWrite(
  { tx, tenantId }: TenantScope,
  { key, assistantId, now }: { key: string; assistantId: AssistantId; now: Temporal.Instant },
): Promise<{ isNew: true } | { isNew: false; result: unknown }> {
  const row = await tx
    .insertInto('assistant_rest_writes')
    .values({ tenant_id: tenantId, key, assistant_id: assistantId, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (row) return { isNew: true };
  const known = await tx
    .selectFrom('assistant_rest_writes')
    .select('result')
    .where('tenant_id', '=', tenantId)
    .where('key', '=', key)
    .executeTakeFirst();
  return { isNew: false, result: known?.result ?? null };
}

export async function endWrite({ tx, tenantId }: TenantScope, key: string, result: unknown): Promise<void> {
  await tx
    .updateTable('assistant_rest_writes')
    .set({ result: JSON.stringify(result) })
    .where('tenant_id', '=', tenantId)
    .where('key', '=', key)
    .execute();
}

/** Forgets writes that no turn repeats any more. */
export async function deleteWrites({ tx }: SystemScope, before: Temporal.Instant): Promise<void> {
  await sql`delete from assistant_rest_writes where at < ${before}`.execute(tx);
}
