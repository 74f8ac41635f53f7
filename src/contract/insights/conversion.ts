import { z } from 'zod';
import { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { CONVERSION_PERIODS, CONVERSION_STEPS, CONVERSION_WINDOWS } from './values.ts';
import { endpoint } from '#contract/endpoint.ts';
import { FlowKind } from '#contract/flows/calls.ts';
import { SenderId, SenderKind } from '#contract/senders/calls.ts';
import { Day, Instant, Money, PageQuery, pageOf, TimeZone } from '#contract/primitives.ts';

/** Days after a message in which a contact's visit counts for it. */
export const ConversionWindow = z.literal(CONVERSION_WINDOWS);
export type ConversionWindow = z.infer<typeof ConversionWindow>;

export const ConversionPeriod = z.enum(CONVERSION_PERIODS);
export type ConversionPeriod = z.infer<typeof ConversionPeriod>;

/** `visited`: attended the visit of a reminder, or came or ordered after any other message. */
export const ConversionStep = z.enum(CONVERSION_STEPS);
export type ConversionStep = z.infer<typeof ConversionStep>;

/** Filters of messages. Days are of the cabinet's zone, both included; the last 90 when absent, at most 1830. */
const ConversionFilter = {
  senderId: SenderId.optional(),
  kind: FlowKind.optional(),
  branchId: BranchId.optional(),
  from: Day.optional(),
  to: Day.optional(),
  windowDays: z.coerce.number().pipe(ConversionWindow).default(14),
};

export const ConversionCounts = z.object({
  sent: z.int(),
  /** A read message counts as delivered, and an answered or clicked one as read, even if the channel did not report it. */
  delivered: z.int(),
  read: z.int(),
  /** A link of the message was followed; only known where links are shortened. */
  clicked: z.int(),
  answered: z.int(),
  /** Each visit or order counts once: for the last promotional message before it, or else for the last of the others. */
  visited: z.int(),
  /** Revenue of those visits, by currency. */
  spent: z.array(Money),
});
export type ConversionCounts = z.infer<typeof ConversionCounts>;

/** Contacts who were messaged and those in the control group, from the first to the last day with a control group. */
const Compared = { sent: z.int(), sentVisited: z.int(), held: z.int(), heldVisited: z.int() };

/** The effect of a flow compared with its control group. */
export const ConversionEffect = z.discriminatedUnion('state', [
  /** The effect exists for a single flow only. */
  z.object({ state: z.literal('choose_flow') }),
  /** There is no control group. */
  z.object({ state: z.literal('off') }),
  z.object({
    state: z.literal('gathering'),
    ...Compared,
    /** Contacts the control group still needs, about; null: there are too few messages. */
    needed: z.int().nullable(),
  }),
  z.object({
    state: z.literal('measured'),
    ...Compared,
    /** Additional visits, with the ends of the 95 % interval; negative: the flow drives contacts away. */
    visits: z.int(),
    low: z.int(),
    high: z.int(),
    /** The interval does not contain zero. */
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
  query: z.object({ ...ConversionFilter, by: ConversionPeriod.default('week') }),
  reply: z.object({
    ...Days,
    timeZone: TimeZone,
    total: ConversionCounts,
    /** The same number of days before. */
    before: ConversionCounts.extend(Days),
    /** Every period between the days, empty ones included. The first and the last may be partial. */
    periods: z.array(
      ConversionCounts.extend({
        ...Days,
        /** The window of its last messages is not over: visits may still be added. */
        isOpen: z.boolean(),
      }),
    ),
    /** Current control group of the requested flow, in percent. */
    controlPercent: z.int().nullable(),
    effect: ConversionEffect,
  }),
  problems: ['flow.not_found'],
});

export const ConvertedPerson = z.object({
  /** Id of the message, or of the verdict that held it back. */
  id: z.uuid(),
  at: Instant,
  contactId: ContactId,
  contactName: z.string(),
  phone: z.string().nullable(),
  senderId: SenderId,
  senderKind: SenderKind,
  senderTitle: z.string(),
  /** The last step it reached. */
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
    ...ConversionFilter,
    step: ConversionStep.default('sent'),
    /** `control`: contacts of the control group. */
    group: z.enum(['sent', 'control']).default('sent'),
  }),
  reply: pageOf(ConvertedPerson),
  problems: ['flow.not_found'],
});
