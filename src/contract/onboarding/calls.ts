import { AUTH_NOTICES } from '#contract/auth/codes.ts';
import { BILLING_NOTICES } from '#contract/billing/codes.ts';
import { BOOKING_NOTICES } from '#contract/booking/codes.ts';
import { CHANNELS_NOTICES } from '#contract/channels/codes.ts';
import { CONNECTIONS_NOTICES } from '#contract/connections/codes.ts';
import { CONVERSATIONS_NOTICES } from '#contract/conversations/codes.ts';
import { DELIVERY_NOTICES } from '#contract/delivery/codes.ts';
import { FLOWS_NOTICES } from '#contract/flows/codes.ts';
import { MAILINGS_NOTICES } from '#contract/mailings/codes.ts';
import { ONBOARDING_NOTICES } from '#contract/onboarding/codes.ts';
import { IDEAS_NOTICES } from '#contract/ideas/codes.ts';
import { PARTNERS_NOTICES } from '#contract/partners/codes.ts';
import { QUALITY_NOTICES } from '#contract/quality/codes.ts';
import { REHEARSAL_NOTICES } from '#contract/rehearsal/codes.ts';
import { REPLIES_NOTICES } from '#contract/replies/codes.ts';
import { REVIEWS_NOTICES } from '#contract/reviews/codes.ts';
import { TRANSFERS_NOTICES } from '#contract/transfers/codes.ts';
import { WAITLIST_NOTICES } from '#contract/waitlist/codes.ts';
import { z } from 'zod';
import { ChannelId, ChannelKind, ChannelState, ChannelTrouble } from '#contract/channels/calls.ts';
import {
  BranchId,
  ConnectionId,
  ConnectionKind,
  ConnectionState,
  ConnectionTrouble,
} from '#contract/connections/calls.ts';
import { Conversation } from '#contract/conversations/calls.ts';
import { LogEntry } from '#contract/delivery/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { FlowId } from '#contract/flows/calls.ts';
import { Instant, TimeZone } from '#contract/primitives.ts';
import { Visit } from '#contract/visits/calls.ts';
import { MOST_QUICK_START_STEPS, QUICK_START_KINDS } from './quick-start-values.ts';

/**
 * Data of the owner's first page. "Today" is the day of the chosen branch, else of all when they share a zone, else the
 * cabinet's. A chosen branch limits visits; messages, channels and the rest are always the cabinet's.
 */
export const Home = z.object({
  timeZone: TimeZone,
  /** The quick start that the cabinet worked on last; null: none was begun. */
  quickStart: z
    .object({
      kind: z.enum(QUICK_START_KINDS),
      step: z.int().min(1).max(MOST_QUICK_START_STEPS),
      isFinished: z.boolean(),
    })
    .nullable(),
  /** A flow messages customers, or has; one that is only paused counts. */
  isLive: z.boolean(),
  today: z.object({
    visits: z.int(),
    confirmed: z.int(),
    cancelled: z.int(),
    sent: z.int(),
    delivered: z.int(),
    read: z.int(),
    failed: z.int(),
    notSent: z.int(),
  }),
  /** Sent yesterday up to the same time of day, for comparison. */
  yesterdaySent: z.int(),
  visits: z.array(Visit),
  /** It is 18:00 or later in the zone of the day. */
  isEvening: z.boolean(),
  /** The next day after today that has visits, within 60 days. */
  nextDay: z
    .object({
      day: z.iso.date(),
      isTomorrow: z.boolean(),
      visits: z.int(),
      confirmed: z.int(),
      /** No channel reaches the contact, or they want no messages; confirmed visits included. */
      unreachable: z.int(),
      items: z.array(Visit.extend({ isUnreachable: z.boolean() })),
    })
    .nullable(),
  next: z.object({ todayCount: z.int(), firstAt: Instant.nullable(), messages: z.array(LogEntry) }),
  waiting: z.object({
    count: z.int(),
    conversations: z.array(
      Conversation.extend({
        /** The contact's last message; `lastText` may be outbound. */
        customerText: z.string(),
      }),
    ),
  }),
  inDoubtCount: z.int(),
  channels: z.array(
    z.object({
      id: ChannelId,
      kind: ChannelKind,
      title: z.string(),
      state: ChannelState,
      trouble: ChannelTrouble.nullable(),
    }),
  ),
  connections: z.array(
    z.object({
      id: ConnectionId,
      kind: ConnectionKind,
      title: z.string(),
      state: ConnectionState,
      trouble: ConnectionTrouble.nullable(),
      lastEventAt: Instant.nullable(),
    }),
  ),
  flows: z.object({
    working: z.int(),
    test: z.int(),
    failing: z.array(z.object({ id: FlowId, title: z.string(), reason: z.string().nullable() })),
  }),
  messagesLeft: z.int(),
});
export type Home = z.infer<typeof Home>;

export const getHome = endpoint({
  method: 'GET',
  path: '/api/v1/home',
  access: 'member',
  summary: 'Today, what comes next, and what needs a person.',
  query: z.object({ branchId: BranchId.optional() }),
  reply: Home,
  problems: ['branch.not_found'],
});

/** Each room names the notices that it raises. */
export const NoticeKind = z.enum([
  ...AUTH_NOTICES,
  ...BILLING_NOTICES,
  ...CHANNELS_NOTICES,
  ...CONNECTIONS_NOTICES,
  ...CONVERSATIONS_NOTICES,
  ...DELIVERY_NOTICES,
  ...REVIEWS_NOTICES,
  ...BOOKING_NOTICES,
  ...FLOWS_NOTICES,
  ...MAILINGS_NOTICES,
  ...TRANSFERS_NOTICES,
  ...WAITLIST_NOTICES,
  ...IDEAS_NOTICES,
  ...PARTNERS_NOTICES,
  ...REHEARSAL_NOTICES,
  ...REPLIES_NOTICES,
  ...QUALITY_NOTICES,
  ...ONBOARDING_NOTICES,
]);
export type NoticeKind = z.infer<typeof NoticeKind>;

/** An entry of the bell and the banner. */
export const Notice = z.object({
  id: z.uuid(),
  kind: NoticeKind,
  severity: z.enum(['info', 'attention', 'bad']),
  params: z.record(z.string(), z.unknown()),
  createdAt: Instant,
  isRead: z.boolean(),
  isResolved: z.boolean(),
});
export type Notice = z.infer<typeof Notice>;

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/v1/notices',
  access: 'member',
  summary: 'The latest 50 notices, newest first, and the most serious open one for the banner.',
  reply: z.object({ notices: z.array(Notice), unreadCount: z.int(), banner: Notice.nullable() }),
});

export const readNotices = endpoint({
  method: 'POST',
  path: '/api/v1/notices/read',
  access: 'member',
  summary: 'Marks all notices as read.',
});
