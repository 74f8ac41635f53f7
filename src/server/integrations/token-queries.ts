import { sql } from 'kysely';
import { type ApiScope, ApiScope as Scope } from '#contract/integrations/events.ts';
import { type ApiToken, ApiTokenId } from '#contract/integrations/tokens.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';

export type NewToken = {
  name: string;
  prefix: string;
  secretHash: Buffer;
  scopes: readonly ApiScope[];
  createdBy: MemberId;
  createdAt: Temporal.Instant;
};

export async function insertToken({ tx, tenantId }: TenantScope, token: NewToken): Promise<ApiTokenId> {
  const id = newId(ApiTokenId);
  await tx
    .insertInto('api_tokens')
    .values({
      tenant_id: tenantId,
      id,
      name: token.name,
      prefix: token.prefix,
      secret_hash: token.secretHash,
      scopes: [...token.scopes],
      created_by: token.createdBy,
      created_at: token.createdAt,
    })
    .execute();
  return id;
}

/** Valid ones first, then the latest. @param shown maximum number */
export async function listTokens(
  { tx, tenantId }: TenantScope,
  { id, shown }: { id?: ApiTokenId; shown: number },
): Promise<ApiToken[]> {
  const rows = await tx
    .selectFrom('api_tokens')
    .innerJoin('members', (join) =>
      join.onRef('members.tenant_id', '=', 'api_tokens.tenant_id').onRef('members.id', '=', 'api_tokens.created_by'),
    )
    .selectAll('api_tokens')
    .select(sql<string>`coalesce(nullif(members.full_name, ''), members.email)`.as('author'))
    .where('api_tokens.tenant_id', '=', tenantId)
    .$if(id !== undefined, (query) => query.where('api_tokens.id', '=', id ?? ''))
    .orderBy(sql`api_tokens.revoked_at is not null`)
    .orderBy('api_tokens.created_at', 'desc')
    .orderBy('api_tokens.id', 'desc')
    .limit(shown)
    .execute();
  return rows.map((row) => ({
    id: ApiTokenId.parse(row.id),
    name: row.name,
    prefix: row.prefix,
    scopes: toScopes(row.scopes),
    createdBy: row.author,
    createdAt: row.created_at.toString(),
    lastUsedAt: row.last_used_at?.toString() ?? null,
    revokedAt: row.revoked_at?.toString() ?? null,
  }));
}

/** Serializes creating tokens in a cabinet, so that the limit is kept. @returns the number of valid ones */
export async function countTokensLocked({ tx, tenantId }: TenantScope): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`api-tokens:${tenantId}`}, 0))`.execute(tx);
  const row = await tx
    .selectFrom('api_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Finds revoked ones too. */
export async function findTokenBySecret(
  { tx, tenantId }: TenantScope,
  secretHash: Buffer,
): Promise<
  { id: ApiTokenId; scopes: ApiScope[]; isRevoked: boolean; lastUsedAt: Temporal.Instant | null } | undefined
> {
  const row = await tx
    .selectFrom('api_tokens')
    .select(['id', 'scopes', 'revoked_at', 'last_used_at'])
    .where('tenant_id', '=', tenantId)
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    id: ApiTokenId.parse(row.id),
    scopes: toScopes(row.scopes),
    isRevoked: row.revoked_at !== null,
    lastUsedAt: row.last_used_at,
  };
}

export async function setTokenUsed({ tx, tenantId }: TenantScope, id: ApiTokenId, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('api_tokens')
    .set({ last_used_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** @returns false when there is none; a revoked one stays unchanged */
export async function setTokenRevoked(
  { tx, tenantId }: TenantScope,
  id: ApiTokenId,
  at: Temporal.Instant,
): Promise<boolean> {
  const updated = await tx
    .updateTable('api_tokens')
    .set({ revoked_at: sql`coalesce(revoked_at, ${at})` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Drops scopes that no longer exist. */
function toScopes(names: readonly string[]): ApiScope[] {
  return names.flatMap((name) => Scope.safeParse(name).data ?? []);
}
