import { defineRoom } from '#server/room.ts';
import { serveAdmin } from './routes.ts';

export const admin = defineRoom({
  name: 'admin',
  serve: serveAdmin,
});
