import { z } from 'zod';
import type { Credentials } from '#server/channels/port.ts';
import type { Answer, Call, HttpClient } from '#server/platform/http-client.ts';

/** Options of the provider; base URLs are the deployment's. */
export type Dialog360Options = {
  http: HttpClient;
  baseUrl: string;
  /** Meta's own API, for numbers that are not with 360dialog. */
  graphUrl: string;
  /** Signs webhooks of a 360dialog partner; unset where there is none. */
  webhookSecret: string | undefined;
};

/** A number at 360dialog: one key for each. */
const HubKey = z.object({ apiKey: z.string().min(1), phone: z.string() });
/** A number at Meta itself: the same messages under other URLs. */
const GraphKey = z.object({
  accessToken: z.string().min(1),
  phoneNumberId: z.string().regex(/^\d+$/),
  wabaId: z.string().regex(/^\w+$/),
  appSecret: z.string().min(1),
});

/** Differences of the same API at 360dialog and at Meta. */
export type Dialect = {
  messagesUrl: string;
  templatesUrl: string;
  /** Null where webhooks are set by hand, in Meta's console. */
  webhookUrl: string | null;
  /** URL of the business account's webhook, which reports the statuses of templates. */
  accountWebhookUrl: string | null;
  headers: Record<string, string>;
  /** Signs webhooks; null when they are authenticated by the header we requested. */
  appSecret: string | null;
};

/** @throws when the credentials are neither dialect's: they were sealed by us, so that is a bug */
export function dialectOf(options: Dialog360Options, credentials: Credentials): Dialect {
  const graph = GraphKey.safeParse(credentials);
  if (graph.success) {
    const { accessToken, phoneNumberId, wabaId, appSecret } = graph.data;
    return {
      messagesUrl: `${options.graphUrl}/${phoneNumberId}/messages`,
      templatesUrl: `${options.graphUrl}/${wabaId}/message_templates`,
      webhookUrl: null,
      accountWebhookUrl: null,
      headers: { authorization: `Bearer ${accessToken}` },
      appSecret,
    };
  }
  const { apiKey } = HubKey.parse(credentials);
  return {
    messagesUrl: `${options.baseUrl}/messages`,
    templatesUrl: `${options.baseUrl}/v1/configs/templates`,
    webhookUrl: `${options.baseUrl}/v1/configs/webhook`,
    accountWebhookUrl: `${options.baseUrl}/waba_webhook`,
    headers: { 'D360-API-KEY': apiKey },
    appSecret: null,
  };
}

/** Makes one call for the number. */
export function ask(options: Dialog360Options, { headers }: Dialect, call: Call): Promise<Answer> {
  return options.http({ ...call, headers: { ...headers, ...call.headers } });
}

/** Parses a Retry-After header to milliseconds; dates, which neither vendor sends, are not parsed. */
export function retryAfterMs(headers: Record<string, string>): number | null {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds * 1000) : null;
}
