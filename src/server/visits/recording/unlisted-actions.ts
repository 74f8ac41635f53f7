import type { KnownBranch } from '#server/connections/storage/rules.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { recountDays } from '#server/visits/catalogue/day-queries.ts';
import { listUnlisted, lockRecording, setVisitGone } from '#server/visits/storage/queries.ts';
import { emitStatus } from './emitting-actions.ts';

/**
 * Takes visits for cancelled that begin in a period and were not listed since a time. Their planned messages are
 * cancelled; nothing is sent about it, since a patient who refuses messages is left out of the list too.
 *
 * @param period.readBefore start of the poll before this one: two polls have missed the visit
 */
export async function recordUnlisted(
  scope: ActionScope,
  branch: KnownBranch,
  period: { from: Temporal.Instant; until: Temporal.Instant; readBefore: Temporal.Instant },
): Promise<void> {
  await lockRecording(scope, branch.connectionId);
  const gone = await listUnlisted(scope, branch.id, period);
  if (gone.length === 0) return;
  const now = scope.clock.now();
  for (const before of gone) {
    const revision = before.revision + 1;
    await setVisitGone(scope, { id: before.id, revision }, now);
    const after = { ...before, revision, status: 'cancelled' as const, statusText: '' };
    await emitStatus(scope, after, { from: before.status, at: now });
  }
  await recountDays(scope, gone);
  await announce(scope, 'visits');
}
