import { z } from 'zod';
import { brandHostsOf } from './brand-hosts.ts';
import { WHATSAPP_GATEWAY_VARIABLES, whatsAppGatewayOf } from './whatsapp-gateway.ts';
import { SIGMA_VARIABLES, systemSmsOf } from './system-sms.ts';
import { BRAND_KEYS } from '#contract/brands/brands.ts';
import { readHost } from '#server/platform/values/host-rules.ts';
import { ownAddresses } from './own-addresses.ts';
import { AI_LIMITS, AiProviders, NO_MODELS, worldModels } from './ai-providers.ts';
import { REFERRAL_VARIABLES, referralOf } from './referral.ts';
import { SELLER_VARIABLES, sellerOf } from './seller.ts';
import { PAGE_VIEW_VARIABLES, pageViewsOf } from './page-views.ts';
import { isSupportAnnounced, SUPPORT_VARIABLES } from './support.ts';
import { YOOKASSA_VARIABLES, yookassaOf } from './yookassa.ts';
import { BOT_VARIABLES, botsOf } from './bots.ts';
import { SYSTEM_VARIABLES, systemsOf } from './systems.ts';
import { UPLOAD_LIMITS } from '#server/platform/intake/upload-limits.ts';

const Flag = z
  .enum(['0', '1', 'false', 'true', ''])
  .default('0')
  .transform((value) => value === '1' || value === 'true');
const Calls = z.coerce.number().int().min(1);
const List = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );

const Hosts = List.transform((written, { issues }) =>
  written.flatMap((one) => {
    const host = readHost(one);
    if (host === null) issues.push({ code: 'custom', message: `No host: ${one}`, input: one });
    return host ?? [];
  }),
);

/** Prices that providers charge for a message, by kind of channel: see decision 0196. */
const MessagePrices = z
  .string()
  .default('{}')
  .transform((value, context) => {
    try {
      return JSON.parse(value) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'not JSON' });
      return z.NEVER;
    }
  })
  .pipe(
    z.record(
      z.string(),
      z.object({
        /** ISO 4217. */
        currency: z.string().length(3),
        prices: z.array(
          z.object({
            /** The beginning of phones without +; the longest that fits counts, an empty one fits all. */
            prefix: z.string().regex(/^\d{0,5}$/),
            /** The provider's category of a template; `service` is free text. Absent: any. */
            category: z.string().optional(),
            /** Price of one message, or of one part where the channel counts parts. */
            price: z.number().nonnegative(),
          }),
        ),
      }),
    ),
  );

/** Examples for the demo, which has no prices of an operator. */
const DEMO_PRICES: z.output<typeof MessagePrices> = {
  dialog360: {
    currency: 'USD',
    prices: [
      { prefix: '7', category: 'marketing', price: 0.08 },
      { prefix: '7', category: 'utility', price: 0.04 },
      { prefix: '55', category: 'marketing', price: 0.063 },
      { prefix: '55', category: 'utility', price: 0.007 },
      { prefix: '380', category: 'marketing', price: 0.09 },
      { prefix: '380', category: 'utility', price: 0.02 },
      { prefix: '1', category: 'marketing', price: 0.025 },
      { prefix: '1', category: 'utility', price: 0.004 },
      { prefix: '', category: 'service', price: 0 },
    ],
  },
  twilio_sms: {
    currency: 'USD',
    prices: [
      { prefix: '1', price: 0.008 },
      { prefix: '55', price: 0.04 },
      { prefix: '380', price: 0.11 },
    ],
  },
  sigma_sms: { currency: 'RUB', prices: [{ prefix: '7', price: 4.5 }] },
};

