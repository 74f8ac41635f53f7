import { defineRoom } from '#server/room.ts';
import { serveBulk } from './routes.ts';

export const bulk = defineRoom({
  name: 'bulk',
  serve: serveBulk,
});
