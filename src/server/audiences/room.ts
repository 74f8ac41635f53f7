import { defineRoom } from '#server/room.ts';
import { copySegments } from './merging-queries.ts';
import { serveAudiences } from './routes.ts';
import { workAudiences } from './workers.ts';

export const audiences = defineRoom({
  name: 'audiences',
  serve: serveAudiences,
  work: (_work, repeat) => workAudiences(repeat),
  mergeContacts: copySegments,
});