const Environment = z.object({
  DATABASE_URL: z.string().min(1),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  /** Our address as the outside sees it: webhooks, and files that providers fetch. */
  PUBLIC_URL: z.url().optional(),
  /** At least 32 random bytes, hex or base64: encrypts credentials, signs tokens. */
  FRONTDESK_SECRET_KEY: z.string().min(32),
  FRONTDESK_DEMO: Flag,
  /** Contacts in the demo's past; 0 makes none. */
  DEMO_CLIENTS: z.coerce.number().int().min(0).max(10_000).default(400),
  /** Time of a new demo; absent: the machine's. */
  DEMO_STARTS_AT: z.iso
    .datetime()
    .transform((text) => Temporal.Instant.from(text))
    .optional(),
  FRONTDESK_DATA_DIR: z.string().default('.data'),
  DEMO_CLOCK_TOKEN: z.string().optional(),
  /** The simulators' address; the demo's outside services default to it. */
  WORLD_URL: z.url().optional(),
  /** The brand of `PUBLIC_URL`. */
  BRAND: z.enum(BRAND_KEYS).optional(),
  /** Own hosts of brands, e.g. `main=cabinet.salon.ru,dashboard=ai.salon.ru`. */
  BRAND_HOSTS: List,
  /** Number of trusted proxies in front of us; the client's address is then taken from X-Forwarded-For. */
  TRUST_PROXY: z.coerce.number().int().min(0).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DATABASE_POOL: z.coerce.number().int().min(2).default(10),
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).default(8),
  /** Bearer token that opens /metrics. */
  METRICS_TOKEN: z.string().optional(),
  SMTP_URL: z.string().optional(),
  SUPPORT_EMAIL: z.string().default('support@frontdesk.example'),
  SUPPORT_CHANNEL_URL: z.url().optional(),
  SUPPORT_TELEGRAM_URL: z.url().optional(),
  SUPPORT_WHATSAPP_URL: z.url().optional(),
  KNOWLEDGE_BASE_URL: z.url().optional(),
  CHAT_WIDGET_SCRIPT_URL: z.url().optional(),
  CHAT_WIDGET_TOKEN: z.string().optional(),
  /** DSN of a project at Sentry or a service that takes its envelopes: errors of the web side are reported there. */
  CLIENT_ERRORS_DSN: z.url().transform(toErrorReportUrl).optional(),
  GOOGLE_CLIENT_IDS: List,
  GOOGLE_JWKS_URL: z.url().optional(),
  GOOGLE_AUTH_URL: z.url().optional(),
  /** Processes that share an outgoing address share this name: some services limit calls by address. */
  EGRESS_NAME: z.string().default('default'),
  YCLIENTS_BASE_URL: z.url().optional(),
  YCLIENTS_PARTNER_TOKEN: z.string().optional(),
  YCLIENTS_PARTNER_ID: z.string().optional(),
  /** Calls from one outgoing address. */
  YCLIENTS_CALLS_PER_SECOND: Calls.default(5),
  YCLIENTS_CALLS_PER_MINUTE: Calls.default(200),
  ALTEGIO_BASE_URL: z.url().optional(),
  ALTEGIO_PARTNER_TOKEN: z.string().optional(),
  ALTEGIO_PARTNER_ID: z.string().optional(),
  ALTEGIO_CALLS_PER_SECOND: Calls.default(5),
  ALTEGIO_CALLS_PER_MINUTE: Calls.default(200),
  YCLIENTS_MARKETPLACE_URL: z.url().optional(),
  /** Our applications in the marketplace; the first is the one that owners are linked to. */
  YCLIENTS_APPLICATION_IDS: List,
  /** The application's card in the marketplace, where an owner presses Connect. */
  YCLIENTS_APPLICATION_URL: z.url().optional(),
  /** Token of the user that the vendor adds to branches that install us. */
  YCLIENTS_SYSTEM_USER_TOKEN: z.string().optional(),
  ALTEGIO_MARKETPLACE_URL: z.url().optional(),
  ALTEGIO_APPLICATION_IDS: List,
  ALTEGIO_APPLICATION_URL: z.url().optional(),
  ALTEGIO_SYSTEM_USER_TOKEN: z.string().optional(),
  IIKO_BASE_URL: z.url().optional(),
  /** Our application at iiko, shown beside the API keys of restaurants. */
  IIKO_APP_ID: z.string().optional(),
  IIKO_CLIENT_SECRET: z.string().optional(),
  /** Calls per second of one login; the vendor publishes no figures, this is a cautious one. */
  IIKO_CALLS_PER_SECOND: Calls.default(5),
  IIKO_TOKENS_PER_MINUTE: Calls.default(1),
  DIALOG360_BASE_URL: z.url().optional(),
  DIALOG360_WEBHOOK_SECRET: z.string().optional(),
  /** Our partner account at 360dialog: owners then connect numbers on its page. */
  DIALOG360_PARTNER_ID: z.string().optional(),
  DIALOG360_PARTNER_KEY: z.string().optional(),
  DIALOG360_HUB_BASE_URL: z.url().optional(),
  DIALOG360_HUB_PAGE_URL: z.url().optional(),
  /** Meta's own API, for numbers that are not served by 360dialog. */
  META_GRAPH_BASE_URL: z.url().optional(),
  ...WHATSAPP_GATEWAY_VARIABLES,
  ...BOT_VARIABLES,
  TWILIO_BASE_URL: z.url().optional(),
  TWILIO_MESSAGING_BASE_URL: z.url().optional(),
  TWILIO_CONTENT_BASE_URL: z.url().optional(),
  ...SYSTEM_VARIABLES,
  ...SIGMA_VARIABLES,
  ...SUPPORT_VARIABLES,
  ...PAGE_VIEW_VARIABLES,
  ...YOOKASSA_VARIABLES,
  ...REFERRAL_VARIABLES,
  ...SELLER_VARIABLES,
  /** Hosts that no short link leads to, with their subdomains. */
  LINK_BLOCKED_HOSTS: Hosts,
  /** Origins in our own network that assistants may read and call, e.g. of an intranet; all others must be public. */
  KNOWLEDGE_SITES: List,
  /** JSON; kinds and countries that are not in it have no known price. */
  MESSAGE_PRICES: MessagePrices,
  /** JSON; language models, their prices and who offers which. Without it there are none; the demo has the world's. */
  AI_PROVIDERS: AiProviders,
  /** US dollars that a cabinet may spend on models before it pays. */
  AI_TRIAL_CREDIT: z.coerce.number().min(0).max(10_000).default(1),
  /** Replies to reviews that a model writes for a new account before it pays. */
  AI_TRIAL_REVIEWS: z.coerce.number().int().min(0).max(100_000).default(20),
  /** For so long a notice of a visit waits for further bookings of the same contact. */
  NOTICE_HOLD_SECONDS: z.coerce.number().min(0).max(3_600).default(20),
  MAX_FILE_MEGABYTES: z.coerce.number().min(1).max(100).default(5),
  /** Files of one cabinet, all together. */
  MAX_TENANT_FILES_MEGABYTES: z.coerce.number().min(1).default(1_000),
  /** Recordings of calls of one cabinet, all together. */
  MAX_TENANT_SOUND_MEGABYTES: z.coerce.number().min(1).default(10_000),
  /** The program that decodes what the libraries cannot; absent: the first `ffmpeg` on PATH. */
  FFMPEG_PATH: z.string().optional(),
  /** Nothing is uploaded that would leave less free where files are stored. */
  MIN_FREE_DISK_MEGABYTES: z.coerce.number().min(0).default(1_000),
});

