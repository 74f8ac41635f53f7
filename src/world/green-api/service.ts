import type { Service } from '../sim/service.ts';
import { controlWhatsApp } from '../whatsapp/control.ts';
import { listen, runNetwork } from '../whatsapp/network.ts';
import { whatsAppState } from '../whatsapp/state.ts';
import { greenApiRefusal } from './errors.ts';
import { serveGreenApi } from './routes.ts';
import { postEvent } from './webhooks.ts';

/** A gateway in Green-API's dialect, and the phones with WhatsApp that every gateway is linked to. */
export const GREEN_API: Service = {
  name: 'greenapi',
  refusal: greenApiRefusal,
  serve(app, sim) {
    serveGreenApi(app, sim);
    controlWhatsApp(app, sim);
    runNetwork(sim);
    listen(sim, 'greenapi', (session, event) => postEvent(sim, session, event));
  },
  keys(sim) {
    const { phones, sessions } = whatsAppState(sim);
    return phones.map(({ name, number }) => ({
      business: name,
      keys: [{ label: 'WhatsApp: QR', value: `+${number}` }],
      isTaken: sessions.some((one) => one.number === number && one.state === 'authorized'),
    }));
  },
};
