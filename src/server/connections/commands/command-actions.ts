import type { ConnectionId } from '#contract/connections/calls.ts';
import type { ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { CommandId } from '#contract/connections/commands.ts';
import type * as contract from '#contract/connections/commands.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/values/problem.ts';
import type { CommandKind } from '#server/connections/command-port.ts';
import { runCommandsJob } from '#server/connections/jobs.ts';
import { findConnection } from '#server/connections/storage/queries.ts';
import { hasCommand, insertCommand, pageOfCommands, retryFailedCommand } from './command-queries.ts';

/**
 * Asks for a write to an outside system in the transaction of its cause. The same key is carried out once.
 *
 * @param key names the write within its kind and connection
 */
export async function commandSystem<Payload>(
  scope: ActionScope,
  kind: CommandKind<Payload>,
  { connectionId, key, payload }: { connectionId: ConnectionId; key: string; payload: Payload },
): Promise<void> {
  const command = { id: newId(CommandId), connectionId, kind: kind.name, key, payload: kind.payload.parse(payload) };
  if (await insertCommand(scope, command, scope.clock.now())) await queueCommands(scope, connectionId);
}

export async function listCommands(
  scope: TenantScope,
  { connectionId }: ParamsOf<typeof contract.listConnectionCommands>,
  { failed, ...page }: QueryOf<typeof contract.listConnectionCommands>,
): Promise<ReplyOf<typeof contract.listConnectionCommands>> {
  await requireConnection(scope, connectionId);
  return pageOfCommands(scope, { ...page, connectionId, isFailed: failed });
}

/** @throws {Problem} `connection_command.not_found`, `connection_command.not_failed` */
export async function retryCommand(
  scope: ActionScope,
  { connectionId, commandId }: ParamsOf<typeof contract.retryConnectionCommand>,
): Promise<Record<string, never>> {
  await requireConnection(scope, connectionId);
  if (!(await hasCommand(scope, { connectionId, commandId }))) throw new Problem('connection_command.not_found');
  if (!(await retryFailedCommand(scope, { connectionId, commandId }, scope.clock.now())))
    throw new Problem('connection_command.not_failed');
  await queueCommands(scope, connectionId);
  return {};
}

async function requireConnection(scope: TenantScope, id: ConnectionId): Promise<void> {
  const connection = await findConnection(scope, id);
  if (!connection || connection.removedAt) throw new Problem('connection.not_found');
}

function queueCommands(scope: TenantScope, connectionId: ConnectionId): Promise<void> {
  return enqueue(scope, runCommandsJob, { tenantId: scope.tenantId, connectionId });
}
