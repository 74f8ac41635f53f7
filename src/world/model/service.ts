import type { Service } from '../sim/service.ts';
import { controlModel } from './control.ts';
import { modelRefusal } from './errors.ts';
import { createExchanges } from './exchanges.ts';
import { serveModel } from './routes.ts';

/** A language model with an OpenAI-compatible API: it answers by fixtures or by rules, and fails on request. */
export const MODEL: Service = {
  name: 'model',
  refusal: modelRefusal,
  serve(app, sim) {
    const exchanges = createExchanges();
    sim.onReset(() => exchanges.clear());
    serveModel(app, sim, exchanges);
    controlModel(app, sim, exchanges);
  },
  // The operator of a deployment has its key, and no business.
  keys: () => [],
};
