import { BOOKING_NOTICES } from '#contract/booking/codes.ts';
import { defineRoom } from '#server/room.ts';
import { serveBookingPages } from './online/booking-routes.ts';
import { followMoveRequestJob } from './jobs.ts';
import { serveBooking } from './routes.ts';
import { serveVisitPage } from './visit-page/visit-page-routes.ts';
import { workBooking } from './workers.ts';

export const booking = defineRoom({
  name: 'booking',
  serve: serveBooking,
  pages(app, ctx, { providers, visitPageParts }) {
    serveBookingPages(app, { ...ctx, sourceProviders: providers.sourceProviders });
    serveVisitPage(app, ctx, { sourceProviders: providers.sourceProviders, parts: visitPageParts });
  },
  work: (work, _repeat, { providers }) => workBooking(work, providers.sourceProviders),
  follows: [followMoveRequestJob],
  notices: BOOKING_NOTICES,
});
