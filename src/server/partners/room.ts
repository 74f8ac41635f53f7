import { PARTNERS_NOTICES } from '#contract/partners/codes.ts';
import { defineRoom } from '#server/room.ts';
import { followPaidJob, followRefundJob, followRegistrationJob } from './jobs.ts';
import { servePartners } from './routes.ts';
import { workPartners } from './workers.ts';

export const partners = defineRoom({
  name: 'partners',
  serve: servePartners,
  work: workPartners,
  follows: [followRegistrationJob, followPaidJob, followRefundJob],
  notices: PARTNERS_NOTICES,
});
