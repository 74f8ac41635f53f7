import { defineRoom } from '#server/room.ts';
import { IMPORT_UPLOADS, serveImports } from './routes.ts';
import { workImports } from './workers.ts';

export const imports = defineRoom({
  name: 'imports',
  serve: serveImports,
  work: workImports,
  uploads: IMPORT_UPLOADS,
});
