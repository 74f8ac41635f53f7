import type { Service } from '../sim/service.ts';
import { controlChatwoot } from './control.ts';
import { runDelivery } from './delivery.ts';
import { chatwootRefusal } from './errors.ts';
import { serveChatwoot } from './routes.ts';
import { CONVERSATIONS } from './staff.ts';
import { chatwootState } from './state.ts';

/** Chatwoot: accounts with inboxes, conversations and bots; it posts each event once. */
export const CHATWOOT: Service = {
  name: 'chatwoot',
  refusal: chatwootRefusal,
  serve(app, sim) {
    runDelivery(sim);
    serveChatwoot(app, sim);
    controlChatwoot(app, sim);
  },
  keys: (sim) => {
    const { users, accounts } = chatwootState(sim);
    return accounts.map(({ id, name, webhooks }) => {
      const admin = users.find((one) => one.accounts.some((of) => of.id === id && of.role === 'administrator'));
      return {
        business: name,
        keys: [
          { label: 'Chatwoot: access token', value: admin?.token ?? '' },
          { label: 'Chatwoot: email', value: admin?.email ?? '' },
          { label: 'Chatwoot: password', value: admin?.password ?? '' },
        ],
        isTaken: webhooks.length > 0,
      };
    });
  },
  staff: [CONVERSATIONS],
};
