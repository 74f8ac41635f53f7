import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { BranchId, Connection, ConnectionId } from '#contract/connections/calls.ts';
import { listUsableChannels } from '#server/channels/storage/actions.ts';
import { branchChannelChanged } from '#server/connections/jobs.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { describeOne } from './actions.ts';
import { listBranchChannelRows, selectBranches, updateBranch } from './branch-queries.ts';

type Choice = { connectionId: ConnectionId; branchId: BranchId; channelId: ChannelId | null };

/**
 * Chooses the channel that stands for the others of its messenger in messages about one branch.
 *
 * @throws {Problem} `branch.not_found`; `channel.not_found`
 */
export async function setBranchChannel(
  scope: MemberScope,
  { connectionId, branchId, channelId }: Choice,
): Promise<z.input<typeof Connection>> {
  const [branch] = await selectBranches(scope, { id: branchId, connectionId, isLocked: true });
  if (!branch) throw new Problem('branch.not_found');
  const isKnown = channelId === null || (await listUsableChannels(scope)).some(({ id }) => id === channelId);
  if (!isKnown) throw new Problem('channel.not_found');
  if (branch.channelId !== channelId) {
    await updateBranch(scope, branchId, { channelId });
    await emit(scope, branchChannelChanged, {
      dedupeKey: randomUUIDv7(),
      facts: { branchId },
      occurredAt: scope.clock.now(),
    });
    await announce(scope, 'connections');
  }
  return describeOne(scope, { id: connectionId });
}

/** The channels that branches have of their own; branches without one are left out. */
export async function channelsOfBranches(scope: TenantScope): Promise<ReadonlyMap<BranchId, ChannelId>> {
  return new Map(await listBranchChannelRows(scope));
}
