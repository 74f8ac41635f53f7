import { z } from 'zod';
import { MessageStatus } from '#contract/delivery/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Day, Instant, PageQuery, pageOf } from '#contract/primitives.ts';
import { ReviewId } from '#contract/reviews/calls.ts';
import { LONGEST_REVIEW, LONGEST_REVIEW_ANSWER } from '#contract/reviews/values.ts';
import { ReplyWidgetSettings } from './settings.ts';
import {
  LONGEST_AUTHOR,
  LONGEST_REPLY_WIDGET_TITLE,
  MAX_PASTED_REVIEWS,
  MAX_REPLIES_AT_ONCE,
  PASTED_SOURCES,
  REPLY_REASONS,
  REPLY_STATES,
  REPLY_WAYS,
  REVIEW_SOURCES,
} from './values.ts';

export const ReplyWidgetId = z.uuid().brand<'ReplyWidgetId'>();
export type ReplyWidgetId = z.infer<typeof ReplyWidgetId>;

export const ReviewReplyId = z.uuid().brand<'ReviewReplyId'>();
export type ReviewReplyId = z.infer<typeof ReviewReplyId>;

const Title = z.string().trim().min(1, { error: 'required' }).max(LONGEST_REPLY_WIDGET_TITLE, { error: 'too_long' });

/** A set of rules by which reviews are replied to. */
export const ReplyWidget = z.object({
  id: ReplyWidgetId,
  title: Title,
  isEnabled: z.boolean(),
  settings: ReplyWidgetSettings,
  version: z.int(),
  updatedAt: Instant,
});
export type ReplyWidget = z.infer<typeof ReplyWidget>;

/** Replies of the model that the cabinet may still have. */
export const AiReviewQuota = z.object({ left: z.int() });

const Counts = z.object({
  waiting: z.int(),
  approval: z.int(),
  /** To be copied to a platform. */
  ready: z.int(),
  failed: z.int(),
  /** Sent or placed. */
  done: z.int(),
});

export const listReplyWidgets = endpoint({
  method: 'GET',
  path: '/api/v1/reply-widgets',
  access: 'member',
  summary: 'The widgets that reply to reviews, oldest first: of several that take a review, the first one replies.',
  reply: z.object({
    widgets: z.array(ReplyWidget.extend({ counts: Counts })),
    quota: AiReviewQuota,
    /** False: no language model is configured for the brand, and replies come from templates alone. */
    hasModel: z.boolean(),
  }),
});

const OfWidget = z.object({ replyWidgetId: ReplyWidgetId });

export const getReplyWidget = endpoint({
  method: 'GET',
  path: '/api/v1/reply-widgets/:replyWidgetId',
  access: 'member',
  summary: 'A widget that replies to reviews, with its counts.',
  params: OfWidget,
  reply: z.object({
    widget: ReplyWidget.extend({ counts: Counts }),
    quota: AiReviewQuota,
    hasModel: z.boolean(),
  }),
  problems: ['reply_widget.not_found'],
});

export const createReplyWidget = endpoint({
  method: 'POST',
  path: '/api/v1/reply-widgets',
  access: 'member',
  summary: 'Adds a widget with usual rules, switched off.',
  takesIdempotencyKey: true,
  body: z.object({ title: Title }),
  reply: ReplyWidget,
  problems: ['reply_widget.limit_reached'],
});

export const saveReplyWidget = endpoint({
  method: 'PUT',
  path: '/api/v1/reply-widgets/:replyWidgetId',
  access: 'member',
  summary: 'Changes a widget. Replies that wait are written by the new settings.',
  params: OfWidget,
  body: z.object({
    title: Title,
    settings: ReplyWidgetSettings,
    /** The version the editor loaded; another one means that another member saved meanwhile. */
    baseVersion: z.int(),
  }),
  reply: ReplyWidget,
  problems: ['reply_widget.not_found', 'reply_widget.changed_meanwhile'],
});

