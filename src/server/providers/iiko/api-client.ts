import { z } from 'zod';
import type { Caller } from '#server/connections/port.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { failed, type ApiResult, understand } from './answers.ts';
import { createTokens, type Token, type TokenOptions } from './tokens.ts';

export type IikoOptions = TokenOptions;

/** Every call is a POST. */
export type ApiRequest = { path: string; json: unknown };

/** Sends one request to the API. */
export type SendRequest = <Shape extends z.ZodType>(
  caller: Caller,
  request: ApiRequest,
  shape: Shape,
) => Promise<ApiResult<z.output<Shape>>>;

/**
 * The vendor's timeout for the restaurant's own computer, sent as its `Timeout` header; network latency comes on top.
 */
const VENDOR_WAITS_SECONDS = 30;
const URGENT_VENDOR_WAITS_SECONDS = 15;
const ON_THE_WAY_MS = 5_000;

/** A token younger than this has hardly expired: a method it cannot call is closed to the login, if others work. */
const HARDLY_OVER_SECONDS = 60;
/** Every login has this method. */
const GIVEN_TO_ALL: ApiRequest = { path: '/api/1/organizations', json: {} };

/** Pause after too many calls: the vendor does not state one. */
const MIN_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 300_000;

/**
 * Creates the client of the API: tokens, rate limit, timeouts, refusals.
 *
 * A 401 may mean that the token has expired, or that the login lacks the method: a new token is requested once, and a
 * method it cannot call either is closed.
 */
export function createApiClient(options: IikoOptions): SendRequest {
  const tokens = createTokens(options);

  return async (caller, request, shape) => {
    let refused: Token | undefined;
    let closed: Extract<ApiResult<never>, { isOk: false }> | undefined;
    for (;;) {
      const token = await tokens.get(caller, refused);
      if (!token.isOk) return closed ?? token;
      const waitMs = await options.rateLimiter.take(caller);
      if (waitMs > 0) return failed('unreachable', null, { isTemporary: true, retryAfterMs: waitMs });

      const result = await sendOnce(options, caller, { token: token.value, request, shape });
      if (result.isOk || result.status !== 401 || refused) return result;
      if (isYoung(token.value, options.clock.now()) && (await opensOthers(options, caller, token.value, request)))
        return result;
      // NOTE: a person waits, and where no other token may be requested yet, the vendor's refusal is more useful than
      // that.
      if (caller.isUrgent && isYoung(token.value, options.clock.now())) closed = result;
      refused = token.value;
    }
  };
}

async function sendOnce<Shape extends z.ZodType>(
  options: IikoOptions,
  caller: Caller,
  { token, request, shape }: { token: Token; request: ApiRequest; shape: Shape },
): Promise<ApiResult<z.output<Shape>>> {
  const seconds = caller.isUrgent ? URGENT_VENDOR_WAITS_SECONDS : VENDOR_WAITS_SECONDS;
  const answer = await options.http({
    method: 'POST',
    url: `${options.baseUrl}${request.path}`,
    headers: { authorization: `Bearer ${token.text}`, timeout: String(seconds) },
    json: request.json,
    timeoutMs: seconds * 1_000 + ON_THE_WAY_MS,
    ...(caller.signal && { signal: caller.signal }),
  });
  if (answer.kind !== 'answered' || answer.status !== 429) return understand(answer, shape);
  const pauseMs = pauseOf(answer.headers['retry-after']);
  await options.rateLimiter.pause(caller, pauseMs);
  return failed('unreachable', null, { isTemporary: true, retryAfterMs: pauseMs, status: 429 });
}

/**
 * Checks whether a token that was refused can call the method every login has. True where this cannot be determined.
 */
async function opensOthers(options: IikoOptions, caller: Caller, token: Token, { path }: ApiRequest): Promise<boolean> {
  if (path === GIVEN_TO_ALL.path) return false;
  if ((await options.rateLimiter.take(caller)) > 0) return true;
  const result = await sendOnce(options, caller, { token, request: GIVEN_TO_ALL, shape: z.unknown() });
  return result.isOk || result.status !== 401;
}

function isYoung({ requestedAt }: Token, now: Temporal.Instant): boolean {
  return isBefore(now, requestedAt.add({ seconds: HARDLY_OVER_SECONDS }));
}

/** @param header seconds, or undefined */
function pauseOf(header: string | undefined): number {
  const ms = Number(header) * 1_000;
  return Number.isFinite(ms) ? Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, ms)) : MIN_PAUSE_MS;
}
