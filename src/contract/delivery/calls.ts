import { z } from 'zod';
import { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { ConversationId } from '#contract/conversations/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, Moment, PageQuery, pageOf, TimeZone } from '#contract/primitives.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { DECISION_RULES } from './rules.ts';
import { SenderId, SenderKind } from '#contract/senders/calls.ts';
import { LOG_STATUSES, MESSAGE_STATUSES } from './values.ts';

export const MessageId = z.uuid().brand<'MessageId'>();
export type MessageId = z.infer<typeof MessageId>;

/**
 * The status of a message. Only moves forward: planned → sending → accepted → sent → delivered → read.
 * `unknown`: the request was written and no answer came; a person decides. `skipped`: refused by the due check.
 * `cancelled`: its subject is gone.
 */
export const MessageStatus = z.enum(MESSAGE_STATUSES);
export type MessageStatus = z.infer<typeof MessageStatus>;

/** Why a message waits, was not sent or failed. Texts are in the locales; the trace has the compared values. */
export const DecisionRule = z.enum(DECISION_RULES);
export type DecisionRule = z.infer<typeof DecisionRule>;

export const ErrorClass = z.enum([
  'rate_limited',
  'temporary',
  'recipient_invalid',
  'opted_out',
  'window_closed',
  'content_rejected',
  'auth',
  'account_blocked',
  'quota',
  'unknown_result',
]);
export type ErrorClass = z.infer<typeof ErrorClass>;

/**
 * How a message is sent. `text`: with its own text. `template`: with the words of a provider's template, where free text
 * is not allowed. `none`: neither is possible, unless the contact writes before the message is due.
 */
export const MessageForm = z.enum(['text', 'template', 'none']);
export type MessageForm = z.infer<typeof MessageForm>;

/** One row of the log: a message, or a verdict against one. */
export const LogEntry = z.object({
  /** Id of the message; of the verdict when there is no message. */
  id: z.uuid(),
  kind: z.enum(['message', 'verdict']),
  contactId: ContactId.nullable(),
  contactName: z.string(),
  phone: z.string().nullable(),
  senderId: SenderId,
  senderKind: SenderKind,
  /** Empty where the kind has no title. */
  senderTitle: z.string(),
  channelId: ChannelId.nullable(),
  channelKind: ChannelKind.nullable(),
  status: MessageStatus,
  rule: DecisionRule.nullable(),
  isTest: z.boolean(),
  /** A report: it is sent to the owner, and has no contact. */
  isToOwner: z.boolean(),
  /** The words as sent; of a planned message those that would be sent at its time. */
  body: z.string(),
  form: MessageForm,
  /** Name of the template whose words `body` has. */
  templateName: z.string().nullable(),
  /** Name of the attached document. */
  fileName: z.string().nullable(),
  /** When it was or will be sent; for a verdict, when it was decided. */
  at: Instant,
  /** Zone of the branch of its visit or order, else of the tenant: every time of the entry is shown in it. */
  timeZone: TimeZone,
  isReplied: z.boolean(),
  visitId: VisitId.nullable(),
});
export type LogEntry = z.infer<typeof LogEntry>;

const LogSubset = {
  /** Digits of a phone or a part of a name. */
  search: z.string().trim().max(100).optional(),
  senderId: SenderId.optional(),
  contactId: ContactId.optional(),
  visitId: VisitId.optional(),
  from: Moment.optional(),
  to: Moment.optional(),
};

export const listMessageLog = endpoint({
  method: 'GET',
  path: '/api/v1/insights/message-logs',
  access: 'member',
  summary: 'What was sent or decided against, newest first; with any filter but a sender or channel, what waits too.',
  query: PageQuery.extend({
    ...LogSubset,
    channelId: ChannelId.optional(),
    status: z.enum(LOG_STATUSES).optional(),
    /** The reason of the status, or of the decision. */
    rule: DecisionRule.optional(),
  }),
  reply: pageOf(LogEntry),
});

export const countSkippedMessages = endpoint({
  method: 'GET',
  path: '/api/v1/insights/message-logs/reasons',
  access: 'member',
  summary: 'How many messages of the log were decided against, by reason, the most frequent first.',
  query: z.object(LogSubset),
  reply: z.object({ reasons: z.array(z.object({ rule: DecisionRule, count: z.int() })) }),
});

/** One step of a message's trace, oldest first. */
export const TraceStep = z.object({
  at: Instant,
  /**
   * `moved`: on to the next channel · `stays`: the attempt on another channel ended, it stays with an earlier one ·
   * `late`: a channel it had left reported the delivery
   */
  kind: z.enum([
    'event',
    'verdict',
    'send',
    'status',
    'reply',
    'click',
    'visit',
    'order',
    'held',
    'moved',
    'stays',
    'late',
  ]),
  /**
   * The kind of an event, the outcome of a verdict, a message status, the status of a visit or an order, or the kind of a
   * channel.
   */
  name: z.string(),
  rule: DecisionRule.nullable(),
  /** Values the rule compared, or facts of the event: name → value. */
  compared: z.record(z.string(), z.unknown()),
  text: z.string().nullable(),
});
export type TraceStep = z.infer<typeof TraceStep>;

export const MessageTrace = z.object({
  entry: LogEntry,
  visit: z
    .object({
      id: VisitId,
      startsAt: Instant,
      status: z.string(),
      branchTitle: z.string(),
      serviceTitles: z.array(z.string()),
      masterName: z.string().nullable(),
    })
    .nullable(),
  /** Number of the order it is about; null also where the order has none. */
  orderNumber: z.string().nullable(),
  steps: z.array(TraceStep),
  buttons: z.array(z.object({ type: z.string(), title: z.string() })),
  imageUrl: z.string().nullable(),
  file: z.object({ name: z.string(), url: z.string() }).nullable(),
  errorText: z.string().nullable(),
  /** The provider's price, where it states one; `parts` is null where it does not count them. */
  cost: z.object({ amount: z.number(), currency: z.string(), parts: z.int().nullable() }).nullable(),
  recipient: z.string().nullable(),
  /** Whether its sender exists, not deleted. */
  isSenderThere: z.boolean(),
  /** The contact's conversation: on the message's channel, else the latest one; null while there is none. */
  conversationId: ConversationId.nullable(),
});
export type MessageTrace = z.infer<typeof MessageTrace>;

export const getMessageTrace = endpoint({
  method: 'GET',
  path: '/api/v1/insights/message-logs/:entryId',
  access: 'member',
  summary: 'The whole story of one entry: event, decision, send, statuses, reply, visit.',
  params: z.object({ entryId: z.uuid() }),
  reply: MessageTrace,
  problems: ['message.not_found'],
});

/** For messages with an unknown outcome: a person states the outcome. */
export const settleMessage = endpoint({
  method: 'POST',
  path: '/api/v1/messages/:messageId/settle',
  access: 'member',
  summary: 'Settles a message in doubt: it arrived, or it is sent once more.',
  takesIdempotencyKey: true,
  params: z.object({ messageId: MessageId }),
  body: z.object({ as: z.enum(['arrived', 'send_again']) }),
  problems: ['message.not_found', 'message.wrong_status'],
});
