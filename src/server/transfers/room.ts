import { defineRoom } from '#server/room.ts';
import { serveTransfers } from './routes.ts';
import { workTransfers } from './workers.ts';

export const transfers = defineRoom({
  name: 'transfers',
  serve: serveTransfers,
  work: workTransfers,
  notices: ['flows_offered', 'flows_taken', 'mailings_offered', 'mailings_taken'],
});
