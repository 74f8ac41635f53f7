import { defineRoom } from '#server/room.ts';
import { serveIntegrations } from './routes.ts';
import { shopSource } from './shop-source.ts';
import { workIntegrations } from './workers.ts';

export const integrations = defineRoom({
  name: 'integrations',
  serve: serveIntegrations,
  work: (_work, repeat) => workIntegrations(repeat),
  sources: { shop: shopSource },
  contactTables: ['carts', 'api_events'],
});
