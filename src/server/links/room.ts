import { defineRoom } from '#server/room.ts';
import { serveLinks } from './routes.ts';
import { serveLinkVisitors } from './visitor-routes.ts';
import { workLinks } from './workers.ts';

export const links = defineRoom({
  name: 'links',
  serve: serveLinks,
  pages: serveLinkVisitors,
  work: (_work, repeat) => workLinks(repeat),
  contactTables: ['link_clicks'],
});
