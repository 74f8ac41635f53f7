import { z } from 'zod';
import { ConnectionId } from './connections.ts';
import { endpoint } from './endpoint.ts';
import { FlowId } from './flows.ts';

/** What a disconnection would end, of a connection of any kind. */
export const listConnectionStops = endpoint({
  method: 'GET',
  path: '/api/v1/connections/:connectionId/stops',
  access: 'member',
  summary: 'What stops when the connection is removed: flows that hear of nothing any more, and planned messages.',
  params: z.object({ connectionId: ConnectionId }),
  reply: z.object({
    /** Flows that work and have no other active branch to hear from, by title. */
    flows: z.array(z.object({ id: FlowId, title: z.string() })),
    /** Planned messages about visits or orders of its branches; they will not be sent. */
    messagesCount: z.int(),
  }),
  problems: ['connection.not_found'],
});
