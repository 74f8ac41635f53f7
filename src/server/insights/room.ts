import { purchasesChanged } from '#server/contacts/jobs.ts';
import { messagesClicked } from '#server/delivery/jobs.ts';
import { handle } from '#server/platform/events/transaction-events.ts';
import { defineRoom } from '#server/room.ts';
import { markForMeasuring } from './conversion/conversion-measuring.ts';
import { serveExports } from './lists/export-routes.ts';
import { markMerged } from './conversion/merging-queries.ts';
import { serveInsights } from './routes.ts';
import { workInsights } from './workers.ts';

export const insights = defineRoom({
  name: 'insights',
  serve: serveInsights,
  pages: serveExports,
  work: (_work, repeat) => workInsights(repeat),
  handles: [handle(purchasesChanged, markForMeasuring), handle(messagesClicked, markForMeasuring)],
  contactTables: ['conversion_facts', 'conversion_marks'],
  mergeContacts: markMerged,
});
