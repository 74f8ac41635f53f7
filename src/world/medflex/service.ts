import type { Service } from '../sim/service.ts';
import { controlMedflex } from './control.ts';
import { medflexRefusal } from './errors.ts';
import { serveMedflex } from './routes.ts';
import { APPOINTMENTS } from './staff.ts';
import { medflexState } from './state.ts';

/** MedFlex: clinics, doctors, free times and appointments, opened by a clinic's token. */
export const MEDFLEX: Service = {
  name: 'medflex',
  refusal: medflexRefusal,
  serve(app, sim) {
    serveMedflex(app, sim);
    controlMedflex(app, sim);
  },
  keys: (sim) =>
    medflexState(sim).accounts.map(({ name, token }) => ({
      business: name,
      keys: [{ label: 'MedFlex: токен', value: token }],
      // It cannot be seen who has the token, unless changes are posted.
      isTaken: medflexState(sim).pushes[token] !== undefined,
    })),
  staff: [APPOINTMENTS],
};
