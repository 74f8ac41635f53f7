import { WAITLIST_NOTICES } from '#contract/waitlist/codes.ts';
import { defineRoom } from '#server/room.ts';
import { checkDueOfWaitlist } from './offers/due.ts';
import { closeTakenJob, freeSlotJob } from './jobs.ts';
import { serveJoining, waitlistPart } from './pages/joining-routes.ts';
import { offerResponder } from './offers/responder.ts';
import { mergeOffers } from './offers/merging-queries.ts';
import { serveSlotPage } from './pages/page-routes.ts';
import { serveWaitlist } from './routes.ts';
import { serveSiteJoining } from './pages/site-joining-routes.ts';
import { listTemplatesOfWaitlist } from './settings/template-reads.ts';
import { WAITLIST_UNDER_POLICY } from './settings/under-policy.ts';
import { workWaitlist } from './workers.ts';

export const waitlist = defineRoom({
  name: 'waitlist',
  serve: serveWaitlist,
  pages(app, ctx) {
    serveSlotPage(app, ctx);
    serveJoining(app, ctx);
    serveSiteJoining(app, ctx);
  },
  work: (work, _repeat, { providers }) => workWaitlist(work, providers.sourceProviders),
  follows: [freeSlotJob, closeTakenJob],
  senders: [
    {
      kind: 'waitlist',
      checkDue: checkDueOfWaitlist,
      underPolicy: WAITLIST_UNDER_POLICY,
      listTemplates: listTemplatesOfWaitlist,
    },
  ],
  responders: [offerResponder],
  visitPagePart: waitlistPart,
  contactTables: ['slot_offers', 'waitlist_entries', 'freed_slots'],
  mergeContacts: mergeOffers,
  notices: WAITLIST_NOTICES,
});