/** The configuration, read once at startup. README.md has the list of names and meanings. */
export type Config = ReturnType<typeof readConfig>;

/** `https://<key>@<host>/<path><project>` → the address for envelopes, which names the key in its query. */
function toErrorReportUrl(dsn: string, context: z.core.$RefinementCtx): string {
  const { origin, username, pathname } = new URL(dsn);
  const [, path = '', project] = /^(.*\/)(\d+)$/.exec(pathname) ?? [];
  if (username && project) return `${origin}${path}api/${project}/envelope/?sentry_version=7&sentry_key=${username}`;
  context.addIssue({ code: 'custom', message: 'A DSN is https://<key>@<host>/<project>.' });
  return z.NEVER;
}

/** @throws with the name of every invalid variable */
export function readConfig(environment: Record<string, string | undefined>) {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) throw new Error(`The configuration is wrong.\n${z.prettifyError(parsed.error)}`);
  const env = parsed.data;
  const world = env.FRONTDESK_DEMO ? env.WORLD_URL : undefined;
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  return {
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    secretKey: env.FRONTDESK_SECRET_KEY,
    isDemo: env.FRONTDESK_DEMO,
    demoClients: env.DEMO_CLIENTS,
    demoStartsAt: env.DEMO_STARTS_AT,
    demoClockToken: env.DEMO_CLOCK_TOKEN,
    worldUrl: world,
    dataDir: env.FRONTDESK_DATA_DIR,
    /** The addresses of a machine that shows the demo to its network; they get the main brand, as `localhost` does. */
    machineHosts: env.FRONTDESK_DEMO ? ownAddresses() : [],
    brandHosts: brandHostsOf(env),
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    workerConcurrency: env.WORKER_CONCURRENCY,
    /**
     * Cost of a password's hash, Argon2id: 32 MiB and three passes, about 20 ms of one core, twice OWASP's least. No
     * variable changes it; tests that are about something else take less.
     */
    passwordCost: { memoryCost: 32_768, timeCost: 3, parallelism: 1 },
    /** No variable changes them; tests take less. */
    uploads: UPLOAD_LIMITS,
    metricsToken: env.METRICS_TOKEN,
    smtpUrl: env.SMTP_URL,
    supportEmail: env.SUPPORT_EMAIL,
    support: supportOf(env),
    errorReportUrl: env.CLIENT_ERRORS_DSN ?? null,
    pageViews: pageViewsOf(env),
    noticeHoldSeconds: env.NOTICE_HOLD_SECONDS,
    maxFileMegabytes: env.MAX_FILE_MEGABYTES,
    maxTenantFilesMegabytes: env.MAX_TENANT_FILES_MEGABYTES,
    maxTenantSoundMegabytes: env.MAX_TENANT_SOUND_MEGABYTES,
    ffmpegPath: env.FFMPEG_PATH,
    minFreeDiskMegabytes: env.MIN_FREE_DISK_MEGABYTES,
    google: {
      clientIds: env.GOOGLE_CLIENT_IDS.length > 0 || !world ? env.GOOGLE_CLIENT_IDS : ['frontdesk-demo.apps.example'],
      jwksUrl:
        env.GOOGLE_JWKS_URL ??
        (world ? `${world}/google/oauth2/v3/certs` : 'https://www.googleapis.com/oauth2/v3/certs'),
      authUrl:
        env.GOOGLE_AUTH_URL ??
        (world ? `${world}/google/o/oauth2/v2/auth` : 'https://accounts.google.com/o/oauth2/v2/auth'),
    },
    egressName: env.EGRESS_NAME,
    yclients: {
      baseUrl: env.YCLIENTS_BASE_URL ?? (world ? `${world}/yclients/api/v1` : 'https://api.yclients.com/api/v1'),
      partnerToken: env.YCLIENTS_PARTNER_TOKEN ?? (world ? 'partner-demo-token' : undefined),
      partnerId: env.YCLIENTS_PARTNER_ID,
      limits: { callsPerSecond: env.YCLIENTS_CALLS_PER_SECOND, callsPerMinute: env.YCLIENTS_CALLS_PER_MINUTE },
    },
    altegio: {
      baseUrl: env.ALTEGIO_BASE_URL ?? (world ? `${world}/altegio/api/v1` : 'https://api.alteg.io/api/v1'),
      partnerToken: env.ALTEGIO_PARTNER_TOKEN ?? (world ? 'altegio-partner-demo-token' : undefined),
      partnerId: env.ALTEGIO_PARTNER_ID,
      limits: { callsPerSecond: env.ALTEGIO_CALLS_PER_SECOND, callsPerMinute: env.ALTEGIO_CALLS_PER_MINUTE },
    },
    /** Our applications in the marketplaces of booking systems. */
    marketplace: {
      yclients: {
        baseUrl:
          env.YCLIENTS_MARKETPLACE_URL ??
          (world ? `${world}/yclients/marketplace` : 'https://api.yclients.com/marketplace'),
        applicationIds: orDemo(world, env.YCLIENTS_APPLICATION_IDS, '7001'),
        cardUrl: env.YCLIENTS_APPLICATION_URL ?? (world ? `${world}/?appstore=yclients` : null),
        systemUserToken: env.YCLIENTS_SYSTEM_USER_TOKEN ?? (world ? 'system-demo-token' : undefined),
      },
      altegio: {
        baseUrl:
          env.ALTEGIO_MARKETPLACE_URL ??
          (world ? `${world}/altegio-app/marketplace` : 'https://app.alteg.io/marketplace'),
        applicationIds: orDemo(world, env.ALTEGIO_APPLICATION_IDS, '8001'),
        cardUrl: env.ALTEGIO_APPLICATION_URL ?? (world ? `${world}/?appstore=altegio` : null),
        systemUserToken: env.ALTEGIO_SYSTEM_USER_TOKEN ?? (world ? 'altegio-system-demo-token' : undefined),
      },
    },
    iiko: {
      baseUrl: env.IIKO_BASE_URL ?? (world ? `${world}/iiko` : 'https://api-ru.iiko.services'),
      appId: env.IIKO_APP_ID ?? (world ? '62bce03f-3a96-4b5c-863f-763364170cab' : undefined),
      clientSecret: env.IIKO_CLIENT_SECRET ?? (world ? 'iiko-demo-client-secret' : undefined),
      limits: { callsPerSecond: env.IIKO_CALLS_PER_SECOND, tokensPerMinute: env.IIKO_TOKENS_PER_MINUTE },
    },
    dialog360: {
      baseUrl: env.DIALOG360_BASE_URL ?? (world ? `${world}/d360` : 'https://waba-v2.360dialog.io'),
      webhookSecret: env.DIALOG360_WEBHOOK_SECRET,
      partner: {
        id: env.DIALOG360_PARTNER_ID ?? (world ? 'PARTNER1' : undefined),
        key: env.DIALOG360_PARTNER_KEY ?? (world ? 'partner-demo-key' : undefined),
        hubUrl: env.DIALOG360_HUB_BASE_URL ?? (world ? `${world}/d360/api/v2` : 'https://hub.360dialog.io/api/v2'),
        pageUrl: env.DIALOG360_HUB_PAGE_URL ?? (world ? `${world}/d360/hub` : 'https://hub.360dialog.com'),
      },
      graphUrl: env.META_GRAPH_BASE_URL ?? (world ? `${world}/graph` : 'https://graph.facebook.com/v23.0'),
    },
    twilio: {
      baseUrl: env.TWILIO_BASE_URL ?? (world ? `${world}/twilio` : 'https://api.twilio.com'),
      messagingUrl: env.TWILIO_MESSAGING_BASE_URL ?? (world ? `${world}/twilio` : 'https://messaging.twilio.com'),
      contentUrl: env.TWILIO_CONTENT_BASE_URL ?? (world ? `${world}/twilio` : 'https://content.twilio.com'),
    },
    whatsAppGateway: whatsAppGatewayOf(env, world),
    sigma: { baseUrl: env.SIGMA_BASE_URL ?? (world ? `${world}/sigma/api` : 'https://user.sigmasms.ru/api') },
    ...systemsOf(env, world),
    systemSms: systemSmsOf(env, world),
    isSupportAnnounced: isSupportAnnounced(env),
    yookassa: yookassaOf(env, world),
    referral: referralOf(env),
    seller: sellerOf(env, world),
    linkBlockedHosts: env.LINK_BLOCKED_HOSTS,
    knowledgeSites: env.KNOWLEDGE_SITES,
    messagePrices:
      env.FRONTDESK_DEMO && Object.keys(env.MESSAGE_PRICES).length === 0 ? DEMO_PRICES : env.MESSAGE_PRICES,
    ai: aiOf(env, world),
    ...botsOf(env, world),
  };
}

