import { REPLIES_NOTICES } from '#contract/replies/codes.ts';
import { defineRoom } from '#server/room.ts';
import { followAiTopUpJob, followAnswerJob, followReviewJob, followTariffJob } from './jobs.ts';
import { REPLY_UPLOADS, serveReplies } from './routes.ts';
import { workReplies } from './workers.ts';

export const replies = defineRoom({
  name: 'replies',
  serve: serveReplies,
  work: workReplies,
  follows: [followReviewJob, followAnswerJob, followAiTopUpJob, followTariffJob],
  uploads: REPLY_UPLOADS,
  notices: REPLIES_NOTICES,
});
