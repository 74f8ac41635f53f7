import { defineRoom } from '#server/room.ts';
import { followCardJob, recountDaysJob } from './jobs.ts';
import { serveVisits } from './routes.ts';
import { visitSource } from './source.ts';
import { workVisits } from './workers.ts';

export const visits = defineRoom({
  name: 'visits',
  serve: serveVisits,
  work: (work, repeat, { providers }) => workVisits(work, repeat, providers.sourceProviders),
  follows: [followCardJob, recountDaysJob],
  sources: { visits: visitSource },
  contactTables: ['visits'],
});
