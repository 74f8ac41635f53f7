import { z } from 'zod';
import { BranchId, ConnectionId } from './calls.ts';
import { ChannelId } from '#contract/channels/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { FlowId } from '#contract/flows/calls.ts';

export const Stops = z.object({
  /** Working flows that have no other active branch, by title. */
  flows: z.array(z.object({ id: FlowId, title: z.string() })),
  /** Planned messages about visits or orders of the removed branches; they will not be sent. */
  messagesCount: z.int(),
  /** Inboxes of a desk of operators that our bots answer, and channels whose conversations it shows. */
  channels: z.array(z.object({ id: ChannelId, title: z.string(), isInbox: z.boolean() })),
});
export type Stops = z.infer<typeof Stops>;

/** Lists what a disconnection would stop, for a connection of any kind. */
export const listConnectionStops = endpoint({
  method: 'GET',
  path: '/api/v1/connections/:connectionId/stops',
  access: 'member',
  summary: 'What stops when the connection is removed: flows that hear of nothing any more, and planned messages.',
  params: z.object({ connectionId: ConnectionId }),
  reply: Stops,
  problems: ['connection.not_found'],
});

/** The same for one branch, which may be switched off alone. */
export const listBranchStops = endpoint({
  method: 'GET',
  path: '/api/v1/connections/:connectionId/branches/:branchId/stops',
  access: 'member',
  summary: 'What stops when the branch is switched off: flows that hear of nothing any more, and planned messages.',
  params: z.object({ connectionId: ConnectionId, branchId: BranchId }),
  reply: Stops,
  problems: ['connection.not_found', 'branch.not_found'],
});