export const switchReplyWidget = endpoint({
  method: 'PUT',
  path: '/api/v1/reply-widgets/:replyWidgetId/enabled',
  access: 'member',
  summary: 'Switches a widget on or off. Switched off, it takes no reviews, and its waiting replies are not written.',
  params: OfWidget,
  body: z.object({ isEnabled: z.boolean() }),
  reply: ReplyWidget,
  problems: ['reply_widget.not_found'],
});

export const deleteReplyWidget = endpoint({
  method: 'DELETE',
  path: '/api/v1/reply-widgets/:replyWidgetId',
  access: 'member',
  summary:
    'Removes a widget, and rejects its replies that nobody has decided. What it has sent stays in the conversations.',
  params: OfWidget,
  problems: ['reply_widget.not_found'],
});

/** A review of a platform, as a member pasted it or a file has it. */
export const PastedReview = z.object({
  source: z.enum(PASTED_SOURCES),
  authorName: z.string().trim().max(LONGEST_AUTHOR, { error: 'too_long' }),
  stars: z.int().min(1, { error: 'required' }).max(5),
  text: z.string().trim().max(LONGEST_REVIEW, { error: 'too_long' }),
  /** The day it was written; null: not known. */
  reviewedOn: Day.nullable(),
  /** The platform's number of it, where a file has one; the same number is one review. */
  externalId: z.string().trim().max(200, { error: 'too_long' }).nullable().default(null),
});
export type PastedReview = z.infer<typeof PastedReview>;

export const addPlatformReviews = endpoint({
  method: 'POST',
  path: '/api/v1/reply-widgets/:replyWidgetId/reviews',
  access: 'member',
  summary: 'Adds reviews of platforms; the widget replies to each at once, for a member to copy.',
  takesIdempotencyKey: true,
  params: OfWidget,
  body: z.object({
    reviews: z.array(PastedReview).min(1, { error: 'required' }).max(MAX_PASTED_REVIEWS, { error: 'too_numerous' }),
  }),
  reply: z.object({
    added: z.int(),
    /** Left out, because the cabinet has them already. */
    repeated: z.int(),
  }),
  problems: ['reply_widget.not_found'],
  bodyLimitBytes: 8 * 1_048_576,
});

/** Takes a multipart form with one file, CSV or XLSX; nothing is stored. Answers a {@link ReviewFilePreview}. */
export const readReviewFile = { method: 'POST', path: '/api/v1/reply-widgets/reviews/files' } as const;

export const ReviewFilePreview = z.object({
  /** Reviews that can be added, in the order of the file. */
  reviews: z.array(PastedReview.extend({ line: z.int(), isRepeated: z.boolean() })),
  /** Rows that cannot; `field` null: the row is broken. */
  errors: z.array(
    z.object({
      line: z.int(),
      field: z.enum(['stars', 'text', 'reviewedOn', 'authorName']).nullable(),
      /** The cell as the file has it, shortened. */
      value: z.string(),
    }),
  ),
  /** Titles of the columns that were recognised, by field. */
  columns: z.record(z.string(), z.string()),
  /** Rows beyond the most that are added at once. */
  leftOut: z.int(),
});
export type ReviewFilePreview = z.infer<typeof ReviewFilePreview>;

export const tryReplyWidget = endpoint({
  method: 'POST',
  path: '/api/v1/reply-widgets/try',
  access: 'member',
  summary: 'The reply of unsaved settings to a review. Nothing is sent, and the quota is not used.',
  ratePerMinute: 12,
  body: z.object({
    settings: ReplyWidgetSettings,
    review: PastedReview.omit({ reviewedOn: true, externalId: true }).extend({ source: z.enum(REVIEW_SOURCES) }),
  }),
  reply: z.object({
    /** Counted from 1; null: no rule takes the review. */
    rule: z.int().nullable(),
    way: z.enum(REPLY_WAYS).nullable(),
    /** Null: nothing could be written; `reason` says why. */
    text: z.string().nullable(),
    needsApproval: z.boolean(),
    reason: z.enum(REPLY_REASONS).nullable(),
    /** Parts of a text that breaks a rule. */
    findings: z.array(z.string()),
  }),
});

