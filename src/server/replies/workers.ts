import { onEvent, type Work } from '#server/platform/runner/job-runner.ts';
import { followAiTopUpJob, followAnswerJob, followReviewJob, followTariffJob, writeReplyJob } from './jobs.ts';
import { followAiTopUp, followAnswer, followReview, followTariff } from './writing/following-actions.ts';
import { writeReply } from './writing/writing-actions.ts';

export function workReplies(work: Work): void {
  work(writeReplyJob, (ctx, payload, signal) => writeReply(ctx, payload, signal));
  onEvent(work, followReviewJob, (scope, event) => followReview(scope, event.facts.reviewId));
  onEvent(work, followAnswerJob, (scope, event) => followAnswer(scope, event.facts.reviewId));
  onEvent(work, followTariffJob, followTariff);
  onEvent(work, followAiTopUpJob, (scope, event) => followAiTopUp(scope, event.facts.left));
}
