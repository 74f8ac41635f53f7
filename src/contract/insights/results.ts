import { z } from 'zod';
import { BranchId } from '#contract/connections/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { RESULT_GROUPS } from './values.ts';
import { Day, Money, PageQuery, pageOf } from '#contract/primitives.ts';
import { MasterId, Visit } from '#contract/visits/calls.ts';

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
    masterId: MasterId.optional(),
  }),
  reply: pageOf(Visit),
});
