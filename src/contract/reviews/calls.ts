import { z } from 'zod';
import { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { MessageId, MessageStatus } from '#contract/delivery/calls.ts';
import { ChannelId } from '#contract/channels/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Day, Instant, Language, Money, PageQuery, pageOf, TimeZone } from '#contract/primitives.ts';
import { LONGEST_REVIEW_ANSWER, MAP_SERVICES, REVIEW_CLASSES, REVIEW_STEPS } from './values.ts';
import { MasterId, ServiceId, VisitId } from '#contract/visits/calls.ts';

export const ReviewId = z.uuid().brand<'ReviewId'>();
export type ReviewId = z.infer<typeof ReviewId>;

export const ReviewAnswer = z.object({
  text: z.string(),
  at: Instant,
  /** Null: the member is no longer there, or nobody wrote it. */
  memberName: z.string().nullable(),
  /** A widget that replies wrote it, and no member read it before. */
  isAutomatic: z.boolean(),
  messageId: MessageId,
  /** Status of the message. */
  status: MessageStatus,
});

/** A contact's review, with what it is about. */
export const Review = z.object({
  id: ReviewId,
  createdAt: Instant,
  updatedAt: Instant,
  /** The branch's, else the cabinet's. */
  timeZone: TimeZone,
  stars: z.int().min(1).max(5),
  class: z.enum(REVIEW_CLASSES),
  /** Keys of `HINTS`, or the owner's words. */
  tags: z.array(z.string()),
  text: z.string(),
  /** Null: not answered. */
  comesAgain: z.boolean().nullable(),
  /** Address of the photo; anyone with the address may read it. */
  photoUrl: z.string().nullable(),
  /** The map opened last; null: none. */
  mapChosen: z.enum(MAP_SERVICES).nullable(),
  language: Language,
  branch: z.object({ id: BranchId, title: z.string() }).nullable(),
  contact: z.object({ id: ContactId, name: z.string(), phone: z.string().nullable() }).nullable(),
  visit: z.object({ id: VisitId, startsAt: Instant, masterName: z.string().nullable(), total: Money }).nullable(),
  orderNumber: z.string().nullable(),
  masterName: z.string().nullable(),
  serviceTitles: z.array(z.string()),
  answer: ReviewAnswer.nullable(),
  /** When the owner was alerted of it. */
  alertedAt: Instant.nullable(),
  /** Why no message reached the owner's phone. */
  alertTrouble: z.string().nullable(),
});
export type Review = z.infer<typeof Review>;

export const ReviewFilter = z.object({
  /** First and last day in the cabinet's zone. */
  from: Day.optional(),
  to: Day.optional(),
  class: z.enum(REVIEW_CLASSES).optional(),
  stars: z.coerce.number().int().min(1).max(5).optional(),
  branchId: BranchId.optional(),
  masterId: MasterId.optional(),
  serviceId: ServiceId.optional(),
  tag: z.string().max(100).optional(),
  map: z.enum(MAP_SERVICES).optional(),
  comesAgain: z.enum(['yes', 'no']).optional(),
  answered: z.enum(['yes', 'no']).optional(),
});
export type ReviewFilter = z.infer<typeof ReviewFilter>;

export const listReviews = endpoint({
  method: 'GET',
  path: '/api/v1/reviews',
  access: 'member',
  summary: 'Reviews, newest first.',
  query: PageQuery.extend(ReviewFilter.shape),
  reply: pageOf(Review),
});

export const getReview = endpoint({
  method: 'GET',
  path: '/api/v1/reviews/:reviewId',
  access: 'member',
  summary: 'One review, and how it can be answered.',
  params: z.object({ reviewId: ReviewId }),
  reply: z.object({
    review: Review,
    way: z.discriminatedUnion('kind', [
      /** The channel of an answer, and when it is sent: quiet hours may hold it. */
      z.object({
        kind: z.literal('channel'),
        channelId: ChannelId,
        channelTitle: z.string(),
        sendsAt: Instant,
        /** The template that carries the answer; null: it is sent as written. */
        templateName: z.string().nullable(),
      }),
      /** Why the contact cannot be answered. */
      z.object({
        kind: z.literal('none'),
        rule: z.enum(['no_contact', 'no_channel', 'opted_out', 'template_missing']),
      }),
    ]),
  }),
  problems: ['review.not_found'],
});

export const answerReview = endpoint({
  method: 'POST',
  path: '/api/v1/reviews/:reviewId/answer',
  access: 'member',
  summary: 'Sends the answer to the contact, through the channel they were last reached by.',
  params: z.object({ reviewId: ReviewId }),
  body: z.object({
    text: z.string().trim().min(1, { error: 'required' }).max(LONGEST_REVIEW_ANSWER, { error: 'too_long' }),
  }),
  reply: Review,
  problems: ['review.not_found', 'review.cannot_answer', 'review.answered', 'message_quota.exhausted'],
  takesIdempotencyKey: true,
});

const Rated = { count: z.int(), average: z.number() };

export const getReviewStatistics = endpoint({
  method: 'GET',
  path: '/api/v1/reviews/statistics',
  access: 'member',
  summary: 'Figures of the reviews of a period, with those of the period before it.',
  query: ReviewFilter.extend({ step: z.enum(REVIEW_STEPS).default('day') }),
  reply: z.object({
    count: z.int(),
    /** Null without reviews. */
    average: z.number().nullable(),
    /** The period of the same length before; null where the period is not bounded. */
    before: z.object({ count: z.int(), average: z.number().nullable() }).nullable(),
    /** Counts of 1, 2, 3, 4 and 5 stars. */
    stars: z.array(z.int()).length(5),
    classes: z.object({ negative: z.int(), neutral: z.int(), positive: z.int() }),
    comesAgain: z.object({ yes: z.int(), no: z.int() }),
    answered: z.int(),
    /** Negative reviews of contacts who are not answered yet. */
    waiting: z.int(),
    /** Maps that a review page offers now. */
    maps: z.array(z.object({ map: z.enum(MAP_SERVICES), count: z.int() })),
    /** The most frequent first. */
    tags: z.array(z.object({ tag: z.string(), count: z.int() })),
    branches: z.array(z.object({ id: BranchId, title: z.string(), ...Rated })),
    masters: z.array(z.object({ id: MasterId, title: z.string(), ...Rated })),
    services: z.array(z.object({ id: ServiceId, title: z.string(), ...Rated })),
    /** Steps of the period, empty ones included; the first day of each. */
    steps: z.array(z.object({ day: Day, count: z.int(), average: z.number().nullable() })),
    /** Ratings the quota still has, and reviews that wait for a top-up. */
    quota: z.object({ left: z.int(), waiting: z.int() }),
  }),
});
