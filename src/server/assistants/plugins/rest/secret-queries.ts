import { sql } from 'kysely';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { RestSecret } from '#contract/assistants/rest.ts';
import { RestCallId } from '#contract/assistants/rest-settings.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

export type SealedSecret = RestSecret & { value: Buffer };

/** Secrets of an assistant, of one call where it is given. */
export async function selectSecrets(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  callId?: RestCallId,
): Promise<SealedSecret[]> {
  const rows = await tx
    .selectFrom('assistant_rest_secrets')
    .select(['call_id', 'header', 'origin', 'value'])
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .$if(callId !== undefined, (query) => query.where('call_id', '=', String(callId)))
    .orderBy('call_id')
    .orderBy('header')
    .execute();
  return rows.map(({ call_id, ...row }) => ({ ...row, callId: RestCallId.parse(call_id) }));
}

/** Sets a secret, or replaces it. */
export async function upsertSecret(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  { callId, header, origin, value }: SealedSecret,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('assistant_rest_secrets')
    .values({ tenant_id: tenantId, assistant_id: assistantId, call_id: callId, header, origin, value, set_at: now })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'assistant_id', 'call_id', 'header']).doUpdateSet({ origin, value, set_at: now }),
    )
    .execute();
}

export async function deleteSecret(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  { callId, header }: Pick<RestSecret, 'callId' | 'header'>,
): Promise<void> {
  await tx
    .deleteFrom('assistant_rest_secrets')
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .where('call_id', '=', callId)
    .where('header', '=', header)
    .execute();
}

/** Removes secrets of calls other than these that were set before a moment. */
export async function deleteOtherSecrets(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  { callIds, before }: { callIds: readonly RestCallId[]; before: Temporal.Instant },
): Promise<void> {
  await tx
    .deleteFrom('assistant_rest_secrets')
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .where('set_at', '<', before)
    .where(sql<boolean>`call_id <> all (${[...callIds]}::text[])`)
    .execute();
}

/** Copies the secrets of an assistant to another one, sealed as they are. */
export async function copySecrets(
  { tx, tenantId }: TenantScope,
  { from, to }: { from: AssistantId; to: AssistantId },
): Promise<void> {
  await sql`
    insert into assistant_rest_secrets (tenant_id, assistant_id, call_id, header, origin, value, set_at)
    select tenant_id, ${to}, call_id, header, origin, value, set_at
    from assistant_rest_secrets where tenant_id = ${tenantId} and assistant_id = ${from}
    on conflict (tenant_id, assistant_id, call_id, header) do nothing`.execute(tx);
}
