import { defineRoom } from '#server/room.ts';
import { servePolicy } from './routes.ts';

export const policy = defineRoom({
  name: 'policy',
  serve: (serve, { policySenders }) => servePolicy(serve, policySenders),
});