function supportOf(env: z.output<typeof Environment>) {
  return {
    channelUrl: env.SUPPORT_CHANNEL_URL ?? null,
    telegramBotUrl: env.SUPPORT_TELEGRAM_URL ?? null,
    whatsAppUrl: env.SUPPORT_WHATSAPP_URL ?? null,
    knowledgeBaseUrl: env.KNOWLEDGE_BASE_URL ?? null,
    chatWidget:
      env.CHAT_WIDGET_SCRIPT_URL && env.CHAT_WIDGET_TOKEN
        ? { scriptUrl: env.CHAT_WIDGET_SCRIPT_URL, token: env.CHAT_WIDGET_TOKEN }
        : null,
  };
}

function aiOf(
  { AI_PROVIDERS: models, AI_TRIAL_CREDIT, AI_TRIAL_REVIEWS }: z.output<typeof Environment>,
  world: string | undefined,
) {
  return {
    ...(models ?? (world ? worldModels(world) : NO_MODELS)),
    /** Answers come from the simulated world. */
    isSimulated: !models && world !== undefined,
    trialCreditMicroUsd: Math.round(AI_TRIAL_CREDIT * 1_000_000),
    trialReviews: AI_TRIAL_REVIEWS,
    /** No variable changes them; tests take less. */
    limits: AI_LIMITS,
  };
}

/** Returns the configured values, or the demo's default where nothing was configured. */
function orDemo(world: string | undefined, configured: string[], demo: string): string[] {
  return configured.length > 0 || !world ? configured : [demo];
}
