import { CONNECTIONS_NOTICES } from '#contract/connections/codes.ts';
import { defineRoom } from '#server/room.ts';
import { serveConsentReturn } from './consent/consent-return.ts';
import { serveConsents } from './consent/consent-routes.ts';
import { serveMarketplace } from './marketplace/marketplace-routes.ts';
import { workMarketplace } from './marketplace/marketplace-workers.ts';
import { serveConnections } from './routes.ts';
import { connectionWebhooks } from './webhooks.ts';
import { workConnections } from './workers.ts';

export const connections = defineRoom({
  name: 'connections',
  serve(serve, { providers }) {
    serveConnections(serve, providers);
    serveConsents(serve, providers);
    serveMarketplace(serve);
  },
  pages: (app, ctx) => serveConsentReturn(app, ctx),
  webhooks: (ctx, { providers }) =>
    new Map([...providers.sourceProviders].map(([kind, provider]) => [kind, connectionWebhooks(provider, ctx)])),
  work(work, repeat, { providers, sources, commandKinds }) {
    workConnections(work, repeat, { ...providers, sources, commandKinds });
    workMarketplace(work, repeat, providers);
  },
  notices: CONNECTIONS_NOTICES,
});
