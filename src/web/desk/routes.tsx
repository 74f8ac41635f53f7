import type { Room } from '#web/lib/pages/room.ts';

/** A desk of operators: which of its inboxes our bots answer, and which channels it shows. */
export const deskRoom: Room = {
  texts: ['desk'],
  pages: [],
  connectionParts: [
    {
      reads: 'talks',
      texts: ['desk', 'channels'],
      load: () => import('./DeskSection.tsx').then((m) => m.DeskSection),
    },
  ],
};
