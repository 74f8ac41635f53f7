import type { Service } from '../sim/service.ts';
import { controlAmo } from './control.ts';
import { amoRefusal } from './errors.ts';
import { serveConsent } from './oauth.ts';
import { serveApi } from './routes.ts';
import { AMO_STAFF } from './staff.ts';
import { amoState } from './state.ts';

/** amoCRM: a consent page, tokens that are renewed once, deals with their contacts and tasks, and webhooks. */
export const AMO: Service = {
  name: 'amo',
  refusal: amoRefusal,
  serve(app, sim) {
    serveConsent(app, sim);
    serveApi(app, sim);
    controlAmo(app, sim);
  },
  keys: (sim) =>
    amoState(sim).accounts.map(({ name, subdomain, webhooks }) => ({
      business: name,
      keys: [{ label: 'amoCRM', value: `${subdomain}.amocrm.ru` }],
      isTaken: webhooks.length > 0,
    })),
  staff: AMO_STAFF,
};
