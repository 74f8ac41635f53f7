import { defineRoom } from '#server/room.ts';
import { serveModels } from './routes.ts';
import { workModels } from './workers.ts';

export const models = defineRoom({
  name: 'models',
  serve: serveModels,
  work: (_work, repeat) => workModels(repeat),
});
