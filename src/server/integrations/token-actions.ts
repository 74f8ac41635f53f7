import type { TenantId } from '#contract/tenants/ids.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import type { z } from 'zod';
import {
  ApiToken,
  type ApiTokenId,
  type createApiToken as createCall,
  type listApiRequests as requestsCall,
  type listApiTokens as listCall,
  MAX_REQUESTS,
  MAX_TOKENS,
} from '#contract/integrations/tokens.ts';
import { type ApiScope, ItemsReply } from '#contract/integrations/events.ts';
import { hasAbility } from '#server/billing/entitlement-reads.ts';
import { findApiDisconnection, openApiConnection } from '#server/connections/storage/api-actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import type { ApiClient, ApiClientCall } from '#server/platform/context/api-clients.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { newTenantToken, tenantOfToken } from '#server/platform/secrets/tenant-token.ts';
import { digest } from '#server/platform/secrets/vault.ts';
import { getTenant } from '#server/tenants/actions.ts';
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
export async function describeTokens(scope: MemberScope): Promise<z.input<(typeof listCall)['reply']>> {
  const disconnected = await findApiDisconnection(scope);
  return {
    tokens: await listTokens(scope, { shown: SHOWN_TOKENS }),
    tariff: { id: API_TARIFF, isIncluded: await hasAbility(scope, 'api', scope.clock.now()) },
    disconnected: disconnected && { ...disconnected, since: disconnected.since.toString() },
    ignoredFields: await listIgnoredFields(scope),
    currency: (await getTenant(scope)).currency,
  };
}

/** Creates a token, and with the first one the API connection. A token does not restore a removed connection. */
export async function createToken(
  scope: MemberScope,
  { name, scopes }: { name: string; scopes: readonly ApiScope[] },
): Promise<z.input<(typeof createCall)['reply']>> {
  if ((await countTokensLocked(scope)) >= MAX_TOKENS)
    throw new Problem('api_token.limit_reached', { most: MAX_TOKENS });
  if (!(await findApiDisconnection(scope))) await openApiConnection(scope);
  const secret = `${MARK}${newTenantToken(scope.tenantId)}`;
  const id = await insertToken(scope, {
    name,
    prefix: `${MARK}…${secret.slice(MARK.length + TENANT_CHARACTERS, MARK.length + TENANT_CHARACTERS + SHOWN_CHARACTERS)}`,
    secretHash: digest(secret),
    scopes: [...new Set(scopes)],
    createdBy: scope.memberId,
    createdAt: scope.clock.now(),
  });
  await announce(scope, 'integrations');
  const [token] = await listTokens(scope, { id, shown: 1 });
  return { token: ApiToken.parse(token), secret };
}

/** Revokes a token for good. Safe to repeat. */
export async function revokeToken(scope: MemberScope, id: ApiTokenId): Promise<void> {
  if (!(await setTokenRevoked(scope, id, scope.clock.now()))) throw new Problem('api_token.not_found');
  await announce(scope, 'integrations');
}

/** Lists the last calls of API clients, the latest first. */
export async function describeRequests(scope: TenantScope): Promise<z.input<(typeof requestsCall)['reply']>> {
  return { requests: await listRequests(scope, MAX_REQUESTS) };
}

/** A token contains its tenant's id, so that its lookup is limited to the tenant; null for what is no token of ours. */
export function tenantOfApiToken(token: string): TenantId | null {
  return token.startsWith(MARK) ? tenantOfToken(token.slice(MARK.length)) : null;
}

/** Finds the API client of a token. */
export async function readToken(scope: ActionScope, token: string): Promise<ApiClient | null> {
  const found = await findTokenBySecret(scope, digest(token));
  if (!found) return null;
  const now = scope.clock.now();
  const isOld = !found.lastUsedAt || now.since(found.lastUsedAt).total('milliseconds') >= USE_NOTED_EACH_MS;
  if (isOld && !found.isRevoked) await setTokenUsed(scope, found.id, now);
  return { tenantId: scope.tenantId, apiTokenId: found.id, scopes: found.scopes, isRevoked: found.isRevoked };
}

const SHOWN_REFUSALS = 5;

/** Records a call of an API client with its result. */
export async function noteCall(scope: ActionScope, client: ApiClient, called: ApiClientCall): Promise<void> {
  const reply = ItemsReply.safeParse(called.answer).data;
  const refused = (reply?.items ?? []).filter(({ outcome }) => outcome === 'refused').slice(0, SHOWN_REFUSALS);
  await insertRequest(scope, client.apiTokenId, {
    ...called,
    requestedAt: scope.clock.now(),
    acceptedCount: reply?.acceptedCount ?? 0,
    refusedCount: reply?.refusedCount ?? 0,
    ignoredCount: reply?.ignoredCount ?? 0,
    refusals: refused.map(({ index, externalId, fields }) => ({ index, externalId, fields })),
  });
  await announce(scope, 'integrations');
}
