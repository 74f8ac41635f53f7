import { defineRoom } from '#server/room.ts';
import { listFilesOfAppearance } from './attachments/appearance-actions.ts';
import { serveAttachments } from './attachments/attachment-routes.ts';
import { serveTexts } from './routes.ts';
import { workTexts } from './workers.ts';

export const texts = defineRoom({
  name: 'texts',
  serve: serveTexts,
  pages: (app, ctx, { uploads }) => serveAttachments(app, ctx, uploads),
  work: (_work, repeat, { fileUses }) => workTexts(repeat, { fileUses }),
  listFiles: listFilesOfAppearance,
});
