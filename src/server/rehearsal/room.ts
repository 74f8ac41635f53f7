import { REHEARSAL_NOTICES } from '#contract/rehearsal/codes.ts';
import { defineRoom } from '#server/room.ts';
import { serveRehearsal } from './routes.ts';
import { workRehearsal } from './workers.ts';

export const rehearsal = defineRoom({
  name: 'rehearsal',
  serve: (serve, { policySenders }) => serveRehearsal(serve, policySenders),
  work: workRehearsal,
  contactTables: ['rehearsal_rows'],
  notices: REHEARSAL_NOTICES,
});
