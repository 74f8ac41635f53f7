import type { ChannelProvider } from '#server/channels/port.ts';
import type { Context } from '#server/platform/context/context.ts';
import { createSigningSecrets } from '#server/connections/storage/signing-secrets.ts';
import { isOwnAddress } from '#server/platform/deployment/link-origin.ts';
import { createTokenStore } from '#server/connections/tokens/tokens.ts';
import type { Providers } from '#server/room.ts';
import { ALTEGIO, createAltegio } from '#server/providers/yclients/altegio.ts';
import { createAmo } from '#server/providers/amo/provider.ts';
import { sharedRateLimiter as amoTurns } from '#server/providers/amo/rate-limiter.ts';
import { createChatwootChannel } from '#server/providers/chatwoot/channel.ts';
import { createChatwoot } from '#server/providers/chatwoot/provider.ts';
import { createDialog360 } from '#server/providers/dialog360/provider.ts';
import { createEvolution } from '#server/providers/evolution/provider.ts';
import { createIiko } from '#server/providers/iiko/provider.ts';
import { sharedRateLimiter as iikoTurns } from '#server/providers/iiko/rate-limiter.ts';
import { createGreenApiTelegram } from '#server/providers/green-api/telegram-provider.ts';
import { createMax } from '#server/providers/max/provider.ts';
import { createMedflex } from '#server/providers/medflex/provider.ts';
import { createMedflexSource } from '#server/providers/medflex/source.ts';
import { sharedRateLimiter as medflexTurns } from '#server/providers/medflex/rate-limiter.ts';
import { createShopify } from '#server/providers/shopify/provider.ts';
import { createSystemSms } from '#server/providers/sigma/system-sms.ts';
import { createSigma } from '#server/providers/sigma/provider.ts';
import { createTelegram } from '#server/providers/telegram/provider.ts';
import { createGreenApiWhatsApp } from '#server/providers/green-api/provider.ts';
import { createTwilioSms, createTwilioWhatsapp } from '#server/providers/twilio/provider.ts';
import { createWebChat } from '#server/providers/web-chat/provider.ts';
import { createMarketplace } from '#server/providers/yclients/marketplace.ts';
import { createYookassa } from '#server/providers/yookassa/provider.ts';
import { createYclients, YCLIENTS } from '#server/providers/yclients/provider.ts';
import { sharedRateLimiter } from '#server/providers/yclients/rate-limiter.ts';

/** WhatsApp by QR code, in the dialect of the deployment's gateway. */
function createWhatsAppGateway(
  http: Context['http'],
  { dialect, baseUrl, token }: Context['config']['whatsAppGateway'],
): ChannelProvider {
  return dialect === 'evolution'
    ? createEvolution({ http, baseUrl, apiKey: token })
    : createGreenApiWhatsApp({ http, baseUrl, partnerToken: token });
}

/** The only place that connects providers with the rooms that need them. */
export function createProviders({ config, http, db, vault, clock }: Context): Providers {
  const isOwnUrl = (url: string) => isOwnAddress(config, url);
  const chatwoot = { ...config.chatwoot, signing: createSigningSecrets({ db, vault }), isOwnUrl };
  const channels = [
    createDialog360({ http, ...config.dialog360 }),
    createTelegram({ http, ...config.telegram }),
    createWhatsAppGateway(http, config.whatsAppGateway),
    createGreenApiTelegram({ http, ...config.telegramGateway }),
    createMax({ http, ...config.max, isOwnUrl }),
    createTwilioSms({ http, ...config.twilio }),
    createTwilioWhatsapp({ http, ...config.twilio }),
    createSigma({ http, ...config.sigma }),
    createWebChat(),
    createChatwootChannel(chatwoot),
  ];
  const rateLimiterOf = (kind: 'yclients' | 'altegio') =>
    sharedRateLimiter(db, kind, { ...config[kind].limits, egress: config.egressName });
  const medflex = { http, ...config.medflex, rateLimiter: medflexTurns(db, config.medflex.limits) };
  const sources = [
    createYclients({ http, rateLimiter: rateLimiterOf('yclients'), ...config.yclients }),
    createAltegio({ http, rateLimiter: rateLimiterOf('altegio'), ...config.altegio }),
    createAmo({
      http,
      tokens: createTokenStore({ db, vault, clock }),
      rateLimiter: amoTurns(db, config.amo.limits),
      redirectUri: `${config.publicUrl}/accounts/amo/connect`,
      ...config.amo,
    }),
    createMedflexSource({ ...medflex, clock }),
    createIiko({ http, db, vault, clock, rateLimiter: iikoTurns(db, config.iiko.limits), ...config.iiko }),
    createChatwoot(chatwoot),
    createShopify(),
  ];
  const clinics = createMedflex(medflex);
  const marketplaces = [YCLIENTS, ALTEGIO].map((profile) => {
    const { baseUrl } = config.marketplace[profile.kind];
    return createMarketplace(profile, {
      http,
      rateLimiter: rateLimiterOf(profile.kind),
      ...config[profile.kind],
      baseUrl,
    });
  });
  return {
    channels: new Map(channels.map((channel) => [channel.kind, channel])),
    sourceProviders: Object.assign(new Map(sources.map((source) => [source.kind, source])), { clinics }),
    payments: config.yookassa && createYookassa({ http, ...config.yookassa }),
    marketplaces: new Map(marketplaces.map((marketplace) => [marketplace.kind, marketplace])),
    textPhone: config.systemSms && createSystemSms({ http, ...config.sigma }, config.systemSms),
  };
}
