import { z } from 'zod';
import { BranchId } from '#contract/connections/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { FlowKind } from '#contract/flows/calls.ts';
import { ConversionPeriod } from './conversion.ts';
import { RESULT_DAYS, RESULT_GROUPS } from './values.ts';
import { Day, Money, PageQuery, pageOf, TimeZone } from '#contract/primitives.ts';
import { SenderId } from '#contract/senders/calls.ts';
import { Visit } from '#contract/visits/calls.ts';

const Days = { from: z.iso.date(), to: z.iso.date() };

/** Number of days up to today. */
export const ResultDays = z.literal(RESULT_DAYS);
export type ResultDays = z.infer<typeof ResultDays>;

export const VisitCounts = z.object({
  /** All but the cancelled, those later today included. */
  booked: z.int(),
  /** Arrived, or over without a word from the booking system. */
  attended: z.int(),
  /** Part of the attended: without a mark in the booking system that the contact came. */
  unmarked: z.int(),
  noShow: z.int(),
  cancelled: z.int(),
  /** Part of the booked: confirmed for their time. */
  confirmed: z.int(),
  /** Paid for visits marked as arrived, by currency. */
  paid: z.array(Money),
});
export type VisitCounts = z.infer<typeof VisitCounts>;

const AttendedAndMissed = z.object({ attended: z.int(), noShow: z.int() });

export const FlowResult = z.object({
  senderId: SenderId,
  title: z.string(),
  kind: FlowKind,
  sent: z.int(),
  /** Visits and orders within 14 days of a message, as on the conversion page. */
  visited: z.int(),
  spent: z.array(Money),
});
export type FlowResult = z.infer<typeof FlowResult>;

export const getResults = endpoint({
  method: 'GET',
  path: '/api/v1/insights/results',
  access: 'member',
  summary: 'Visits attended, confirmed and missed, what was paid, and the flows that brought most.',
  query: z.object({
    branchId: BranchId.optional(),
    days: z.coerce.number().pipe(ResultDays).default(90),
    by: ConversionPeriod.default('week'),
  }),
  reply: z.object({
    ...Days,
    timeZone: TimeZone,
    total: VisitCounts,
    /** The same number of days before. */
    before: VisitCounts.extend(Days),
    /** Every period between the days, empty ones included. The first and the last may be partial. */
    periods: z.array(VisitCounts.extend(Days)),
    /** No-shows of the half-year before the first reminder, and of the requested days since; null: no reminder was sent. */
    reminders: z.object({ since: z.iso.date(), before: AttendedAndMissed, after: AttendedAndMissed }).nullable(),
    messages: z.object({ sent: z.int(), read: z.int(), answered: z.int() }),
    /** At most five, the most visits first; a visit counts for one of them. */
    flows: z.array(FlowResult),
    /** The first of them that brought a visit. */
    bestFlowId: SenderId.nullable(),
    /** A visit or a message is stored, of any day. */
    hasAny: z.boolean(),
  }),
});
export type Results = z.infer<typeof getResults.reply>;

/** A group of visits behind a number. */
export const ResultGroup = z.enum(RESULT_GROUPS);
export type ResultGroup = z.infer<typeof ResultGroup>;

export const listResultVisits = endpoint({
  method: 'GET',
  path: '/api/v1/insights/results/visits',
  access: 'member',
  summary: 'The visits behind a number of the results, the latest first.',
  query: PageQuery.extend({
    branchId: BranchId.optional(),
    /** Days of each branch's zone, both included; the last 90 when absent. */
    from: Day.optional(),
    to: Day.optional(),
    group: ResultGroup.default('attended'),
  }),
  reply: pageOf(Visit),
});
