import { z } from 'zod';
import type { Credentials } from '#server/channels/port.ts';
import type { HttpClient } from '#server/platform/http/http-client.ts';
import { pauseMsOf } from '#server/platform/values/outside-numbers.ts';

export type MaxOptions = { http: HttpClient; baseUrl: string };

/** Answer of the bot API; https://dev.max.ru/docs-api */
export type MaxResult =
  | { kind: 'ok'; json: unknown }
  | { kind: 'refused'; status: number; code: string; text: string; retryAfterMs: number | null }
  /** Not the API's own answer: a proxy's page, or garbage. */
  | { kind: 'strange'; status: number }
  | { kind: 'unreached'; reason: string }
  | { kind: 'unknown'; reason: string };

const Refusal = z.object({ code: z.string(), message: z.string().default('') });

export type MaxCall = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Record<string, string>;
  json?: unknown;
  signal?: AbortSignal | undefined;
};

/** Calls the API for the bot. */
export async function callMax(
  { http, baseUrl }: MaxOptions,
  credentials: Credentials,
  { method, path, query = {}, json, signal }: MaxCall,
): Promise<MaxResult> {
  const search = new URLSearchParams(query).toString();
  const url = `${baseUrl}${path}${search && `?${search}`}`;
  const headers = { authorization: credentials['token'] ?? '' };
  const answer = await http({ method, url, headers, ...(json !== undefined && { json }), ...(signal && { signal }) });
  if (answer.kind !== 'answered') return answer;
  const { status } = answer;
  if (status >= 200 && status < 300 && answer.json !== undefined) return { kind: 'ok', json: answer.json };
  const refusal = Refusal.safeParse(answer.json);
  if (!refusal.success) return { kind: 'strange', status };
  const { code, message: text } = refusal.data;
  return { kind: 'refused', status, code, text, retryAfterMs: pauseMsOf(answer.headers['retry-after']) };
}
