import { z } from 'zod';
import type { Credentials } from '#server/channels/port.ts';
import type { Call, HttpClient } from '#server/platform/http/http-client.ts';
import { pauseMsOf } from '#server/platform/values/outside-numbers.ts';

/**
 * A gateway that speaks Green-API's dialect; https://green-api.com/en/docs/api/. `partnerToken` opens and deletes
 * sessions ("instances"); undefined where the deployment has no gateway.
 */
export type GreenApiOptions = { http: HttpClient; baseUrl: string; partnerToken: string | undefined };

/** An answer of the gateway. Tokens of the URL are removed from its texts. */
export type GreenApiResult =
  | { kind: 'ok'; json: unknown }
  | { kind: 'refused'; status: number; text: string; retryAfterMs: number | null }
  /** Not in the gateway's shape: a proxy's page, or garbage. */
  | { kind: 'strange'; status: number }
  | { kind: 'unreached'; reason: string }
  | { kind: 'unknown'; reason: string };

export type GreenApiFailure = Exclude<GreenApiResult, { kind: 'ok' }>;

type Request = Pick<Call, 'json' | 'signal' | 'timeoutMs'> & { method: string };

/** Both are parts of URLs, so nothing else may pass. */
const INSTANCE = /^\d{1,20}$/;
const TOKEN = /^[\w-]{1,200}$/;

/** Calls one method of a session: POST with a body, else GET. */
export async function callInstance(
  options: GreenApiOptions,
  { idInstance = '', apiToken = '' }: Credentials,
  { method, ...request }: Request,
): Promise<GreenApiResult> {
  if (!INSTANCE.test(idInstance) || !TOKEN.test(apiToken))
    return { kind: 'refused', status: 401, text: 'The session has no token', retryAfterMs: null };
  const url = `${options.baseUrl}/waInstance${idInstance}/${method}/${apiToken}`;
  return answerTo(options.http, { ...callOf(url, request) }, apiToken);
}

/** Calls one method of the partner's account. It reports refusals with HTTP 200, and the code in the body. */
export async function callPartner(
  { http, baseUrl, partnerToken }: GreenApiOptions,
  { method, ...request }: Request,
): Promise<GreenApiResult> {
  if (partnerToken === undefined || !TOKEN.test(partnerToken))
    return { kind: 'refused', status: 401, text: 'WHATSAPP_GATEWAY_TOKEN is not set', retryAfterMs: null };
  const answer = await answerTo(http, callOf(`${baseUrl}/partner/${method}/${partnerToken}`, request), partnerToken);
  const refusal = answer.kind === 'ok' ? PartnerRefusal.safeParse(answer.json) : undefined;
  if (!refusal?.success) return answer;
  return { kind: 'refused', status: refusal.data.code, text: refusal.data.description, retryAfterMs: null };
}

const PartnerRefusal = z.object({ code: z.int().min(400), description: z.string().default('') });

function callOf(url: string, { json, signal, timeoutMs }: Omit<Request, 'method'>): Call {
  return {
    url,
    method: json === undefined ? 'GET' : 'POST',
    ...(json !== undefined && { json }),
    ...(signal && { signal }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}

const Refusal = z.union([
  z.object({ message: z.union([z.string(), z.array(z.string())]) }),
  z.object({ description: z.string() }),
  z.object({ error: z.string() }),
]);

async function answerTo(http: HttpClient, call: Call, secret: string): Promise<GreenApiResult> {
  const answer = await http(call);
  if (answer.kind !== 'answered') return answer;
  const { status, headers, json, text } = answer;
  if (status < 300) return json === undefined ? { kind: 'strange', status } : { kind: 'ok', json };
  const words = textIn(json, text, headers['content-type'] ?? '');
  if (words === null) return { kind: 'strange', status };
  const retryAfterMs = pauseMsOf(headers['retry-after']);
  return { kind: 'refused', status, text: words.replaceAll(secret, '…').slice(0, 500), retryAfterMs };
}

/** The gateway's own words: JSON, or one line of plain text. */
function textIn(json: unknown, text: string, mediaType: string): string | null {
  const refusal = Refusal.safeParse(json);
  if (!refusal.success) return mediaType.startsWith('text/plain') && /^[^<]{1,500}$/.test(text) ? text.trim() : null;
  if ('message' in refusal.data) return [refusal.data.message].flat().join('; ');
  return 'description' in refusal.data ? refusal.data.description : refusal.data.error;
}
