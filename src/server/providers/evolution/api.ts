import { z } from 'zod';
import type { Credentials } from '#server/channels/port.ts';
import type { Call, HttpClient } from '#server/platform/http/http-client.ts';
import { pauseMsOf } from '#server/platform/values/outside-numbers.ts';

/**
 * A gateway that speaks Evolution API's dialect, version 2; https://doc.evolution-api.com. `apiKey` is the global key,
 * which opens sessions ("instances"); undefined where the deployment has no gateway.
 */
export type EvolutionOptions = { http: HttpClient; baseUrl: string; apiKey: string | undefined };

/** An answer of the gateway. */
export type EvolutionResult =
  | { kind: 'ok'; json: unknown }
  | { kind: 'refused'; status: number; text: string; retryAfterMs: number | null }
  /** Not in the gateway's shape: a proxy's page, or garbage. */
  | { kind: 'strange'; status: number }
  | { kind: 'unreached'; reason: string }
  | { kind: 'unknown'; reason: string };

export type EvolutionFailure = Exclude<EvolutionResult, { kind: 'ok' }>;

type Request = Pick<Call, 'method' | 'json' | 'signal' | 'holdsFile' | 'timeoutMs'> & {
  /** The gateway's path before the name of the session, e.g. `/message/sendText`. */
  path: string;
  query?: Record<string, string>;
};

/** The name is a part of URLs and the key of a header, so nothing else may pass. */
const NAME = /^[\w-]{1,100}$/;
const KEY = /^[\x21-\x7e]{1,400}$/;

/** Calls the gateway about one session. */
export async function callInstance(
  options: EvolutionOptions,
  { instance = '', apiKey = '' }: Credentials,
  { path, query, ...request }: Request,
): Promise<EvolutionResult> {
  if (!NAME.test(instance) || !KEY.test(apiKey))
    return { kind: 'refused', status: 404, text: 'The session has no name', retryAfterMs: null };
  const search = query ? `?${new URLSearchParams(query)}` : '';
  const url = `${options.baseUrl}${path}/${instance}${search}`;
  return call(options.http, { ...request, url, headers: { apikey: apiKey } });
}

/** Calls the gateway with its global key. */
export async function callGateway(
  { http, baseUrl, apiKey }: EvolutionOptions,
  { path, ...request }: Request,
): Promise<EvolutionResult> {
  if (apiKey === undefined || !KEY.test(apiKey))
    return { kind: 'refused', status: 401, text: 'WHATSAPP_GATEWAY_TOKEN is not set', retryAfterMs: null };
  return call(http, { ...request, url: `${baseUrl}${path}`, headers: { apikey: apiKey } });
}

const Words = z.union([z.string(), z.array(z.unknown())]);
/** `{ status, error, response: { message } }`; the message may be a list of lists. */
const Refusal = z.object({
  error: z.unknown(),
  message: Words.optional(),
  response: z.object({ message: Words.optional() }).optional(),
});

async function call(http: HttpClient, request: Call): Promise<EvolutionResult> {
  const answer = await http(request);
  if (answer.kind !== 'answered') return answer;
  const { status, headers, json } = answer;
  if (status < 300) return json === undefined ? { kind: 'strange', status } : { kind: 'ok', json };
  const refusal = Refusal.safeParse(json);
  if (!refusal.success) return { kind: 'strange', status };
  const { error, message, response } = refusal.data;
  const words = [response?.message ?? message ?? (typeof error === 'string' ? error : '')].flat(2).map(textOf);
  return {
    kind: 'refused',
    status,
    text: words.join('; ').slice(0, 500),
    retryAfterMs: pauseMsOf(headers['retry-after']),
  };
}

const textOf = (part: unknown) => (typeof part === 'string' ? part : JSON.stringify(part));
