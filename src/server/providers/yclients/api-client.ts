import { z } from 'zod';
import type { ConnectionTrouble } from '#contract/connections/calls.ts';
import type { Requester, ProviderResult } from '#server/connections/port.ts';
import { isCount } from '#server/platform/values/outside-numbers.ts';
import type { Answer, Call, HttpClient } from '#server/platform/http/http-client.ts';
import type { VendorProfile } from './profile.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Where a vendor is reached and as whom. */
export type PlatformOptions = {
  http: HttpClient;
  rateLimiter: RateLimiter;
  /** With the version, e.g. `https://api.yclients.com/api/v1`, `https://api.alteg.io/api/v1`. */
  baseUrl: string;
  /** Token of the operator's developer account; without it no request is possible. */
  partnerToken: string | undefined;
  /** One live application was refused until it sent its id; sent when it is known. */
  partnerId: string | undefined;
};

export type ApiRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Record<string, string | number>;
  json?: unknown;
};

/** `status` distinguishes refusals of the same trouble; null without an answer. */
export type ApiResult<T> =
  | { isOk: true; value: T; total: number | null }
  | (Extract<ProviderResult<T>, { isOk: false }> & { status: number | null });

/** Sends one request to the API. @param userToken null where the partner's token is enough */
export type SendRequest = <Shape extends z.ZodType>(
  requester: Requester,
  userToken: string | null,
  request: ApiRequest,
  shape: Shape,
) => Promise<ApiResult<z.output<Shape>>>;

/** Attempts of a rate-limited call, each after the pause the vendor requests. */
const MAX_ATTEMPTS = 4;
const DEFAULT_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 120_000;

const Meta = z.object({
  message: z.string().optional().catch(undefined),
  total_count: z.coerce.number().refine(isCount).optional().catch(undefined),
});
const Envelope = z.looseObject({
  success: z.boolean().optional(),
  data: z.unknown().optional(),
  meta: Meta.optional().catch(undefined),
});

/** Creates the client of the API: headers, tokens, rate limit, envelopes, refusals. */
export function createApiClient({ accept }: Pick<VendorProfile, 'accept'>, options: PlatformOptions): SendRequest {
  return async (requester, userToken, request, shape) => {
    if (!options.partnerToken) return failed('wrong_partner_token', null);
    const call = toCall(options, { accept, ...authorization(options.partnerToken, userToken) }, request);
    for (let attempt = 1; ; attempt++) {
      const waitMs = await options.rateLimiter.take(requester);
      if (waitMs > 0) return failed('unreachable', null, { isTemporary: true, retryAfterMs: waitMs });
      const answer = await options.http(requester.signal ? { ...call, signal: requester.signal } : call);
      if (answer.kind !== 'answered') return failed('unreachable', answer.reason, { isTemporary: true });
      if (answer.status !== 429) return understand(answer, shape);

      const pauseMs = pauseOf(answer.headers['retry-after']);
      await options.rateLimiter.pause(pauseMs);
      if (attempt === MAX_ATTEMPTS)
        return failed('unreachable', textOf(answer), { isTemporary: true, retryAfterMs: pauseMs, status: 429 });
    }
  };
}

function authorization(partnerToken: string, userToken: string | null): { authorization: string } {
  return { authorization: userToken === null ? `Bearer ${partnerToken}` : `Bearer ${partnerToken}, User ${userToken}` };
}

function toCall(options: PlatformOptions, headers: Record<string, string>, request: ApiRequest): Call {
  const query = new URLSearchParams(Object.entries(request.query ?? {}).map(([name, value]) => [name, String(value)]));
  return {
    method: request.method,
    url: `${options.baseUrl}${request.path}${query.size > 0 ? `?${query}` : ''}`,
    headers: {
      ...headers,
      ...(options.partnerId && { 'x-partner-id': options.partnerId }),
    },
    ...(request.json !== undefined && { json: request.json }),
  };
}

function understand<Shape extends z.ZodType>(
  answer: Extract<Answer, { kind: 'answered' }>,
  shape: Shape,
): ApiResult<z.output<Shape>> {
  const { status } = answer;
  if (status >= 300) return failed(...troubleOf(answer), { isTemporary: status >= 500 || status === 408, status });
  // NOTE: a deletion is answered with 204 and no body.
  const body = status === 204 || answer.text.trim() === '' ? {} : answer.json;
  const envelope = Envelope.safeParse(body);
  // NOTE: a refusal may have a success status.
  if (envelope.success && envelope.data.success === false)
    return failed('unexpected_answer', textOf(answer), { status: 400 });
  // NOTE: some answers are enveloped and others are not.
  const isEnveloped =
    envelope.success && ('data' in envelope.data || 'success' in envelope.data || body !== answer.json);
  const value = shape.safeParse(isEnveloped ? envelope.data.data : body);
  if (!value.success) return failed('unexpected_answer', whereOf(value.error), { status });
  return { isOk: true, value: value.data, total: (isEnveloped && envelope.data.meta?.total_count) || null };
}

function troubleOf(answer: Extract<Answer, { kind: 'answered' }>): [ConnectionTrouble, string | null] {
  const text = textOf(answer);
  if (answer.status >= 500 || answer.status === 408) return ['unreachable', text];
  if (answer.status === 401) return ['token_expired', text];
  // NOTE: the list of staff answers 403 with the text other methods send with 402.
  if (answer.status === 402 || (answer.status === 403 && /лиценз|licen[cs]e/i.test(text ?? '')))
    return ['licence_expired', text];
  if (answer.status === 403) return ['rights_missing', text];
  return ['unexpected_answer', text];
}

/** Returns the vendor's message with the errors of its fields. */
function textOf({ json, status }: Extract<Answer, { kind: 'answered' }>): string | null {
  const refusal = z
    .object({
      meta: z.object({
        message: z.string(),
        errors: z.record(z.string(), z.array(z.string())).optional().catch(undefined),
      }),
    })
    .safeParse(json);
  if (!refusal.success) return status >= 500 ? `HTTP ${status}` : null;
  const { message, errors } = refusal.data.meta;
  const fields = Object.values(errors ?? {}).flat();
  return [message, ...fields].filter(Boolean).join('; ').slice(0, 500) || null;
}

function whereOf(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.') || 'answer'}: ${issue.message}`)
    .join('; ');
}

/** @param header seconds, or undefined */
function pauseOf(header: string | undefined): number {
  const seconds = Number(header);
  if (!header || !Number.isFinite(seconds) || seconds < 0) return DEFAULT_PAUSE_MS;
  return Math.min(MAX_PAUSE_MS, Math.max(100, seconds * 1_000));
}

export function failed(
  trouble: ConnectionTrouble,
  text: string | null,
  rest: { isTemporary?: boolean; retryAfterMs?: number; status?: number } = {},
): Extract<ApiResult<never>, { isOk: false }> {
  const { isTemporary = false, retryAfterMs = null, status = null } = rest;
  return { isOk: false, trouble, text, isTemporary, retryAfterMs, status };
}
