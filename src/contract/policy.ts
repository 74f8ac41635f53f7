import { SenderId } from './senders.ts';
import { z } from 'zod';
import { ContactId } from './contacts.ts';
import { DecisionRule } from './delivery.ts';
import { endpoint } from './endpoint.ts';
import { FlowId, FlowKind, FlowStatus } from './flows.ts';
import { Instant, TimeZone } from './primitives.ts';
import { MEETING_FATES } from './values.ts';

export const ContactPolicy = z.object({
  /** Whole hours of the customer's day; equal: no quiet hours. */
  quietFromHour: z.int().min(0).max(23),
  quietToHour: z.int().min(0).max(23),
  /** At most so many marketing messages to one customer in so many days. */
  marketingLimit: z.int().min(0).max(100),
  marketingDays: z.int().min(1).max(365),
  /** Senders by priority, highest first: where the budget is short, the others give way. Those not listed come after. */
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

/** What a policy would change about the messages that wait. */
export const PolicyEffect = z.object({
  /** Messages that were looked at: the next ones. */
  looked: z.int(),
  /** Whether these are all that wait. */
  isAll: z.boolean(),
  /** They would leave later than now planned, by what holds them. */
  later: ByRule,
  /** They would not be sent, by why. */
  dropped: ByRule,
  /** They would leave sooner. */
  sooner: z.int(),
  /** They would be sent, and are not to be by the policy that holds. */
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

/** A flow that advertises, in the order of importance. */
export const OrderedFlow = z.object({
  flowId: FlowId,
  title: z.string(),
  kind: FlowKind,
  status: FlowStatus,
  mode: z.enum(['test', 'combat']),
});
export type OrderedFlow = z.infer<typeof OrderedFlow>;

export const getPolicyReport = endpoint({
  method: 'GET',
  path: '/api/v1/contact-policy/report',
  access: 'member',
  summary: 'The order of flows that advertise, and what the contact policy did in the last days.',
  reply: z.object({
    days: z.int(),
    /** The most important first; the owner's order, then the usual one of their kinds. */
    order: z.array(OrderedFlow),
    /** How often a message was put off, and how often not sent, by the policy. */
    held: ByRule,
    refused: ByRule,
    /** Messages that left for customers in these days, by flow, most first. */
    senders: z.array(OrderedFlow.extend({ isMarketing: z.boolean(), sent: z.int() })),
  }),
});

/** What becomes of a message that meets another: it goes, waits, or gives way. */
export const ConflictOutcome = z.enum(MEETING_FATES);

export const ConflictContact = z.object({
  contactId: ContactId,
  name: z.string(),
  phone: z.string().nullable(),
  timeZone: TimeZone,
  flowId: FlowId,
  flowTitle: z.string(),
  /** When it is planned; of a rehearsal, when it would have been sent. */
  at: Instant,
  /** The other message, and when it was sent or is to be. */
  otherTitle: z.string(),
  otherAt: Instant,
  /** Null of a rehearsal: the flow has not met the other yet. */
  fate: ConflictOutcome.nullable(),
});
export type ConflictContact = z.infer<typeof ConflictContact>;

export const listConflicts = endpoint({
  method: 'GET',
  path: '/api/v1/contact-policy/meetings',
  access: 'member',
  summary:
    'Marketing messages that meet others of the same customer within the days of her budget: of one flow, or of all.',
  query: z.object({ flowId: FlowId.optional() }),
  reply: z.object({
    /** Of the budget. */
    limit: z.int(),
    days: z.int(),
    /** False: the flow's messages are exempt. */
    isMarketing: z.boolean(),
    planned: z.object({ looked: z.int(), isAll: z.boolean(), meeting: z.int() }),
    /** By the flow's latest rehearsal; null where there is none, or where all flows were asked about. */
    rehearsed: z.object({ days: z.int(), looked: z.int(), meeting: z.int() }).nullable(),
    /** Of what is planned, some examples; of the rehearsal where nothing is planned. */
    people: z.array(ConflictContact),
  }),
  problems: ['flow.not_found'],
});
