import type { z } from 'zod';
import {
  ApiToken,
  type ApiTokenId,
  type createApiToken as createCall,
  type listApiRequests as requestsCall,
  type listApiTokens as listCall,
  MOST_REQUESTS,
  MOST_TOKENS,
} from '#contract/api-tokens.ts';
import { type ApiScope, ItemsReply } from '#contract/api-events.ts';
import { hasTariff } from '#server/billing/actions.ts';
import { findApiDisconnection, openApiConnection } from '#server/connections/api-actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { Problem } from '#server/platform/problem.ts';
import type { ApiClient, ApiClientCall, ApiClients } from '#server/platform/api-clients.ts';
import { announce } from '#server/platform/realtime.ts';
import { newTenantToken, tenantOfToken } from '#server/platform/tenant-token.ts';
import { digest } from '#server/platform/vault.ts';
import { insertRequest, listIgnoredFields, listRequests } from './request-queries.ts';
import { API_TARIFF } from './rules.ts';
import {
  countTokensLocked,
  findTokenBySecret,
  insertToken,
  listTokens,
  setTokenRevoked,
  setTokenUsed,
} from './token-queries.ts';

const MARK = 'fd_';
/** NOTE: a token starts with the tenant's id; the distinguishing part follows it. */
const TENANT_CHARACTERS = 22;
const SHOWN_CHARACTERS = 5;
/** Revoked tokens are listed up to this total. */
const SHOWN_TOKENS = 50;
/** Precision of the stored last use. */
const USE_NOTED_EACH_MS = 60_000;

/** Describes tokens, whether API clients may call, and the unknown fields they send. */
export async function describeTokens(ctx: MemberContext): Promise<z.input<(typeof listCall)['reply']>> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const disconnected = await findApiDisconnection(scope);
    return {
      tokens: await listTokens(scope, { shown: SHOWN_TOKENS }),
      tariff: { id: API_TARIFF, isIncluded: await hasTariff(scope, API_TARIFF, ctx.clock.now()) },
      disconnected: disconnected && { ...disconnected, since: disconnected.since.toString() },
      ignoredFields: await listIgnoredFields(scope),
    };
  });
}

/** Creates a token, and with the first one the API connection. A token does not restore a removed connection. */
export async function createToken(
  ctx: MemberContext,
  { name, scopes }: { name: string; scopes: readonly ApiScope[] },
): Promise<z.input<(typeof createCall)['reply']>> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    if ((await countTokensLocked(scope)) >= MOST_TOKENS)
      throw new Problem('api_token.limit_reached', { most: MOST_TOKENS });
    if (!(await findApiDisconnection(scope))) await openApiConnection(ctx, scope);
    const secret = `${MARK}${newTenantToken(ctx.tenantId)}`;
    const id = await insertToken(scope, {
      name,
      prefix: `${MARK}…${secret.slice(MARK.length + TENANT_CHARACTERS, MARK.length + TENANT_CHARACTERS + SHOWN_CHARACTERS)}`,
      secretHash: digest(secret),
      scopes: [...new Set(scopes)],
      createdBy: ctx.memberId,
      createdAt: ctx.clock.now(),
    });
    await announce(scope, 'integrations');
    const [token] = await listTokens(scope, { id, shown: 1 });
    return { token: ApiToken.parse(token), secret };
  });
}

/** Revokes a token for good. Safe to repeat. */
export async function revokeToken(ctx: MemberContext, id: ApiTokenId): Promise<void> {
  await withTenant(ctx.db, ctx.tenantId, async (scope) => {
    if (!(await setTokenRevoked(scope, id, ctx.clock.now()))) throw new Problem('api_token.not_found');
    await announce(scope, 'integrations');
  });
}

/** Lists the last calls of API clients, the latest first. */
export async function describeRequests(scope: TenantScope): Promise<z.input<(typeof requestsCall)['reply']>> {
  return { requests: await listRequests(scope, MOST_REQUESTS) };
}

/** Returns how the platform authenticates API clients, and records their calls. */
export function apiClientsOf(ctx: Context): ApiClients {
  return {
    read: (token) => readToken(ctx, token),
    note: (client, called) => noteCall(ctx, client, called),
  };
}

/** A token contains its tenant's id, so that its lookup is limited to the tenant. */
async function readToken(ctx: Context, token: string): Promise<ApiClient | null> {
  const tenantId = token.startsWith(MARK) ? tenantOfToken(token.slice(MARK.length)) : null;
  if (!tenantId) return null;
  return withTenant(ctx.db, tenantId, async (scope) => {
    const found = await findTokenBySecret(scope, digest(token));
    if (!found) return null;
    const now = ctx.clock.now();
    const isOld = !found.lastUsedAt || now.since(found.lastUsedAt).total('milliseconds') >= USE_NOTED_EACH_MS;
    if (isOld && !found.isRevoked) await setTokenUsed(scope, found.id, now);
    return { tenantId, apiTokenId: found.id, scopes: found.scopes, isRevoked: found.isRevoked };
  });
}

const SHOWN_REFUSALS = 5;

async function noteCall(ctx: Context, client: ApiClient, called: ApiClientCall): Promise<void> {
  const told = ItemsReply.safeParse(called.answer).data;
  const refused = (told?.items ?? []).filter(({ outcome }) => outcome === 'refused').slice(0, SHOWN_REFUSALS);
  await withTenant(ctx.db, client.tenantId, async (scope) => {
    await insertRequest(scope, client.apiTokenId, {
      ...called,
      askedAt: ctx.clock.now(),
      acceptedCount: told?.acceptedCount ?? 0,
      refusedCount: told?.refusedCount ?? 0,
      ignoredCount: told?.ignoredCount ?? 0,
      refusals: refused.map(({ index, externalId, fields }) => ({ index, externalId, fields })),
    });
    await announce(scope, 'integrations');
  });
}
