import { TRANSFERS_NOTICES } from '#contract/transfers/codes.ts';
import { defineRoom } from '#server/room.ts';
import { serveTransfers } from './routes.ts';
import { workTransfers } from './workers.ts';

export const transfers = defineRoom({
  name: 'transfers',
  serve: serveTransfers,
  work: workTransfers,
  notices: TRANSFERS_NOTICES,
});
