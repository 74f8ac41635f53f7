import { defineRoom } from '#server/room.ts';
import { addNoteCommand, createDealCommand, moveDealCommand } from './commands.ts';
import { serveDeals } from './routes.ts';
import { dealSource } from './source.ts';
import { workDeals } from './workers.ts';

export const deals = defineRoom({
  name: 'deals',
  serve: (serve, { providers }) => serveDeals(serve, providers),
  work: (work, _repeat, { providers }) => workDeals(work, providers.sourceProviders),
  sources: { deals: dealSource },
  commands: [moveDealCommand, addNoteCommand, createDealCommand],
  contactTables: ['deals'],
});
