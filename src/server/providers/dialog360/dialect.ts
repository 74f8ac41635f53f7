import { z } from 'zod';
import type { Credentials } from '#server/channels/port.ts';
import type { Answer, Call, HttpClient } from '#server/platform/http/http-client.ts';
import { pauseMsOf } from '#server/platform/values/outside-numbers.ts';

/** Options of the provider; base URLs are the deployment's. */
export type Dialog360Options = {
  http: HttpClient;
  baseUrl: string;
  /** Meta's own API, for numbers that are not with 360dialog. */
  graphUrl: string;
  /** Our partner account; without its id and key numbers are connected by their own keys. */
  partner?: { id: string | undefined; key: string | undefined; hubUrl: string; pageUrl: string };
  /** Signs webhooks of a 360dialog partner; unset where there is none. */
  webhookSecret: string | undefined;
};

/** A number at 360dialog: one key for each. */
const HubKey = z.object({ apiKey: z.string().min(1), address: z.string().optional() });
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
  /** One template's, before its id. NOTE: 360dialog does not document changes; it passes Meta's calls on. */
  templateUrl: string;
  deletionUrl: (name: string) => string;
  /** Null where webhooks are set by hand, in Meta's console. */
  webhookUrl: string | null;
  /** Describes the number of the key; null where the credentials name it. */
  numberUrl: string | null;
  /** Describes the number's rating and limit. */
  standingUrl: string;
  /** Describes the account, with the portfolio it belongs to; null where the number names it. */
  accountUrl: string | null;
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
      templateUrl: options.graphUrl,
      deletionUrl: (name) => `${options.graphUrl}/${wabaId}/message_templates?name=${encodeURIComponent(name)}`,
      webhookUrl: null,
      numberUrl: null,
      standingUrl: `${options.graphUrl}/${phoneNumberId}?fields=quality_rating,whatsapp_business_manager_messaging_limit`,
      accountUrl: `${options.graphUrl}/${wabaId}?fields=owner_business_info`,
      accountWebhookUrl: null,
      headers: { authorization: `Bearer ${accessToken}` },
      appSecret,
    };
  }
  const { apiKey, address: baseUrl = options.baseUrl } = HubKey.parse(credentials);
  return {
    messagesUrl: `${baseUrl}/messages`,
    templatesUrl: `${baseUrl}/v1/configs/templates`,
    templateUrl: `${baseUrl}/v1/configs/templates`,
    deletionUrl: (name) => `${baseUrl}/v1/configs/templates/${encodeURIComponent(name)}`,
    webhookUrl: `${baseUrl}/v1/configs/webhook`,
    numberUrl: `${baseUrl}/v1/configs/phone_number`,
    standingUrl: `${baseUrl}/v1/configs/phone_number`,
    accountUrl: null,
    accountWebhookUrl: `${baseUrl}/waba_webhook`,
    headers: { 'D360-API-KEY': apiKey },
    appSecret: null,
  };
}

/** Makes one call for the number. */
export function send(options: Dialog360Options, { headers }: Dialect, call: Call): Promise<Answer> {
  return options.http({ ...call, headers: { ...headers, ...call.headers } });
}

/** Parses a Retry-After header to milliseconds; dates, which neither vendor sends, are not parsed. */
export function retryAfterMs(headers: Record<string, string>): number | null {
  return pauseMsOf(headers['retry-after']);
}
