import { z } from 'zod';
import { ChannelId, ChannelKind } from './channels.ts';
import { BranchId } from './connections.ts';
import { Contact, ContactId, OptOut, OptOutScope, OptOutSource } from './contacts.ts';
import { ConversationId, SaidKind } from './conversations.ts';
import { DecisionRule, MessageStatus } from './delivery.ts';
import { endpoint } from './endpoint.ts';
import { FlowId } from './flows.ts';
import { Day, Instant, Money, PageQuery, pageOf, TimeZone } from './primitives.ts';
import { SenderId, SenderKind } from './senders.ts';
import { SubjectKind } from './subjects.ts';
import { EXPLANATION_BASES, TIMELINE_TYPES } from './values.ts';
import { VisitId, VisitStatus } from './visits.ts';

const OfContact = z.object({ contactId: ContactId });

/** A visit as the page of its customer names it. */
export const VisitOfContact = z.object({
  id: VisitId,
  startsAt: Instant,
  timeZone: TimeZone,
  status: VisitStatus,
  /** The booking system's word for a status that is unknown; empty for the others. */
  statusText: z.string(),
  branchTitle: z.string(),
  serviceTitles: z.array(z.string()),
  masterName: z.string().nullable(),
});
export type VisitOfContact = z.infer<typeof VisitOfContact>;

/** Where a channel reaches a customer. */
export const ReachedAt = z.object({
  id: z.uuid(),
  channelId: ChannelId,
  channelKind: ChannelKind,
  channelTitle: z.string(),
  phone: z.string().nullable(),
  /** unreachable: the provider says nobody is there; blocked: she shut the door */
  state: z.enum(['reachable', 'unreachable', 'blocked']),
  stateReason: z.string().nullable(),
  lastInboundAt: Instant.nullable(),
  /** Free text may be sent until then, on channels with a window. */
  windowUntil: Instant.nullable(),
});
export type ReachedAt = z.infer<typeof ReachedAt>;

/** Everything about one customer that is no story. */
export const ContactCard = Contact.extend({
  email: z.string().nullable(),
  /** `YYYY-MM-DD`; the year may be one nobody told: see the booking system. */
  birthDate: z.iso.date().nullable(),
  /** What the booking system calls her. */
  categories: z.array(z.string()),
  refusesMailings: z.boolean(),
  /** What she paid for visits she came to, in each currency; the booking system's own sum where that is more. */
  spent: z.array(Money),
  /** Null, too, where the booking system counts visits from before we read it. */
  firstVisitAt: Instant.nullable(),
  nextVisit: VisitOfContact.nullable(),
  /** Of the visits that took place, the latest. */
  lastVisit: VisitOfContact.nullable(),
  addresses: z.array(ReachedAt),
  /** Channels that reach any phone, and that she is not known by yet. */
  byPhone: z.array(z.object({ channelId: ChannelId, channelKind: ChannelKind, channelTitle: z.string() })),
  optOuts: z.array(OptOut),
  conversationId: ConversationId.nullable(),
  createdAt: Instant,
});
export type ContactCard = z.infer<typeof ContactCard>;

export const getContactCard = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:contactId',
  access: 'member',
  summary: 'One customer: who she is, her visits in figures, how she is reached.',
  params: OfContact,
  reply: ContactCard,
  problems: ['contact.not_found'],
});

export const TimelineType = z.enum(TIMELINE_TYPES);
export type TimelineType = z.infer<typeof TimelineType>;

const timelineBase = { id: z.uuid(), at: Instant };

/** Something that happened with a customer, by what it is. */
export const TimelineItem = z.discriminatedUnion('type', [
  z.object({
    ...timelineBase,
    type: z.literal('visit'),
    /** Of the event: `visit.created`, `visit.moved`, … */
    name: z.string(),
    /** What the event says of itself: from, to, what changed. */
    facts: z.record(z.string(), z.unknown()),
    visit: VisitOfContact.nullable(),
  }),
  z.object({
    ...timelineBase,
    type: z.literal('message'),
    status: MessageStatus,
    rule: DecisionRule.nullable(),
    isTest: z.boolean(),
    isReplied: z.boolean(),
    body: z.string(),
    senderId: SenderId,
    senderKind: SenderKind,
    senderTitle: z.string(),
    channelKind: ChannelKind,
  }),
  z.object({
    ...timelineBase,
    type: z.literal('answer'),
    kind: SaidKind,
    text: z.string(),
    channelKind: ChannelKind,
    conversationId: ConversationId,
  }),
  z.object({
    ...timelineBase,
    type: z.literal('verdict'),
    rule: DecisionRule,
    compared: z.record(z.string(), z.unknown()),
    senderId: SenderId,
    senderKind: SenderKind,
    senderTitle: z.string(),
    visit: VisitOfContact.nullable(),
    /** Of the order it was about. */
    orderNumber: z.string().nullable(),
  }),
  z.object({
    ...timelineBase,
    type: z.literal('opt_out'),
    isLifted: z.boolean(),
    scope: OptOutScope.nullable(),
    source: OptOutSource.nullable(),
    channelTitle: z.string().nullable(),
  }),
  z.object({
    ...timelineBase,
    type: z.literal('order'),
    /** Of the event: `order.created`, … */
    name: z.string(),
    facts: z.record(z.string(), z.unknown()),
    order: z
      .object({
        id: z.uuid(),
        number: z.string().nullable(),
        branchTitle: z.string(),
        timeZone: TimeZone,
        total: Money,
      })
      .nullable(),
  }),
]);
export type TimelineItem = z.infer<typeof TimelineItem>;

