import { defineRoom } from '#server/room.ts';
import { serveAnnouncements } from './routes.ts';

export const announcements = defineRoom({
  name: 'announcements',
  serve: serveAnnouncements,
});
