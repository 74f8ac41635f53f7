import { defineRoom } from '#server/room.ts';
import { serveGallery } from './routes.ts';

export const gallery = defineRoom({
  name: 'gallery',
  serve: serveGallery,
});