export const listTimeline = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:contactId/timeline',
  access: 'member',
  summary: 'What happened with one customer, newest first; what is planned for her stands above it.',
  params: OfContact,
  query: PageQuery.extend({ type: TimelineType.optional() }),
  reply: pageOf(TimelineItem),
  problems: ['contact.not_found'],
});

/** What one flow decided, or would have decided, about one visit of a customer, one order of hers, her birthday, … */
export const Explanation = z.object({
  /** What the decision is about. */
  subject: z.object({
    kind: SubjectKind,
    id: z.uuid(),
    /** When it is, or was; of a birthday its midnight. */
    startsAt: Instant,
    timeZone: TimeZone,
    /** Number of an order, what is in a cart, name of an event; else empty. */
    title: z.string(),
  }),
  /** Of a visit. */
  visit: VisitOfContact.nullable(),
  /**
   * - `kept`: the latest decision that was made, as it is stored.
   * - `now`: nothing was decided yet; what would be, if it were looked at now.
   * - `then`: nothing was decided; what would have been when its time had come.
   * - `before_flow`: the flow was started after the time had come.
   * - `not_happened`: what the flow follows, e.g. a cancellation, did not happen to it.
   */
  basis: z.enum(EXPLANATION_BASES),
  step: z.int(),
  /** Null where it would leave. */
  rule: DecisionRule.nullable(),
  outcome: z.enum(['planned', 'send', 'deferred', 'skipped', 'cancelled']).nullable(),
  compared: z.record(z.string(), z.unknown()),
  /** When it was decided; of what would be, when it would leave. */
  at: Instant.nullable(),
  /** The line of the log that tells its story. */
  entryId: z.uuid().nullable(),
  /** Of the message that was made, if one was. */
  messageStatus: MessageStatus.nullable(),
});
export type Explanation = z.infer<typeof Explanation>;

export const explainContact = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:contactId/explanations/:flowId',
  access: 'member',
  summary: 'Why one customer got, or did not get, the messages of one flow.',
  params: z.object({ contactId: ContactId, flowId: FlowId }),
  reply: z.object({
    flowTitle: z.string(),
    /** What the flow is about. */
    subjectKind: SubjectKind,
    /** Empty where there was nothing to decide about: she had no visit lately and has none ahead, her birthday is not known. */
    explanations: z.array(Explanation),
  }),
  problems: ['contact.not_found', 'flow.not_found'],
});

const SkipPeriod = {
  senderId: SenderId.optional(),
  /** Days of the cabinet's zone, both included; the last 30 when left out. */
  from: Day.optional(),
  to: Day.optional(),
};

export const countSkips = endpoint({
  method: 'GET',
  path: '/api/v1/insights/skips',
  access: 'member',
  summary: 'How often a message was decided against, or called off, by reason and day, at most 400 days.',
  query: z.object(SkipPeriod),
  reply: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    timeZone: TimeZone,
    /** Only what there is: a day without one of a rule is not named. */
    counts: z.array(z.object({ day: z.iso.date(), rule: DecisionRule, count: z.int() })),
  }),
});

/** Somebody who got no message, and why. */
export const Skipped = z.object({
  /** Of the verdict, or of the message that was called off. */
  id: z.uuid(),
  /** Of the log's line that tells the story. */
  entryId: z.uuid(),
  at: Instant,
  contactId: ContactId.nullable(),
  contactName: z.string(),
  phone: z.string().nullable(),
  /** A report to the cabinet's own people: there is no contact. */
  isToOwner: z.boolean(),
  senderId: SenderId,
  senderKind: SenderKind,
  senderTitle: z.string(),
  rule: DecisionRule,
  visitStartsAt: Instant.nullable(),
  /** Of the order it was about. */
  orderNumber: z.string().nullable(),
  timeZone: TimeZone,
  branchId: BranchId.nullable(),
});
export type Skipped = z.infer<typeof Skipped>;

export const listSkipped = endpoint({
  method: 'GET',
  path: '/api/v1/insights/skips/people',
  access: 'member',
  summary: 'Who got no message by a reason, or by one of several, newest first.',
  query: PageQuery.extend({ ...SkipPeriod, rule: DecisionRule.or(z.array(DecisionRule)).optional() }),
  reply: pageOf(Skipped),
});

/** How long decisions are kept. */
const Retention = z.object({ months: z.int().min(3).max(36) });

export const getKeeping = endpoint({
  method: 'GET',
  path: '/api/v1/insights/keeping',
  access: 'member',
  summary: 'For how many months decisions and their reasons are kept.',
  reply: Retention,
});

/** What is older than that goes within a day, and does not come back. */
export const setKeeping = endpoint({
  method: 'PUT',
  path: '/api/v1/insights/keeping',
  access: 'owner',
  summary: 'Changes for how many months decisions and their reasons are kept.',
  body: Retention,
  reply: Retention,
});
