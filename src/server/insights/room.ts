import { purchasesChanged } from '#server/contacts/jobs.ts';
import { messagesClicked } from '#server/delivery/jobs.ts';
import { handle } from '#server/platform/events/transaction-events.ts';
import { defineRoom } from '#server/room.ts';
import { markChangedDays, mergeClientDays } from './clients/counting.ts';
import { markForMeasuring } from './conversion/conversion-measuring.ts';
import { serveLetterPage } from './letters/letter-routes.ts';
import { serveExports } from './lists/export-routes.ts';
import { markMerged } from './conversion/merging-queries.ts';
import { visitSumsChanged } from '#server/visits/jobs.ts';
import { serveInsights } from './routes.ts';
import { workInsights } from './workers.ts';

export const insights = defineRoom({
  name: 'insights',
  serve: serveInsights,
  pages(app, ctx) {
    serveExports(app, ctx);
    serveLetterPage(app, ctx);
  },
  work: workInsights,
  handles: [
    handle(purchasesChanged, markForMeasuring),
    handle(messagesClicked, markForMeasuring),
    handle(purchasesChanged, markChangedDays),
    handle(visitSumsChanged, markChangedDays),
  ],
  contactTables: ['conversion_facts', 'conversion_marks', 'client_day_marks'],
  async mergeContacts(scope, merge) {
    await markMerged(scope, merge);
    await mergeClientDays(scope, merge);
  },
});
