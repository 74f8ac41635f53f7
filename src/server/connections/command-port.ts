import type { z } from 'zod';
import type { ConnectionId, ConnectionTrouble } from '#contract/connections/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { Caller, SourceContext, SourceProvider } from './port.ts';

/**
 * - `done`: the system has it; `answer` is kept.
 * - `refused`: it will never be accepted as it stands.
 * - `unreached`: certainly not carried out; it is tried again.
 * - `unknown`: it was sent, and no usable answer came: it is looked up, else a person sees it.
 */
export type CommandOutcome =
  | { kind: 'done'; answer?: unknown }
  | { kind: 'refused'; trouble: ConnectionTrouble; text: string | null }
  | { kind: 'unreached'; trouble: ConnectionTrouble; text: string | null; retryAfterMs?: number | null }
  | { kind: 'unknown'; text: string | null };

/** The connection of a command, opened for calls. */
export type OpenSystem = { provider: SourceProvider; caller: Caller };

/** A command as its kind carries it out. @property createdAt of the product's clock */
export type Command<Payload> = {
  id: string;
  connectionId: ConnectionId;
  key: string;
  payload: Payload;
  createdAt: Temporal.Instant;
};

/** A kind of write to an outside system; the room that asks for it declares it in `commands` of its `room.ts`. */
export type CommandKind<Payload = unknown> = {
  /** Stored with waiting commands: never renamed, never reused. */
  name: string;
  payload: z.ZodType<Payload>;
  /** Hours after which it is of no use: it is refused as too late. */
  usefulHours: number;
  /** Never throws for what the system does. */
  run(ctx: SourceContext, system: OpenSystem, command: Command<Payload>): Promise<CommandOutcome>;
  /** Looks up whether a command with an unknown outcome was carried out; null: not known. Absent: it cannot be looked up. */
  find?(
    ctx: SourceContext,
    system: OpenSystem,
    command: Command<Payload>,
  ): Promise<{ isDone: boolean; answer?: unknown } | null>;
  /** Runs in the transaction that records the end. */
  finish?(scope: ActionScope, command: Command<Payload>, outcome: CommandOutcome): Promise<void>;
};

export function defineCommand<Payload>(kind: CommandKind<Payload>): CommandKind<Payload> {
  return kind;
}

export type CommandKinds = ReadonlyMap<string, CommandKind>;
