import type { ChannelProviders } from '#server/channels/port.ts';
import type { Marketplaces } from '#server/connections/marketplace-port.ts';
import type { SourceProviders } from '#server/connections/port.ts';
import type { Context } from '#server/platform/context.ts';
import { ALTEGIO, createAltegio } from '#server/providers/yclients/altegio.ts';
import { createDialog360 } from '#server/providers/dialog360/provider.ts';
import { createIiko } from '#server/providers/iiko/provider.ts';
import { sharedTurns as iikoTurns } from '#server/providers/iiko/turns.ts';
import { createTelegram } from '#server/providers/telegram/provider.ts';
import { createTwilio } from '#server/providers/twilio/provider.ts';
import { createMarketplace } from '#server/providers/yclients/marketplace.ts';
import { createYclients, YCLIENTS } from '#server/providers/yclients/provider.ts';
import { sharedTurns } from '#server/providers/yclients/turns.ts';

/** Every outside service, by kind. */
export type Providers = {
  channels: ChannelProviders;
  sourceProviders: SourceProviders;
  marketplaces: Marketplaces;
};

/** The only place that connects providers with the rooms that need them. */
export function createProviders({ config, http, db, vault, clock }: Context): Providers {
  const channels = [
    createDialog360({ http, ...config.dialog360 }),
    createTelegram({ http, ...config.telegram }),
    createTwilio({ http, ...config.twilio }),
  ];
  const turnsOf = (kind: 'yclients' | 'altegio') => sharedTurns(db, kind, config.egressName);
  const sources = [
    createYclients({ http, turns: turnsOf('yclients'), ...config.yclients }),
    createAltegio({ http, turns: turnsOf('altegio'), ...config.altegio }),
    createIiko({ http, db, vault, clock, turns: iikoTurns(db, config.iiko.limits), ...config.iiko }),
  ];
  const marketplaces = [YCLIENTS, ALTEGIO].map((profile) => {
    const { baseUrl } = config.marketplace[profile.kind];
    return createMarketplace(profile, { http, turns: turnsOf(profile.kind), ...config[profile.kind], baseUrl });
  });
  return {
    channels: new Map(channels.map((channel) => [channel.kind, channel])),
    sourceProviders: new Map(sources.map((source) => [source.kind, source])),
    marketplaces: new Map(marketplaces.map((marketplace) => [marketplace.kind, marketplace])),
  };
}
