import type { Room } from '#web/lib/pages/room.ts';

/** Balances of messages and ratings; their page is not built yet. */
export const billingRoom: Room = {
  texts: [],
  pages: [],
  notices: () => import('./notices.ts').then((m) => m.billingNotices),
};
