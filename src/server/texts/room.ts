import { defineRoom } from '#server/room.ts';
import { listFilesOfAppearance } from './appearance-actions.ts';
import { serveAttachments } from './attachment-routes.ts';
import { serveTexts } from './routes.ts';
import { workTexts } from './workers.ts';

export const texts = defineRoom({
  name: 'texts',
  serve: serveTexts,
  pages: (app, ctx, { uploads }) => serveAttachments(app, ctx, uploads),
  work: (_work, repeat, { fileUses }) => workTexts(repeat, { fileUses }),
  listFiles: listFilesOfAppearance,
});
