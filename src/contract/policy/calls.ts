import { SenderId, SenderKind } from '#contract/senders/calls.ts';
import { z } from 'zod';
import { ContactId } from '#contract/contacts/calls.ts';
import { DecisionRule } from '#contract/delivery/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { FlowKind, FlowStatus } from '#contract/flows/calls.ts';
import { Instant, TimeZone } from '#contract/primitives.ts';

export const ContactPolicy = z.object({
  /** Whole hours of the contact's day; equal: no quiet hours. */
  quietFromHour: z.int().min(0).max(23),
  quietToHour: z.int().min(0).max(23),
  /** Frequency cap: the number of marketing messages to one contact in so many days. */
  marketingLimit: z.int().min(0).max(100),
  marketingDays: z.int().min(1).max(365),
  /**
   * Senders by priority, highest first: within the frequency cap, the others give way. Senders not listed come last.
   */
  senderOrder: z.array(SenderId).max(500).default([]),
});
export type ContactPolicy = z.infer<typeof ContactPolicy>;

export const getContactPolicy = endpoint({
  method: 'GET',
  path: '/api/v1/contact-policy',
  access: 'member',
  summary: 'Quiet hours and how often one customer may be written to.',
  reply: ContactPolicy,
});
export const setContactPolicy = endpoint({
  method: 'PUT',
  path: '/api/v1/contact-policy',
  access: 'owner',
  summary: 'Changes the contact policy; what is planned follows it.',
  body: ContactPolicy,
  reply: ContactPolicy,
  problems: ['sender.not_found'],
});

const ByRule = z.array(z.object({ rule: DecisionRule, count: z.int() }));

/** The effect of a policy on waiting messages. */
export const PolicyEffect = z.object({
  /** Checked messages: the next ones. */
  looked: z.int(),
  /** Whether every waiting message was checked. */
  isAll: z.boolean(),
  /** Messages that would be sent later than planned, by rule. */
  later: ByRule,
  /** Messages that would not be sent, by rule. */
  dropped: ByRule,
  /** Messages that would be sent sooner. */
  sooner: z.int(),
  /** Messages that would be sent, and would not under the current policy. */
  regained: z.int(),
});
export type PolicyEffect = z.infer<typeof PolicyEffect>;

export const previewContactPolicy = endpoint({
  method: 'POST',
  path: '/api/v1/contact-policy/preview',
  access: 'member',
  summary: 'What a contact policy would change about the messages that wait, before it is saved.',
  body: ContactPolicy,
  reply: PolicyEffect,
  problems: ['sender.not_found'],
});

/** A sender of marketing, in the order of priority. */
export const OrderedSender = z.object({
  senderId: SenderId,
  kind: SenderKind,
  title: z.string(),
  /** Null: the sender is not a flow. */
  flowKind: FlowKind.nullable(),
  status: FlowStatus,
  mode: z.enum(['test', 'combat']),
});
export type OrderedSender = z.infer<typeof OrderedSender>;

export const getPolicyReport = endpoint({
  method: 'GET',
  path: '/api/v1/contact-policy/report',
  access: 'member',
  summary: 'The order of senders that advertise, and what the contact policy did in the last days.',
  reply: z.object({
    days: z.int(),
    /** Highest priority first; the owner's order, then the senders' importance. */
    order: z.array(OrderedSender),
    /** How often the policy postponed a message or refused it. */
    held: ByRule,
    refused: ByRule,
    /** Messages sent to contacts in these days, by sender, most first. */
    senders: z.array(
      OrderedSender.pick({ senderId: true, kind: true, title: true }).extend({
        isMarketing: z.boolean(),
        sent: z.int(),
      }),
    ),
  }),
});

/** Outcome of a message in conflict with another: it is sent, waits for the frequency cap, or is not sent. */
export const ConflictOutcome = z.enum(['goes', 'waits', 'gives_way']);

export const ConflictContact = z.object({
  contactId: ContactId,
  name: z.string(),
  phone: z.string().nullable(),
  timeZone: TimeZone,
  senderId: SenderId,
  senderTitle: z.string(),
  /** When it is planned; in a rehearsal, when it would have been sent. */
  at: Instant,
  /** The other message, and when it was or will be sent. */
  otherTitle: z.string(),
  otherAt: Instant,
  /** Null in a rehearsal: the conflict has not occurred yet. */
  fate: ConflictOutcome.nullable(),
});
export type ConflictContact = z.infer<typeof ConflictContact>;

export const listConflicts = endpoint({
  method: 'GET',
  path: '/api/v1/contact-policy/meetings',
  access: 'member',
  summary:
    'Marketing messages that meet others of the same customer within the days of the limit: of one sender, or of all.',
  query: z.object({ senderId: SenderId.optional() }),
  reply: z.object({
    /** Number of messages of the frequency cap. */
    limit: z.int(),
    days: z.int(),
    /** False: the sender's messages are exempt. */
    isMarketing: z.boolean(),
    planned: z.object({ looked: z.int(), isAll: z.boolean(), meeting: z.int() }),
    /** From the sender's latest rehearsal; null where there is none, or where all senders were requested. */
    rehearsed: z.object({ days: z.int(), looked: z.int(), meeting: z.int() }).nullable(),
    /** Examples of planned conflicts; of rehearsed ones where nothing is planned. */
    people: z.array(ConflictContact),
  }),
  problems: ['sender.not_found'],
});
