import type { ConnectionId } from '#contract/connections/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type {
  Command,
  CommandKind,
  CommandKinds,
  CommandOutcome,
  OpenSystem,
} from '#server/connections/command-port.ts';
import { runCommandsJob } from '#server/connections/jobs.ts';
import type { SourceContext } from '#server/connections/port.ts';
import { openConnection } from '#server/connections/storage/opening-actions.ts';
import { findConnection } from '#server/connections/storage/queries.ts';
import { type SystemScope, withSystem, withTenant } from '#server/platform/database/db.ts';
import { enqueueAll, prepareJob } from '#server/platform/jobs.ts';
import type { Context } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import {
  claimCommand,
  deleteOldCommands,
  listConnectionsWithDueCommands,
  recordCommand,
  type StoredCommand,
} from './command-queries.ts';
import { afterLookup, afterOutcome } from './command-rules.ts';

// NOTE: a process: it calls an outside service between transactions.

/** Longer than a call and its retries within it take. */
const LEASE_S = 90;
const RETENTION_DAYS = 30;

type Commanding = SourceContext & { readonly commandKinds: CommandKinds };

/** Carries out the due commands of a connection one after another, in the order they were asked for. */
export async function runCommands(
  ctx: Commanding,
  { tenantId, connectionId }: { tenantId: TenantId; connectionId: ConnectionId },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const claimed = await withTenant(ctx, tenantId, (scope) =>
      claimCommand(scope, connectionId, { now: ctx.clock.now(), seconds: LEASE_S }),
    );
    if (!claimed) return;
    await runOne(ctx, tenantId, claimed, signal);
  }
}

async function runOne(ctx: Commanding, tenantId: TenantId, stored: StoredCommand, signal: AbortSignal): Promise<void> {
  const kind = ctx.commandKinds.get(stored.kind);
  const payload = kind?.payload.safeParse(stored.payload);
  const system = await withTenant(ctx, tenantId, async (scope): Promise<OpenSystem | null> => {
    const connection = await findConnection(scope, stored.connectionId);
    if (!connection || connection.removedAt) return null;
    const { provider, caller } = openConnection({ ...ctx, tenantId }, connection, { signal });
    return { provider, caller };
  });
  if (!kind || !payload?.success || !system) {
    const outcome = { kind: 'refused', trouble: 'unexpected_answer', text: 'disconnected' } as const;
    return end(ctx, tenantId, { stored, command: null, kind: null, outcome });
  }
  const { id, connectionId, key, createdAt } = stored;
  const command = { id, connectionId, key, createdAt, payload: payload.data };
  if (stored.isUnknown) return checkUnknown(ctx, tenantId, { stored, command, kind, system });
  return end(ctx, tenantId, { stored, command, kind, outcome: await kind.run(ctx, system, command) });
}

type Ended = {
  stored: StoredCommand;
  command: Command<unknown> | null;
  kind: CommandKind | null;
  outcome: CommandOutcome;
};

async function end(ctx: Commanding, tenantId: TenantId, { stored, command, kind, outcome }: Ended): Promise<void> {
  const now = ctx.clock.now();
  const usefulUntil = stored.createdAt.add({ hours: kind?.usefulHours ?? 0 });
  const next = afterOutcome(outcome, {
    attempts: stored.attempts,
    now,
    usefulUntil,
    canFind: kind?.find !== undefined,
  });
  // NOTE: attempts of an unknown outcome count lookups from here on.
  const attempts = next.state === 'unknown' ? { attempts: 0 } : {};
  await withTenant(ctx, tenantId, async (scope) => {
    const answer = outcome.kind === 'done' ? outcome.answer : undefined;
    await recordCommand(scope, stored.id, { ...next, ...attempts, answer }, now);
    if (next.dueAt === null && command) await kind?.finish?.({ ...scope, ...ctx }, command, outcome);
    await announce(scope, 'connections');
  });
}

async function checkUnknown(
  ctx: Commanding,
  tenantId: TenantId,
  {
    stored,
    command,
    kind,
    system,
  }: Omit<Ended, 'outcome'> & { command: Command<unknown>; kind: CommandKind; system: OpenSystem },
): Promise<void> {
  const found = (await kind.find?.(ctx, system, command)) ?? null;
  const now = ctx.clock.now();
  const next = afterLookup(found, { lookups: stored.attempts, now });
  await withTenant(ctx, tenantId, async (scope) => {
    await recordCommand(scope, stored.id, { ...next, answer: found?.answer }, now);
    if (next.state === 'done')
      await kind.finish?.({ ...scope, ...ctx }, command, { kind: 'done', answer: found?.answer });
    await announce(scope, 'connections');
  });
}

/** Queues connections whose commands are due: later attempts, and those that a dead process left. */
export async function queueDueCommands(scope: SystemScope, { clock }: Pick<Context, 'clock'>): Promise<void> {
  const connections = await listConnectionsWithDueCommands(scope, clock.now());
  await enqueueAll(
    scope,
    connections.map((connection) => prepareJob(runCommandsJob, connection, { unlessQueued: true })),
  );
}

export async function forgetOldCommands(ctx: Context): Promise<void> {
  await withSystem(ctx, (scope) => deleteOldCommands(scope, ctx.clock.now().subtract({ hours: RETENTION_DAYS * 24 })));
}
