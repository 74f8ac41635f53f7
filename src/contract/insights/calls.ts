import { z } from 'zod';
import { ConsentEntry } from '#contract/contacts/consents.ts';
import { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import { BranchId } from '#contract/connections/calls.ts';
import { Contact, ContactId, OptOut, OptOutScope, OptOutSource } from '#contract/contacts/calls.ts';
import { ConversationId, MessageKind } from '#contract/conversations/calls.ts';
import { DecisionRule, MessageForm, MessageId, MessageStatus } from '#contract/delivery/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { FlowId } from '#contract/flows/calls.ts';
import { Day, Instant, Money, PageQuery, pageOf, TimeZone } from '#contract/primitives.ts';
import { SenderId, SenderKind } from '#contract/senders/calls.ts';
import { SubjectKind } from '#contract/subjects/subjects.ts';
import { TIMELINE_TYPES } from './values.ts';
import { CLICK_DEVICES } from '#contract/links/values.ts';
import { VisitId, VisitStatus } from '#contract/visits/calls.ts';

const OfContact = z.object({ contactId: ContactId });

/** A visit on the page of its contact. */
export const VisitOfContact = z.object({
  id: VisitId,
  startsAt: Instant,
  timeZone: TimeZone,
  status: VisitStatus,
  /** The booking system's text of an unknown status; empty for the others. */
  statusText: z.string(),
  branchTitle: z.string(),
  serviceTitles: z.array(z.string()),
  masterName: z.string().nullable(),
});
export type VisitOfContact = z.infer<typeof VisitOfContact>;

/** An address of a contact on a channel. */
export const ReachedAt = z.object({
  id: z.uuid(),
  channelId: ChannelId,
  channelKind: ChannelKind,
  channelTitle: z.string(),
  phone: z.string().nullable(),
  /** unreachable: the provider has no such recipient; blocked: the contact blocked the channel */
  state: z.enum(['reachable', 'unreachable', 'blocked']),
  stateReason: z.string().nullable(),
  lastInboundAt: Instant.nullable(),
  /** End of the window in which free text may be sent, on channels with a window. */
  windowUntil: Instant.nullable(),
});
export type ReachedAt = z.infer<typeof ReachedAt>;

/** Facts about one contact, without the timeline. */
export const ContactCard = Contact.extend({
  email: z.string().nullable(),
  /** `YYYY-MM-DD`; the year may be a placeholder: see the booking system. */
  birthDate: z.iso.date().nullable(),
  /** Categories in the booking system. */
  categories: z.array(z.string()),
  /** Tags that members gave the contact. */
  tags: z.array(z.string()),
  note: z.string().nullable(),
  /** Whether the note came from an imported list; else from the booking system. */
  isNoteFromList: z.boolean(),
  refusesMailings: z.boolean(),
  /** Sum of attended visits, by currency; the booking system's own sum where that is larger. */
  spent: z.array(Money),
  /** Null, too, where the booking system counts visits from before we read it. */
  firstVisitAt: Instant.nullable(),
  nextVisit: VisitOfContact.nullable(),
  /** The latest attended visit. */
  lastVisit: VisitOfContact.nullable(),
  addresses: z.array(ReachedAt),
  /** Channels that reach any phone, and on which the contact has no address yet. */
  byPhone: z.array(z.object({ channelId: ChannelId, channelKind: ChannelKind, channelTitle: z.string() })),
  optOuts: z.array(OptOut),
  /**
   * Consents to advertising and their withdrawals, opt-outs in effect included: the first one holds, the others follow newest first. While
   * an opt-out is in effect, those of lists come last.
   */
  consents: z.array(ConsentEntry),
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

const timelineBase = {
  id: z.uuid(),
  at: Instant,
  /** Zone of the branch it is about; else of the branch the contact comes to, or their own. */
  timeZone: TimeZone,
};

/** An entry of a contact's timeline, by type. */
export const TimelineItem = z.discriminatedUnion('type', [
  z.object({
    ...timelineBase,
    type: z.literal('visit'),
    /** Name of the event: `visit.created`, `visit.moved`, … */
    name: z.string(),
    /** Facts of the event: from, to, what changed. */
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
    /** As in the log: the words that were, or would be, sent. */
    body: z.string(),
    form: MessageForm,
    templateName: z.string().nullable(),
    senderId: SenderId,
    senderKind: SenderKind,
    senderTitle: z.string(),
    channelKind: ChannelKind,
  }),
  z.object({
    ...timelineBase,
    type: z.literal('answer'),
    kind: MessageKind,
    text: z.string(),
    channelKind: ChannelKind,
    conversationId: ConversationId,
  }),
  z.object({
    ...timelineBase,
    type: z.literal('click'),
    /** The contact's message that the link stood in. */
    messageId: MessageId.nullable(),
    /** Title of the link to share, or the address it leads to. */
    title: z.string(),
    device: z.enum(CLICK_DEVICES),
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
    /** Number of the order it was about. */
    orderNumber: z.string().nullable(),
  }),
  z.object({
    ...timelineBase,
    type: z.literal('opt_out'),
    isLifted: z.boolean(),
    scope: OptOutScope.nullable(),
    source: OptOutSource.nullable(),
    channelId: ChannelId.nullable(),
    channelTitle: z.string().nullable(),
  }),
  z.object({
    ...timelineBase,
    type: z.literal('order'),
    /** Name of the event: `order.created`, … */
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

/** The verdict that one flow made, or would have made, about one visit, order, birthday, … of a contact. */
export const Explanation = z.object({
  /** Subject of the verdict. */
  subject: z.object({
    kind: SubjectKind,
    id: z.uuid(),
    /** Start of the subject; for a birthday its midnight. */
    startsAt: Instant,
    timeZone: TimeZone,
    /** Number of an order, contents of a cart, name of an event; else empty. */
    title: z.string(),
  }),
  /** For a visit. */
  visit: VisitOfContact.nullable(),
  /**
   * - `kept`: the latest verdict that was made, as stored.
   * - `now`: there is no verdict yet; the one that would be made now.
   * - `past`: there was no verdict; the one that would have been made at the planned time.
   * - `before_flow`: the flow was started after the planned time.
   * - `not_happened`: the event the flow follows, e.g. a cancellation, did not happen.
   */
  basis: z.enum(['kept', 'now', 'past', 'before_flow', 'not_happened']),
  step: z.int(),
  /** Null where the message would be sent. */
  rule: DecisionRule.nullable(),
  outcome: z.enum(['planned', 'send', 'deferred', 'skipped', 'cancelled']).nullable(),
  compared: z.record(z.string(), z.unknown()),
  /** When it was decided; for a verdict not made, when the message would be sent. */
  at: Instant.nullable(),
  /** The row of the log with its trace. */
  entryId: z.uuid().nullable(),
  /** Status of the message, if there is one. */
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
    /** Kind of the flow's subject. */
    subjectKind: SubjectKind,
    /** Empty where there is no subject: no recent or upcoming visit, or no known birthday. */
    explanations: z.array(Explanation),
  }),
  problems: ['contact.not_found', 'flow.not_found'],
});

export const explainVisit = endpoint({
  method: 'GET',
  path: '/api/v1/visits/:visitId/explanations',
  access: 'member',
  summary: 'Why messages about one visit were sent, or not, by each flow that works.',
  params: z.object({ visitId: VisitId }),
  reply: z.object({
    /** Messages that could be sent, the first first; flows whose event did not happen are left out. */
    explanations: z.array(Explanation.extend({ flowId: FlowId, flowTitle: z.string() })),
  }),
  problems: ['visit.not_found'],
});

const SkipPeriod = {
  senderId: SenderId.optional(),
  /** Days of the cabinet's zone, both included; the last 30 when absent. */
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
    /** Days and rules with a count above zero. */
    counts: z.array(z.object({ day: z.iso.date(), rule: DecisionRule, count: z.int() })),
  }),
});

/** A contact who got no message, and the reason. */
export const Skipped = z.object({
  /** Id of the verdict, or of the cancelled message. */
  id: z.uuid(),
  /** Id of the log's row with the trace. */
  entryId: z.uuid(),
  at: Instant,
  contactId: ContactId.nullable(),
  contactName: z.string(),
  phone: z.string().nullable(),
  /** A report to the cabinet's members: there is no contact. */
  isToOwner: z.boolean(),
  senderId: SenderId,
  senderKind: SenderKind,
  senderTitle: z.string(),
  rule: DecisionRule,
  visitStartsAt: Instant.nullable(),
  /** Number of the order it was about. */
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

/** Retention of verdicts, in months. */
const Retention = z.object({ months: z.int().min(3).max(36) });

export const getRetention = endpoint({
  method: 'GET',
  path: '/api/v1/insights/keeping',
  access: 'member',
  summary: 'For how many months decisions and their reasons are kept.',
  reply: Retention,
});

/** Older verdicts are deleted within a day, for good. */
export const setRetention = endpoint({
  method: 'PUT',
  path: '/api/v1/insights/keeping',
  access: 'owner',
  summary: 'Changes for how many months decisions and their reasons are kept.',
  body: Retention,
  reply: Retention,
});
