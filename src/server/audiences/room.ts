import { purchasesChanged } from '#server/contacts/jobs.ts';
import { handle } from '#server/platform/events/transaction-events.ts';
import { defineRoom } from '#server/room.ts';
import { visitSumsChanged } from '#server/visits/jobs.ts';
import { markChangedFacts, mergeFacts } from './facts/marking-actions.ts';
import { copySegments } from './merging-queries.ts';
import { mergeRfm } from './rfm/member-queries.ts';
import { serveAudiences } from './routes.ts';
import { workAudiences } from './workers.ts';

export const audiences = defineRoom({
  name: 'audiences',
  serve: serveAudiences,
  work: workAudiences,
  handles: [handle(purchasesChanged, markChangedFacts), handle(visitSumsChanged, markChangedFacts)],
  contactTables: ['contact_fact_marks', 'rfm_moves'],
  async mergeContacts(scope, merge) {
    await copySegments(scope, merge);
    await mergeRfm(scope, merge);
    await mergeFacts(scope, merge);
  },
});
