import { defineRoom } from '#server/room.ts';
import { listFilesOfDrafts } from './file-reads.ts';
import { serveTemplates } from './routes.ts';

export const templates = defineRoom({
  name: 'templates',
  serve: (serve, { providers, templateUses }) => serveTemplates(serve, { providers: providers.channels, templateUses }),
  listFiles: listFilesOfDrafts,
});
