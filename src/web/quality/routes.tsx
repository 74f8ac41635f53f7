import type { Room } from '#web/lib/pages/room.ts';

/** Quality control: chats, calls, checklists and reports. */
export const qualityRoom: Room = {
  texts: ['quality'],
  pages: [],
  notices: () => import('./notices.ts').then((m) => m.qualityNotices),
};
