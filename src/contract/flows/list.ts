import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Flow, FlowId, FlowKind, FlowMode, FlowStatus } from './calls.ts';
import { FLOW_SORTS } from './values.ts';
import { Instant, PageQuery, pageOf, TimeZone } from '#contract/primitives.ts';

/** A flow in a list: everything but its texts and conditions. */
export const FlowRow = Flow.omit({ settings: true }).extend({
  /** Messages planned for today, in the cabinet's zone; 500 means that many or more. */
  todayCount: z.int(),
  delayMinutes: z.int(),
  /** Zone of what the next message is about. */
  nextMessageTimeZone: TimeZone.nullable(),
  createdAt: Instant,
  /** Tariffs that include the flow, when the cabinet's does not. */
  tariffIds: z.array(z.int()),
});
export type FlowRow = z.infer<typeof FlowRow>;

/** Filters of a list or a search of flows. */
export const FlowFilter = z.object({
  status: FlowStatus.optional(),
  kind: FlowKind.optional(),
  mode: FlowMode.optional(),
  /** A part of the title, in any case. */
  search: z.string().trim().max(100).optional(),
});
export type FlowFilter = z.infer<typeof FlowFilter>;

export const listFlowRows = endpoint({
  method: 'GET',
  path: '/api/v1/flows/rows',
  access: 'member',
  summary: 'Flows of the cabinet a page at a time, with what became of their messages.',
  query: PageQuery.extend({
    ...FlowFilter.shape,
    sort: z.enum(FLOW_SORTS).default('created'),
    /** Absent: newest first, titles from A. */
    isDescending: z.stringbool().optional(),
  }),
  reply: pageOf(FlowRow),
});

const Counts = z.record(z.string(), z.int());

export const countFlows = endpoint({
  method: 'GET',
  path: '/api/v1/flows/counts',
  access: 'member',
  summary: 'How many flows there are by status, kind and mode, and when the next message leaves.',
  /** Each count is of flows that match the search and the other filters: the result of choosing it. */
  query: FlowFilter,
  reply: z.object({
    /** Flows of any status. */
    total: z.int(),
    byStatus: Counts,
    byKind: Counts,
    byMode: Counts,
    /** Working flows in test mode. */
    testing: z.int(),
    /** Next message of any flow, regardless of filters. */
    nextMessageAt: Instant.nullable(),
    /** Zone of what it is about. */
    nextMessageTimeZone: TimeZone.nullable(),
  }),
});

export const listFlowTitles = endpoint({
  method: 'GET',
  path: '/api/v1/flows/titles',
  access: 'member',
  summary: 'What flows are called, newest first: to choose one by.',
  reply: z.object({ flows: z.array(z.object({ id: FlowId, title: z.string(), kind: FlowKind })) }),
});

/** Returns a flow of the list by its id, for pages that only have the id. */
export const getFlowRow = endpoint({
  method: 'GET',
  path: '/api/v1/flows/:flowId/row',
  access: 'member',
  summary: 'One flow as the list says it.',
  params: z.object({ flowId: FlowId }),
  reply: FlowRow,
  problems: ['flow.not_found'],
});
