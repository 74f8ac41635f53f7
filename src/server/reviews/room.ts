import { REVIEWS_NOTICES } from '#contract/reviews/codes.ts';
import { defineRoom } from '#server/room.ts';
import { checkDueOfReviews } from './answers/answer-actions.ts';
import { listFilesOfReviews } from './storage/file-reads.ts';
import { followTopUpJob } from './jobs.ts';
import { serveReviewPages } from './page/page-routes.ts';
import { serveReviews } from './routes.ts';
import { listTemplatesOfReviews } from './answers/template-reads.ts';
import { workReviews } from './workers.ts';

export const reviews = defineRoom({
  name: 'reviews',
  serve: serveReviews,
  pages: serveReviewPages,
  work: workReviews,
  follows: [followTopUpJob],
  senders: [{ kind: 'review', checkDue: checkDueOfReviews, listTemplates: listTemplatesOfReviews }],
  listFiles: listFilesOfReviews,
  contactTables: ['reviews'],
  notices: REVIEWS_NOTICES,
});
