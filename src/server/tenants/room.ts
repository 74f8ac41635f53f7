import { defineRoom } from '#server/room.ts';
import { serveGonePage } from './gone-page-routes.ts';

export const tenants = defineRoom({
  name: 'tenants',
  pages: serveGonePage,
});
