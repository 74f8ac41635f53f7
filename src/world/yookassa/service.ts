import type { Service } from '../sim/service.ts';
import { controlYookassa } from './control.ts';
import { runExpiry } from './deciding.ts';
import { runMethodExpiry } from './methods.ts';
import { serveRefunds } from './refunds.ts';
import { serveYookassa } from './routes.ts';
import { PAYMENTS } from './staff.ts';

/** YooKassa: one shop, payments that are paid on a page of the bank, and notifications without a signature. */
export const YOOKASSA: Service = {
  name: 'yookassa',
  refusal: (_status, description) => ({ type: 'error', code: 'internal_server_error', description }),
  serve(app, sim) {
    serveYookassa(app, sim);
    serveRefunds(app, sim);
    controlYookassa(app, sim);
    runExpiry(sim);
    runMethodExpiry(sim);
  },
  // The operator of a deployment has its key, and no business.
  keys: () => [],
  staff: [PAYMENTS],
};
