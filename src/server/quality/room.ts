import { defineRoom } from '#server/room.ts';
import { serveTalks } from './talk-routes.ts';

/** Talks of employees and bots with clients, judged by checklists. */
export const quality = defineRoom({
  name: 'quality',
  serve: serveTalks,
});
