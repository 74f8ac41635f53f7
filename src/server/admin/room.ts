import { defineRoom } from '#server/room.ts';
import { servePays } from './pays/routes.ts';
import { serveAdmin } from './routes.ts';

export const admin = defineRoom({
  name: 'admin',
  serve(serve, { providers, listPaidItems }) {
    serveAdmin(serve);
    servePays(serve, { provider: providers.payments, listPaidItems });
  },
});
