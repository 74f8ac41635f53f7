import { z } from 'zod';
import { ChannelId, ChannelKind } from './channels.ts';
import { ContactId } from './contacts.ts';
import { ConversationId } from './conversations.ts';
import { endpoint } from './endpoint.ts';
import { Instant, Moment, PageQuery, pageOf, TimeZone } from './primitives.ts';
import { VisitId } from './visits.ts';
import { DECISION_RULES } from './decision-rules.ts';
import { SenderId, SenderKind } from './senders.ts';
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
  body: z.string(),
  /** Name of the attached document. */
  fileName: z.string().nullable(),
  /** When it was or will be sent; for a verdict, when it was decided. */
  at: Instant,
  isReplied: z.boolean(),
  visitId: VisitId.nullable(),
});
export type LogEntry = z.infer<typeof LogEntry>;

export const listMessageLog = endpoint({
  method: 'GET',
  path: '/api/v1/insights/message-logs',
  access: 'member',
  summary: 'What was sent or decided against, newest first; with any filter but a sender or channel, what waits too.',
  query: PageQuery.extend({
    /** Digits of a phone or a part of a name. */
    search: z.string().trim().max(100).optional(),
    senderId: SenderId.optional(),
    channelId: ChannelId.optional(),
    contactId: ContactId.optional(),
    visitId: VisitId.optional(),
    status: z.enum(LOG_STATUSES).optional(),
    from: Moment.optional(),
    to: Moment.optional(),
  }),
  reply: pageOf(LogEntry),
});

/** One step of a message's trace, oldest first. */
export const TraceStep = z.object({
  at: Instant,
  kind: z.enum(['event', 'verdict', 'send', 'status', 'reply', 'visit', 'order', 'held']),
  /** The kind of an event, the outcome of a verdict, a message status, or the status of a visit or an order. */
  name: z.string(),
  rule: DecisionRule.nullable(),
  /** Values the rule compared, or facts of the event: name → value. */
  compared: z.record(z.string(), z.unknown()),
  text: z.string().nullable(),
});
export type TraceStep = z.infer<typeof TraceStep>;

export const MessageTrace = z.object({
  entry: LogEntry,
  timeZone: TimeZone,
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
  params: z.object({ messageId: MessageId }),
  body: z.object({ as: z.enum(['arrived', 'send_again']) }),
  problems: ['message.not_found', 'message.wrong_status'],
});
