import type { FastifyError, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { ApiTokenId } from '#contract/integrations/tokens.ts';
import { type Endpoint, LONGEST_IDEMPOTENCY_KEY } from '#contract/endpoint.ts';
import type { ProblemCode } from '#contract/problems.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { bearerOf } from '#server/platform/secrets/bearer.ts';
import type { Context } from './context.ts';
import { asProblem } from '#server/platform/http/http.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';

/** A program of the tenant that calls with an API token. */
export type ApiClient = {
  readonly tenantId: TenantId;
  readonly apiTokenId: ApiTokenId;
  /** The scopes granted to the token. */
  readonly scopes: readonly string[];
  readonly isRevoked: boolean;
};

/** One call of an API client and its result, shown to members. */
export type ApiClientCall = {
  method: string;
  /** As requested, without the query string. */
  path: string;
  idempotencyKey: string | null;
  status: number;
  problem: { code: ProblemCode; details?: Record<string, unknown> | undefined } | null;
  isReplay: boolean;
  /** The body of the answer, where there is one. */
  answer: unknown;
};

/** Supplied to the platform by the room that stores the tokens. */
export type ApiClients = {
  /** Returns null for a token that is not valid. */
  read(token: string): Promise<ApiClient | null>;
  note(client: ApiClient, called: ApiClientCall): Promise<void>;
};

/** Information about the call besides its input. */
export type ApiRequest = {
  readonly idempotencyKey: string | null;
  /** Marks the answer as a replay of an earlier one; the caller sees it in a header. */
  noteReplay(): void;
};

/** The client of a call and how it is answered; created first, so that every outcome can be logged for people. */
type ApiRequestState = ApiRequest & { client: ApiClient; isReplay: boolean };

const requestStates = new WeakMap<FastifyRequest, ApiRequestState>();

const KEY_HEADER = 'idempotency-key';
/** At most one rate-limit refusal per client is logged in this interval. */
const RATE_LIMIT_LOG_INTERVAL_MS = 60_000;

/**
 * Authenticates API clients. The token is checked before the body is read: a body that does not parse is logged for
 * the client too, and callers without a token cannot make us read one.
 */
export function apiTokenAuth(
  ctx: Pick<Context, 'db'>,
  call: Endpoint,
  apiClients: ApiClients,
): Pick<RouteShorthandOptions, 'onRequest' | 'errorHandler'> {
  return {
    async onRequest(request) {
      const token = bearerOf(request);
      const client = token ? await apiClients.read(token) : null;
      if (!client) throw new Problem('auth.required');
      const key = request.headers[KEY_HEADER];
      const state: ApiRequestState = {
        client,
        idempotencyKey: typeof key === 'string' && key.length <= LONGEST_IDEMPOTENCY_KEY ? key : null,
        isReplay: false,
        noteReplay() {
          this.isReplay = true;
        },
      };
      requestStates.set(request, state);
      await limit(ctx, call, client);
      if (client.isRevoked) throw new Problem('auth.token_revoked');
      if (call.scope && !client.scopes.includes(call.scope)) throw new Problem('auth.forbidden', { scope: call.scope });
      if (call.needsIdempotencyKey) requireKey(key);
    },
    async errorHandler(error: FastifyError, request) {
      await noteRefusal(ctx, apiClients, request, asProblem(error));
      throw error; // NOTE: the error handler of all calls answers it
    },
  };
}

/** @throws when the call did not come through {@link apiTokenAuth} */
export function apiClientOf(request: FastifyRequest): ApiClient & ApiRequest {
  const state = requestStates.get(request);
  if (!state) throw new Error('A call of a program came by another door');
  const { client, idempotencyKey } = state;
  return { ...client, idempotencyKey, noteReplay: () => state.noteReplay() };
}

/** @returns headers to add to the answer */
export async function noteAnswered(
  apiClients: ApiClients,
  request: FastifyRequest,
  answer: unknown,
): Promise<Record<string, string>> {
  const state = requestStates.get(request);
  if (!state) return {};
  const { client, isReplay } = state;
  await apiClients.note(client, { ...callFields(request, state), status: 200, problem: null, isReplay, answer });
  return isReplay ? { 'idempotent-replayed': 'true' } : {};
}

async function limit(ctx: Pick<Context, 'db'>, call: Endpoint, { apiTokenId }: ApiClient): Promise<void> {
  if (!call.ratePerMinute) return;
  const size = { limit: call.ratePerMinute, periodMs: 60_000 };
  const allowance = await consumeRateLimit(ctx.db, `api:${apiTokenId}`, size);
  if (!allowance.isAllowed) throw new Problem('request.too_often', { retryAfterMs: allowance.retryAfterMs });
}

function requireKey(key: string | string[] | undefined): void {
  if (typeof key !== 'string' || key.trim() === '') throw new Problem('idempotency.key_missing');
  if (key.length > LONGEST_IDEMPOTENCY_KEY) throw wrongField('Idempotency-Key', 'too_long');
}

/**
 * Logs a rate-limit refusal once a minute, so that a client that calls a thousand times a second does not cause as
 * many writes.
 */
async function noteRefusal(
  ctx: Pick<Context, 'db'>,
  apiClients: ApiClients,
  request: FastifyRequest,
  { status, code, details }: Problem,
): Promise<void> {
  const state = requestStates.get(request);
  if (!state) return;
  if (code === 'request.too_often') {
    const key = `api-noted:${state.client.apiTokenId}`;
    const allowance = await consumeRateLimit(ctx.db, key, { limit: 1, periodMs: RATE_LIMIT_LOG_INTERVAL_MS });
    if (!allowance.isAllowed) return;
  }
  const problem = { code, details };
  const called = { ...callFields(request, state), status, problem, isReplay: false, answer: null };
  // NOTE: the refusal must reach the caller even when it cannot be logged, e.g. while the database is unavailable.
  await apiClients
    .note(state.client, called)
    .catch((error) => request.log.warn({ err: error }, 'a call was not noted'));
}

function callFields(request: FastifyRequest, { idempotencyKey }: ApiRequestState) {
  const [path = ''] = request.url.split('?');
  return { method: request.method, path: path.slice(0, 300), idempotencyKey };
}
