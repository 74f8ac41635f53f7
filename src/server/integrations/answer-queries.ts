import { sql } from 'kysely';
import type { ApiTokenId } from '#contract/integrations/tokens.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';

type IdempotentRequest = {
  tokenId: ApiTokenId;
  key: string;
  fingerprint: Buffer;
  now: Temporal.Instant;
  retentionHours: number;
};

/**
 * Claims an idempotency key for this call, until the transaction ends. A concurrent call with the same key waits here
 * and
 * then finds the reply; when this call fails, the next one claims the key.
 *
 * @returns null when the key is claimed; else the stored request and reply
 */
export async function claimKey(
  { tx, tenantId }: TenantScope,
  { tokenId, key, fingerprint, now, retentionHours }: IdempotentRequest,
): Promise<{ fingerprint: Buffer; answer: unknown } | null> {
  const claimed = await tx
    .insertInto('api_answers')
    .values({ tenant_id: tenantId, token_id: tokenId, key, fingerprint, asked_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'token_id', 'key'])
        .doUpdateSet({ fingerprint, asked_at: now, answer: null })
        .where(sql<boolean>`api_answers.asked_at <= ${now.subtract({ hours: retentionHours })}`),
    )
    .returning('key')
    .executeTakeFirst();
  if (claimed) return null;
  return tx
    .selectFrom('api_answers')
    .select(['fingerprint', 'answer'])
    .where('tenant_id', '=', tenantId)
    .where('token_id', '=', tokenId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
}

export async function setAnswer(
  { tx, tenantId }: TenantScope,
  { tokenId, key, answer }: { tokenId: ApiTokenId; key: string; answer: unknown },
): Promise<void> {
  await tx
    .updateTable('api_answers')
    .set({ answer: JSON.stringify(answer) })
    .where('tenant_id', '=', tenantId)
    .where('token_id', '=', tokenId)
    .where('key', '=', key)
    .execute();
}

/** Deletes expired replies, of every tenant. */
export async function deleteAnswers({ tx }: SystemScope, before: Temporal.Instant): Promise<void> {
  await tx.deleteFrom('api_answers').where('asked_at', '<', before).execute();
}
