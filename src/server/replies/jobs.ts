import { z } from 'zod';
import { ReviewReplyId } from '#contract/replies/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { aiReviewsAdded, tariffsChanged } from '#server/billing/jobs.ts';
import { defineSubscriber } from '#server/platform/events/events.ts';
import { defineJob } from '#server/platform/jobs.ts';
import { reviewAnswered, reviewReceived } from '#server/reviews/jobs.ts';

/** Writes a reply once its delay is over. One at a time for each cabinet: five hundred imported reviews leave room for others. */
export const writeReplyJob = defineJob({
  name: 'replies.write',
  payload: z.object({ tenantId: TenantId, replyId: ReviewReplyId }),
  key: ({ replyId }) => `review-reply:${replyId}`,
  queue: ({ tenantId }) => `review-replies:${tenantId}`,
  priority: 3,
});

/** Begins a reply where a widget takes the review. */
export const followReviewJob = defineSubscriber({ name: 'replies.follow-review', on: [reviewReceived] });

/** Ends a reply that waits where a person answered first. */
export const followAnswerJob = defineSubscriber({ name: 'replies.follow-answer', on: [reviewAnswered] });

/** Has the replies written that waited for the quota. */
export const followAiTopUpJob = defineSubscriber({ name: 'replies.follow-top-up', on: [aiReviewsAdded] });

/** Has the replies written that waited for a tariff. */
export const followTariffJob = defineSubscriber({ name: 'replies.follow-tariff', on: [tariffsChanged] });
