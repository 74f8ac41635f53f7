import { z } from 'zod';
import { BranchId } from './connections.ts';
import { ContactId } from './contacts.ts';
import { CONVERSION_PERIODS, CONVERSION_STEPS, CONVERSION_WINDOWS } from './conversion-words.ts';
import { endpoint } from './endpoint.ts';
import { FlowKind } from './flows.ts';
import { SenderId, SenderKind } from './senders.ts';
import { Day, Instant, Money, PageQuery, pageOf, TimeZone } from './primitives.ts';

/** So many days after a message a customer's coming counts for it. */
export const ConversionWindow = z.literal(CONVERSION_WINDOWS);
export type ConversionWindow = z.infer<typeof ConversionWindow>;

export const ConversionPeriod = z.enum(CONVERSION_PERIODS);
export type ConversionPeriod = z.infer<typeof ConversionPeriod>;

/** `visited`: came to what a reminder was of, or came or ordered again after any other message. */
export const ConversionStep = z.enum(CONVERSION_STEPS);
export type ConversionStep = z.infer<typeof ConversionStep>;

/** Whose messages, and which. Days are of the cabinet's zone, both included; the last 90 when left out, at most 1830. */
const Asked = {
  senderId: SenderId.optional(),
  kind: FlowKind.optional(),
  branchId: BranchId.optional(),
  from: Day.optional(),
  to: Day.optional(),
  windowDays: z.coerce.number().pipe(ConversionWindow).default(14),
};

export const ConversionCounts = z.object({
  sent: z.int(),
  /** What was read was delivered, and what was answered was read, whether or not the channel said so. */
  delivered: z.int(),
  read: z.int(),
  answered: z.int(),
  /** A visit counts for the last message of each sender before it. */
  visited: z.int(),
  /** For those visits, in each currency. */
  spent: z.array(Money),
});
export type ConversionCounts = z.infer<typeof ConversionCounts>;

/** Who was written to and who was held out, of the days from the first on which somebody was to the last. */
const Compared = { sent: z.int(), sentVisited: z.int(), held: z.int(), heldVisited: z.int() };

/** What a flow brings beside its control group. */
export const ConversionEffect = z.discriminatedUnion('state', [
  /** Of one flow alone it can be said. */
  z.object({ state: z.literal('choose_flow') }),
  /** Nobody is held out. */
  z.object({ state: z.literal('off') }),
  z.object({
    state: z.literal('gathering'),
    ...Compared,
    /** How many more have to be held out, about; null: it is messages that are too few. */
    needed: z.int().nullable(),
  }),
  z.object({
    state: z.literal('measured'),
    ...Compared,
    /** Visits there would not have been, with the ends of their 95 % interval; negative: the flow drives customers away. */
    visits: z.int(),
    low: z.int(),
    high: z.int(),
    /** The interval does not hold zero. */
    isSure: z.boolean(),
  }),
]);
export type ConversionEffect = z.infer<typeof ConversionEffect>;

const Days = { from: z.iso.date(), to: z.iso.date() };

export const getConversion = endpoint({
  method: 'GET',
  path: '/api/v1/insights/conversion',
  access: 'member',
  summary:
    'What became of messages: delivered, read, answered, visited, spent; by period, and beside the period before.',
  query: z.object({ ...Asked, by: ConversionPeriod.default('week') }),
  reply: z.object({
    ...Days,
    timeZone: TimeZone,
    total: ConversionCounts,
    /** As many days just before. */
    before: ConversionCounts.extend(Days),
    /** Every period there is between the days, also empty ones. The first and the last may be cut. */
    periods: z.array(
      ConversionCounts.extend({
        ...Days,
        /** For the last of its messages the window is not over: more may come. */
        isOpen: z.boolean(),
      }),
    ),
    /** Of the flow that was asked for: who of a hundred are held out now. */
    controlPercent: z.int().nullable(),
    effect: ConversionEffect,
  }),
  problems: ['flow.not_found'],
});

export const ConvertedPerson = z.object({
  /** Of the message, or of the decision to hold it back. */
  id: z.uuid(),
  at: Instant,
  contactId: ContactId,
  contactName: z.string(),
  phone: z.string().nullable(),
  senderId: SenderId,
  senderKind: SenderKind,
  senderTitle: z.string(),
  /** How far it came. */
  step: ConversionStep,
  cameAt: Instant.nullable(),
  spent: Money.nullable(),
});
export type ConvertedPerson = z.infer<typeof ConvertedPerson>;

export const listConverted = endpoint({
  method: 'GET',
  path: '/api/v1/insights/conversion/people',
  access: 'member',
  summary: 'Who is behind a figure of the conversion, newest first.',
  query: PageQuery.extend({
    ...Asked,
    step: ConversionStep.default('sent'),
    /** `control`: those who were held out. */
    group: z.enum(['sent', 'control']).default('sent'),
  }),
  reply: pageOf(ConvertedPerson),
  problems: ['flow.not_found'],
});
