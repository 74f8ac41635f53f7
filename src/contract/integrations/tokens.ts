import { z } from 'zod';
import { ApiScope, ItemOutcome } from './events.ts';
import { ConnectionId } from '#contract/connections/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant } from '#contract/primitives.ts';

export const ApiTokenId = z.uuid().brand<'ApiTokenId'>();
export type ApiTokenId = z.infer<typeof ApiTokenId>;

/** The token of an API client of the business. Its secret is returned once, on creation. */
export const ApiToken = z.object({
  id: ApiTokenId,
  name: z.string(),
  /** First characters of the secret, to distinguish tokens. */
  prefix: z.string(),
  scopes: z.array(ApiScope),
  /** Name or e-mail of the member who created it. */
  createdBy: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

/** A field that API clients send and the API does not know: usually a misspelt name. */
export const IgnoredField = z.object({ kind: ApiScope, field: z.string(), count: z.int(), lastSeenAt: Instant });
export type IgnoredField = z.infer<typeof IgnoredField>;

/** Maximum number of valid tokens. */
export const MAX_TOKENS = 20;

export const listApiTokens = endpoint({
  method: 'GET',
  path: '/api/v1/api-tokens',
  access: 'owner',
  summary: "Tokens of the business's own programs, and what of their posts is ignored.",
  reply: z.object({
    tokens: z.array(ApiToken),
    /** Whether API clients may call: the tariff "API" is paid for, or included in the trial. */
    tariff: z.object({ id: z.int(), isIncluded: z.boolean() }),
    /** Set when the owner disconnected the API: calls are refused until it is restored. Null while it is connected. */
    disconnected: z.object({ connectionId: ConnectionId, since: Instant }).nullable(),
    ignoredFields: z.array(IgnoredField),
    /** The cabinet's currency, in which programs send sums. */
    currency: z.string(),
  }),
});

export const createApiToken = endpoint({
  method: 'POST',
  path: '/api/v1/api-tokens',
  access: 'owner',
  summary: 'Makes a token; its secret is in this answer and never again.',
  takesIdempotencyKey: true,
  ratePerMinute: 20,
  body: z.object({
    name: z.string().trim().min(1, { error: 'required' }).max(80, { error: 'too_long' }),
    scopes: z.array(ApiScope).min(1, { error: 'required' }).max(5),
  }),
  reply: z.object({ token: ApiToken, secret: z.string() }),
  problems: ['api_token.limit_reached'],
});

export const revokeApiToken = endpoint({
  method: 'DELETE',
  path: '/api/v1/api-tokens/:apiTokenId',
  access: 'owner',
  summary: 'Programs with the token are refused from now on. For good: make another instead.',
  params: z.object({ apiTokenId: ApiTokenId }),
  problems: ['api_token.not_found'],
});

/** One call of an API client, as people are shown it. */
export const ApiRequest = z.object({
  id: z.uuid(),
  askedAt: Instant,
  tokenName: z.string(),
  method: z.string(),
  path: z.string(),
  idempotencyKey: z.string().nullable(),
  status: z.int(),
  /** A problem code; null where the call succeeded. */
  problem: z.string().nullable(),
  /** For `request.invalid`: reasons by field. */
  fields: z.record(z.string(), z.array(z.string())).nullable(),
  isReplay: z.boolean(),
  acceptedCount: z.int(),
  refusedCount: z.int(),
  ignoredCount: z.int(),
  /** The first refused items. */
  refusals: z.array(ItemOutcome.pick({ index: true, externalId: true, fields: true })),
});
export type ApiRequest = z.infer<typeof ApiRequest>;

/** Maximum number of calls shown. */
export const MAX_REQUESTS = 50;

export const listApiRequests = endpoint({
  method: 'GET',
  path: '/api/v1/api-tokens/requests',
  access: 'owner',
  summary: 'The last 50 calls of programs, the latest first, and what came of each.',
  reply: z.object({ requests: z.array(ApiRequest) }),
});
