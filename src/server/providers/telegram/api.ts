import { z } from 'zod';
import type { Credentials } from '#server/channels/port.ts';
import type { HttpClient } from '#server/platform/http/http-client.ts';
import { pauseMsOf } from '#server/platform/values/outside-numbers.ts';

export type TelegramOptions = { http: HttpClient; baseUrl: string };

/** Answer of the Bot API; https://core.telegram.org/bots/api#making-requests */
export type TelegramResult =
  | { kind: 'ok'; result: unknown }
  | { kind: 'refused'; status: number; text: string; retryAfterMs: number | null }
  /** Not the Bot API's own answer: a proxy's page, or garbage. */
  | { kind: 'strange'; status: number }
  | { kind: 'unreached'; reason: string }
  | { kind: 'unknown'; reason: string };

const Envelope = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({
    ok: z.literal(false),
    error_code: z.number(),
    description: z.string().default(''),
    parameters: z.object({ retry_after: z.number().optional() }).optional(),
  }),
]);

/** `123456:letters`. The token is a part of the URL, so nothing else may pass. */
const TOKEN = /^\d{1,20}:[\w-]{1,100}$/;

/** Calls one method for the bot. */
export async function callBot(
  { http, baseUrl }: TelegramOptions,
  credentials: Credentials,
  { method, json = {}, signal }: { method: string; json?: Record<string, unknown>; signal?: AbortSignal | undefined },
): Promise<TelegramResult> {
  const token = credentials['token'] ?? '';
  if (!TOKEN.test(token)) return { kind: 'refused', status: 401, text: 'Unauthorized', retryAfterMs: null };
  const url = `${baseUrl}/bot${token}/${method}`;
  const answer = await http({ method: 'POST', url, json, ...(signal && { signal }) });
  if (answer.kind !== 'answered') return answer;
  const read = Envelope.safeParse(answer.json);
  if (!read.success) return { kind: 'strange', status: answer.status };
  if (read.data.ok) return { kind: 'ok', result: read.data.result };
  const { error_code: status, description: text, parameters } = read.data;
  return { kind: 'refused', status, text, retryAfterMs: pauseMsOf(parameters?.retry_after) };
}