/** A reply with the review it answers. */
export const ReviewReply = z.object({
  id: ReviewReplyId,
  widgetId: ReplyWidgetId,
  review: z.object({
    source: z.enum(REVIEW_SOURCES),
    /** A review of our own page; null: of a platform. */
    id: ReviewId.nullable(),
    authorName: z.string(),
    stars: z.int(),
    text: z.string(),
    writtenAt: Instant.nullable(),
    writtenOn: Day.nullable(),
  }),
  state: z.enum(REPLY_STATES),
  reason: z.enum(REPLY_REASONS).nullable(),
  /** Empty until it is written. */
  text: z.string(),
  /** Null until it is written. */
  way: z.enum(REPLY_WAYS).nullable(),
  /** When it is written. */
  dueAt: Instant,
  changedAt: Instant,
  /** The member that approved, rejected or placed it; null: nobody. */
  memberName: z.string().nullable(),
  /** The status of the message, when one was sent. */
  messageStatus: MessageStatus.nullable(),
});
export type ReviewReply = z.infer<typeof ReviewReply>;

export const listReviewReplies = endpoint({
  method: 'GET',
  path: '/api/v1/review-replies',
  access: 'member',
  summary: 'Replies to reviews, newest first.',
  query: PageQuery.extend({
    widgetId: ReplyWidgetId.optional(),
    state: z.enum(REPLY_STATES).optional(),
    source: z.enum(REVIEW_SOURCES).optional(),
    stars: z.coerce.number().int().min(1).max(5).optional(),
  }),
  reply: pageOf(ReviewReply),
});

const OfReply = z.object({ replyId: ReviewReplyId });

export const approveReviewReply = endpoint({
  method: 'POST',
  path: '/api/v1/review-replies/:replyId/approve',
  access: 'member',
  summary: 'Sends a reply to the contact, or makes it ready to be copied. Where that fails, the reply says why.',
  takesIdempotencyKey: true,
  params: OfReply,
  body: z.object({
    text: z.string().trim().min(1, { error: 'required' }).max(LONGEST_REVIEW_ANSWER, { error: 'too_long' }),
  }),
  reply: ReviewReply,
  problems: ['review_reply.not_found', 'review_reply.wrong_state'],
});

export const approveReviewReplies = endpoint({
  method: 'POST',
  path: '/api/v1/review-replies/approve',
  access: 'member',
  summary: 'Approves several replies as they are written.',
  takesIdempotencyKey: true,
  body: z.object({ replyIds: z.array(ReviewReplyId).min(1).max(MAX_REPLIES_AT_ONCE) }),
  reply: z.object({
    approved: z.int(),
    /** Not sent; each says why. */
    failed: z.int(),
    /** Decided meanwhile, or without a text. */
    omitted: z.int(),
  }),
});

export const changeReviewReply = endpoint({
  method: 'PUT',
  path: '/api/v1/review-replies/:replyId/state',
  access: 'member',
  summary: 'Rejects a reply, takes the rejection back, notes that a member has placed it, or has it written again.',
  params: OfReply,
  body: z.object({ change: z.enum(['reject', 'restore', 'place', 'unplace', 'rewrite']) }),
  reply: ReviewReply,
  problems: ['review_reply.not_found', 'review_reply.wrong_state'],
});

export const orderAiReviews = endpoint({
  method: 'POST',
  path: '/api/v1/ai-reviews/top-ups',
  access: 'owner',
  summary: 'Checks a pack of replies of the model. It is paid through the operator, who then adds it.',
  body: z.object({ count: z.int().min(0).max(1_000_000) }),
  reply: z.object({
    /** The only way of payment there is: the owner writes to the operator. */
    payment: z.literal('operator'),
    count: z.int(),
    supportEmail: z.string(),
  }),
  problems: ['ai_review_pack.too_small'],
});
