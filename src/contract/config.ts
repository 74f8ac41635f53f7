import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Support contacts of this deployment; every part is null until the operator sets it. */
export const Support = z.object({
  channelUrl: z.url().nullable(),
  telegramBotUrl: z.url().nullable(),
  whatsAppUrl: z.url().nullable(),
  knowledgeBaseUrl: z.url().nullable(),
  /** A third-party chat: its script is loaded for signed-in members and started with the site's token. */
  chatWidget: z.object({ scriptUrl: z.url(), token: z.string() }).nullable(),
});
export type Support = z.infer<typeof Support>;

export const ClientConfig = z.object({
  /** Null hides the Google button. */
  googleClientId: z.string().nullable(),
  /** Google's authorization URL; the world simulates it. */
  googleAuthUrl: z.url().nullable(),
  /** The deployment has a demo cabinet, and /demo signs in to it. */
  isDemo: z.boolean(),
  /** URL of the simulated outside world of a demo. */
  worldUrl: z.url().nullable(),
  support: Support,
  maxFileMegabytes: z.int(),
  /** The referral programme, in percent: what a friend pays less at the first payment, and what the partner gets of it. */
  referral: z.object({ discountPercent: z.int(), rewardPercent: z.int() }),
  /** Where unexpected errors of the page are sent, as Sentry's envelopes; null: nowhere. */
  errorReportUrl: z.url().nullable(),
  /** Where page views are counted, by Matomo's tracking calls; null: nowhere. */
  pageViews: z.object({ url: z.url(), siteId: z.string() }).nullable(),
});
export type ClientConfig = z.infer<typeof ClientConfig>;

export const clientConfig = endpoint({
  method: 'GET',
  path: '/api/v1/config',
  access: 'public',
  summary: 'What the web side must know about this deployment.',
  reply: ClientConfig,
});
