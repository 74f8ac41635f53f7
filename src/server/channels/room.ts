import { CHANNELS_NOTICES } from '#contract/channels/codes.ts';
import { defineRoom } from '#server/room.ts';
import { servePairingPage } from './pairing/pairing-page-routes.ts';
import { servePartnerReturn } from './connecting/partner-return-routes.ts';
import { serveChannels } from './routes.ts';
import { channelWebhooks } from './webhooks.ts';
import { workChannels } from './workers.ts';

export const channels = defineRoom({
  name: 'channels',
  serve: (serve, { providers, ...product }) => serveChannels(serve, { ...product, providers: providers.channels }),
  pages(app, ctx, { providers }) {
    servePairingPage(app, ctx, providers.channels);
    servePartnerReturn(app);
  },
  webhooks(ctx, { providers }) {
    const finder = channelWebhooks(ctx, providers.channels);
    return new Map([...providers.channels.keys()].map((kind) => [kind, finder]));
  },
  work: (work, repeat, { providers }) => workChannels(work, repeat, providers.channels),
  notices: CHANNELS_NOTICES,
});
