import type { branchZoneChanged } from '#server/connections/jobs.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { EventOf } from '#server/platform/events/events.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { recountBranchDays } from './day-queries.ts';
import { lockRecording } from '#server/visits/storage/queries.ts';

/** Counts the visits of a branch by the days of its new zone. Safe to repeat. */
export async function followZone(
  scope: ActionScope,
  { facts: branch }: EventOf<typeof branchZoneChanged>,
): Promise<void> {
  await lockRecording(scope, branch.connectionId);
  await recountBranchDays(scope, branch.branchId);
  await announce(scope, 'visits');
}
