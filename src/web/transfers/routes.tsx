import type { Room } from '#web/lib/pages/room.ts';

/** Offers of flows and mailings to other cabinets; they stand on the pages of those. */
export const transfersRoom: Room = {
  texts: [],
  pages: [],
  notices: () => import('./notices.ts').then((m) => m.transfersNotices),
};
