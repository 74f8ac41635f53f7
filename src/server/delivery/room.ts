import { DELIVERY_NOTICES } from '#contract/delivery/codes.ts';
import { defineRoom } from '#server/room.ts';
import { markRepliedJob, releaseQuotaJob, wakeChannelJob } from './jobs.ts';
import { moveSubjects } from './ledger/merging-queries.ts';
import { serveDelivery } from './routes.ts';
import { workDelivery } from './workers.ts';

export const delivery = defineRoom({
  name: 'delivery',
  serve: serveDelivery,
  work: (work, repeat, { providers, ...product }) =>
    workDelivery(work, repeat, { ...product, providers: providers.channels }),
  follows: [releaseQuotaJob, wakeChannelJob, markRepliedJob],
  contactTables: ['messages'],
  mergeContacts: moveSubjects,
  notices: DELIVERY_NOTICES,
});
