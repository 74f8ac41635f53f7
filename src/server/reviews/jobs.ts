import { z } from 'zod';
import { ReviewId } from '#contract/reviews/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { ratingsAdded } from '#server/billing/jobs.ts';
import { defineEvent, defineSubscriber } from '#server/platform/events/events.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Members may see a review for the first time: it was given, or the quota of ratings was topped up. */
export const reviewReceived = defineEvent({
  name: 'reviews.received',
  facts: z.object({ reviewId: ReviewId }),
});

/** An answer to a review was planned, by a member or by a widget that replies. */
export const reviewAnswered = defineEvent({
  name: 'reviews.answered',
  facts: z.object({ reviewId: ReviewId }),
});

/** Alerts the owner of a bad review: once the contact has sent the text, or half a minute after the stars. */
export const alertOwnerJob = defineJob({
  name: 'reviews.alert-owner',
  payload: z.object({ tenantId: TenantId, reviewId: ReviewId }),
  key: ({ reviewId }) => `review-alert:${reviewId}`,
  priority: -1,
});

/** Counts a batch of the reviews that waited for a top-up. */
export const showWaitingJob = defineJob({
  name: 'reviews.show-waiting',
  payload: z.object({ tenantId: TenantId }),
  key: ({ tenantId }) => `reviews-waiting:${tenantId}`,
  queue: ({ tenantId }) => `reviews-waiting:${tenantId}`,
});

/** Begins it after a top-up. */
export const followTopUpJob = defineSubscriber({ name: 'reviews.follow-top-up', on: [ratingsAdded] });
