import { z } from 'zod';
import type { Credentials } from '#server/channels/port.ts';
import type { Call, HttpClient } from '#server/platform/http/http-client.ts';
import { pauseMsOf } from '#server/platform/values/outside-numbers.ts';

/** Base URLs of Twilio's APIs that are called; https://www.twilio.com/docs/messaging/api */
export type TwilioOptions = { http: HttpClient; baseUrl: string; messagingUrl: string; contentUrl: string };

/** An answer of Twilio's. */
export type TwilioResult =
  | { kind: 'ok'; json: unknown }
  | { kind: 'refused'; status: number; code: number; text: string; retryAfterMs: number | null }
  /** Not in Twilio's shape: a proxy's page, or garbage. */
  | { kind: 'strange'; status: number }
  | { kind: 'unreached'; reason: string }
  | { kind: 'unknown'; reason: string };

type Request = Pick<Call, 'method' | 'form' | 'json' | 'signal'> & {
  /** Below the account: `/Messages.json`; or a full path of another API: `/v1/Services`. */
  path: string;
  api?: 'messaging' | 'content';
};

const Refusal = z.object({ code: z.number(), message: z.string().default('') });

/** SIDs and tokens are parts of URLs and headers, so nothing else may pass. */
const ACCOUNT_SID = /^AC[0-9a-fA-F]{32}$/;

/** Calls Twilio for the account. */
export async function callTwilio(
  { http, baseUrl, messagingUrl, contentUrl }: TwilioOptions,
  { accountSid = '', authToken = '' }: Credentials,
  { method, path, api, form, json: body, signal }: Request,
): Promise<TwilioResult> {
  if (!ACCOUNT_SID.test(accountSid)) return { kind: 'refused', ...NO_ACCOUNT };
  const base = {
    messaging: messagingUrl,
    content: contentUrl,
    account: `${baseUrl}/2010-04-01/Accounts/${accountSid}`,
  };
  const answer = await http({
    method,
    url: `${base[api ?? 'account']}${path}`,
    basicAuth: { user: accountSid, password: authToken },
    ...(form && { form }),
    ...(body !== undefined && { json: body }),
    ...(signal && { signal }),
  });
  if (answer.kind !== 'answered') return answer;
  const { status, json, headers } = answer;
  if (status < 300) return { kind: 'ok', json };
  const refusal = Refusal.safeParse(json);
  if (!refusal.success) return { kind: 'strange', status };
  const retryAfterMs = pauseMsOf(headers['retry-after']);
  return { kind: 'refused', status, code: refusal.data.code, text: refusal.data.message, retryAfterMs };
}

const NO_ACCOUNT = {
  status: 401,
  code: 20003,
  text: 'An Account SID is AC and 32 hexadecimal digits',
  retryAfterMs: null,
};
