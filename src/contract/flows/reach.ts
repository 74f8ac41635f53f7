import { z } from 'zod';
import { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { MENDABLE_RULES, REACH_CAUSES } from './reach-values.ts';
import { MAX_FLOWS_AT_ONCE } from './values.ts';
import { FlowId } from './calls.ts';
import { Day } from '#contract/primitives.ts';

/** The contacts whom one channel reaches. */
export const ChannelReach = z.object({
  channelId: ChannelId,
  kind: ChannelKind,
  title: z.string(),
  reached: z.int(),
  /** Why it does not reach the others, the most frequent first; with an empty audience, why it would reach nobody. */
  causes: z.array(z.object({ cause: z.enum(REACH_CAUSES), count: z.int() })),
});
export type ChannelReach = z.infer<typeof ChannelReach>;

/** The contacts that a flow would reach if it were live and wrote now, by the rules of sending. */
export const FlowReach = z.object({
  flowId: FlowId,
  title: z.string(),
  /**
   * - `subjects`: contacts of the flow's latest or next subjects that meet its conditions.
   * - `contacts`: there are no such subjects; the newest contacts.
   * - `owners`: the numbers that get the report.
   */
  sample: z.enum(['subjects', 'contacts', 'owners']),
  audience: z.int(),
  /** Reached by at least one channel. */
  reached: z.int(),
  channels: z.array(ChannelReach),
});
export type FlowReach = z.infer<typeof FlowReach>;

export const getFlowReach = endpoint({
  method: 'POST',
  path: '/api/v1/flows/reach',
  access: 'member',
  summary: 'Whom flows would reach today if they were live, by channel, and why not the others. Changes nothing.',
  body: z.object({
    flowIds: z.array(FlowId).min(1, { error: 'required' }).max(MAX_FLOWS_AT_ONCE, { error: 'too_long' }),
  }),
  reply: z.object({
    /** Without flows that do not exist. */
    flows: z.array(FlowReach),
    /** Messages that the tariff still includes. */
    messagesLeft: z.int(),
  }),
});

export const countFlowLosses = endpoint({
  method: 'GET',
  path: '/api/v1/flows/losses',
  access: 'member',
  summary: 'Messages of live flows that were not sent in the last seven days, by a reason that the owner can change.',
  reply: z.object({
    /** Days of the cabinet’s zone, both included. */
    from: Day,
    to: Day,
    losses: z.array(
      z.object({
        rule: z.enum(MENDABLE_RULES),
        count: z.int(),
        /** The flows that lost the most, at most three. */
        flows: z.array(z.object({ id: FlowId, title: z.string() })),
        flowCount: z.int(),
      }),
    ),
  }),
});
