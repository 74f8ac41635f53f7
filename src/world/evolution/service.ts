import type { Service } from '../sim/service.ts';
import { listen } from '../whatsapp/network.ts';
import { evolutionRefusal } from './errors.ts';
import { serveEvolution } from './routes.ts';
import { postEvent } from './webhooks.ts';

/** A gateway in Evolution API's dialect. */
export const EVOLUTION: Service = {
  name: 'evolution',
  refusal: evolutionRefusal,
  serve(app, sim) {
    serveEvolution(app, sim);
    listen(sim, 'evolution', (session, event) => postEvent(sim, session, event));
  },
  keys: () => [],
};
