import { defineRoom } from '#server/room.ts';

/** Talks of employees and bots with clients, judged by checklists. */
export const quality = defineRoom({
  name: 'quality',
});
