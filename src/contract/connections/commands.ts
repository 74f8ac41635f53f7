import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PageQuery, pageOf } from '#contract/primitives.ts';
import { ConnectionId } from './calls.ts';

/** `unknown`: it was sent and no answer came; a person must look. */
export const COMMAND_STATES = ['waiting', 'running', 'done', 'refused', 'unknown'] as const;

export const CommandId = z.uuid();

/** A write to an outside system. */
export const ConnectionCommand = z.object({
  id: CommandId,
  /** E.g. `amo.add_note`. */
  kind: z.string(),
  state: z.enum(COMMAND_STATES),
  attempts: z.int(),
  /** One of the connection's troubles, or `too_late`. */
  trouble: z.string().nullable(),
  /** The system's own text. */
  text: z.string().nullable(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
});
export type ConnectionCommand = z.infer<typeof ConnectionCommand>;

const OfConnection = z.object({ connectionId: ConnectionId });

export const listConnectionCommands = endpoint({
  method: 'GET',
  path: '/api/v1/connections/:connectionId/commands',
  access: 'member',
  summary: 'What was written to an outside system, the newest first; those that ended are kept for 30 days.',
  params: OfConnection,
  query: PageQuery.extend({ failed: z.stringbool().optional() }),
  reply: pageOf(ConnectionCommand),
  problems: ['connection.not_found'],
});

export const retryConnectionCommand = endpoint({
  method: 'POST',
  path: '/api/v1/connections/:connectionId/commands/:commandId/retry',
  access: 'member',
  summary: 'Carries out a failed write again. One with an unknown outcome may happen twice.',
  params: OfConnection.extend({ commandId: CommandId }),
  problems: ['connection.not_found', 'connection_command.not_found', 'connection_command.not_failed'],
});
