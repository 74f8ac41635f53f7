import type { z } from 'zod';
import type { Caller, Requester } from '#server/connections/port.ts';
import type { TokenStore } from '#server/connections/token-port.ts';
import { pauseMsOf } from '#server/platform/values/outside-numbers.ts';
import { type ApiResult, failed, understand } from './answers.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { type Integration, isAccountHost, movedHostOf, renewalOf, urlOf } from './tokens.ts';

export type AmoOptions = Integration & { tokens: TokenStore; rateLimiter: RateLimiter };

export type ApiRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With its query, below `/api/v4`. */
  path: string;
  json?: unknown;
};

/** Sends one request to the account of a connection; null: an answer without a body. */
export type SendRequest = <Shape extends z.ZodType>(
  caller: Caller,
  request: ApiRequest,
  shape: Shape,
) => Promise<ApiResult<z.output<Shape> | null>>;

const TIMEOUT_MS = 15_000;
/** After 429, where amoCRM does not say how long. */
const PAUSE_MS = 2_000;

/** Creates the client of the API: tokens, rate limit, refusals. A call with a refused token is repeated with a new one, and an account that has moved is followed. */
export function createApiClient(options: AmoOptions): SendRequest {
  return async (caller, request, shape) => {
    const { host = '', tokenId = '' } = caller.credentials;
    if (!isAccountHost(options, host)) return failed('wrong_partner_token', null);
    const of = { tenantId: caller.tenantId, id: tokenId, isUrgent: caller.isUrgent, signal: caller.signal };
    let rejected: string | undefined;
    let movedTo: string | undefined;
    for (;;) {
      const token = await options.tokens.get(of, renewalOf(options, host), rejected);
      if (!token.isOk) return { ...token, status: null, isSent: false };
      const { access } = token.value;
      const at = movedTo ?? token.value.host ?? host;
      const answer = await sendWith(options, caller, { host: at, token: access, request, shape });
      if (answer.isOk) return answer;
      if (answer.movedTo !== undefined && movedTo === undefined) {
        movedTo = answer.movedTo;
        await options.tokens.move(caller.tenantId, tokenId, movedTo);
      } else if (answer.status === 401 && rejected === undefined) rejected = access;
      else return answer;
    }
  };
}

/** Sends one request with a given token. */
export async function sendWith<Shape extends z.ZodType>(
  options: Omit<AmoOptions, 'tokens'>,
  requester: Requester,
  { host, token, request, shape }: { host: string; token: string; request: ApiRequest; shape: Shape },
): Promise<ApiResult<z.output<Shape> | null>> {
  const waitMs = await options.rateLimiter.take(requester, host);
  if (waitMs > 0) return failed('unreachable', null, { isTemporary: true, retryAfterMs: waitMs });
  const answer = await options.http({
    method: request.method,
    url: `${urlOf(options, host)}/api/v4${request.path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(request.json !== undefined && { json: request.json }),
    timeoutMs: TIMEOUT_MS,
    ...(requester.signal && { signal: requester.signal }),
  });
  const movedTo = movedHostOf(options, answer);
  if (movedTo !== undefined) return { ...failed('unexpected_answer', null), movedTo };
  if (answer.kind !== 'answered' || answer.status !== 429) return understand(answer, shape);
  const pauseMs = pauseMsOf(answer.headers['retry-after']) ?? PAUSE_MS;
  await options.rateLimiter.pause(pauseMs);
  return failed('unreachable', null, { isTemporary: true, retryAfterMs: pauseMs, status: 429 });
}
