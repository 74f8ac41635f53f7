import type { FastifyError, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { ApiTokenId } from '#contract/api-tokens.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ProblemCode } from '#contract/problems.ts';
import type { TenantId } from '#contract/tenants.ts';
import { consumeRateLimit } from './rate-limit.ts';
import { bearerOf } from './bearer.ts';
import type { Context } from './context.ts';
import { asProblem } from './http.ts';
import { Problem, wrongField } from './problem.ts';

/** Who calls with an API token: a program of the tenant's own. */
export type ApiClient = {
  readonly tenantId: TenantId;
  readonly apiTokenId: ApiTokenId;
  /** What the token was made for. */
  readonly scopes: readonly string[];
  readonly isRevoked: boolean;
};

/** One call of a program and how it ended, for people. */
export type ApiClientCall = {
  method: string;
  /** As it was asked, without the query. */
  path: string;
  idempotencyKey: string | null;
  status: number;
  problem: { code: ProblemCode; details?: Record<string, unknown> | undefined } | null;
  isReplay: boolean;
  /** What was answered, where it was. */
  answer: unknown;
};

/** Given to the platform by the room that keeps the tokens. */
export type ApiClients = {
  /** Null when it is no token of ours. */
  read(token: string): Promise<ApiClient | null>;
  note(client: ApiClient, called: ApiClientCall): Promise<void>;
};

/** What a handler needs to know of the call beside its input. */
export type ApiRequest = {
  readonly idempotencyKey: string | null;
  /** The answer is one that was given before: the caller is told so in a header. */
  noteReplay(): void;
};

/** Who makes a call and how it is answered: known from the first moment, so that whatever comes of it can be shown. */
type ApiRequestState = ApiRequest & { client: ApiClient; isReplay: boolean };

const requestStates = new WeakMap<FastifyRequest, ApiRequestState>();

const KEY_HEADER = 'idempotency-key';
const LONGEST_KEY = 200;
/** A program that is refused for its haste is shown so often. */
const RATE_LIMIT_LOG_INTERVAL_MS = 60_000;

/**
 * The way in for programs. They are recognised before the body is read, so that a body nobody understands is shown
 * too, and strangers cannot make us read one.
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
        idempotencyKey: typeof key === 'string' && key.length <= LONGEST_KEY ? key : null,
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
      throw error; // NOTE: what answers it is the handler of all calls
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

/** @returns headers the answer gets */
export async function noteAnswered(
  apiClients: ApiClients,
  request: FastifyRequest,
  answer: unknown,
): Promise<Record<string, string>> {
  const state = requestStates.get(request);
  if (!state) return {};
  const { client, isReplay } = state;
  await apiClients.note(client, { ...askedBy(request, state), status: 200, problem: null, isReplay, answer });
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
  if (key.length > LONGEST_KEY) throw wrongField('Idempotency-Key', 'too_long');
}

/** Haste is shown once a minute: a program that asks a thousand times a second must not make us write as often. */
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
  const called = { ...askedBy(request, state), status, problem, isReplay: false, answer: null };
  // NOTE: a refusal must reach the caller also where it cannot be written down, e.g. while the database is away.
  await apiClients
    .note(state.client, called)
    .catch((error) => request.log.warn({ err: error }, 'a call was not noted'));
}

function askedBy(request: FastifyRequest, { idempotencyKey }: ApiRequestState) {
  const [path = ''] = request.url.split('?');
  return { method: request.method, path: path.slice(0, 300), idempotencyKey };
}
