import type { Room } from '#web/lib/pages/room.ts';

/** Deals of a CRM: whether messages are written there as notes. */
export const dealsRoom: Room = {
  texts: ['deals'],
  pages: [],
  connectionParts: [
    {
      reads: 'deals',
      texts: ['deals'],
      load: () => import('./DealNotesSwitch.tsx').then((m) => m.DealNotesSwitch),
    },
  ],
};
