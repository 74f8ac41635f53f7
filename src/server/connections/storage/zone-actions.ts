import { randomUUIDv7 } from 'node:crypto';
import type { ActionScope } from '#server/platform/context/context.ts';
import { emit } from '#server/platform/events/events.ts';
import { branchZoneChanged } from '#server/connections/jobs.ts';
import type { KnownBranch } from './rules.ts';

/** Emits `branchZoneChanged` where a branch that was there before gets another zone. */
export async function emitZoneChanged(
  scope: ActionScope,
  before: KnownBranch | undefined,
  timeZone: string,
): Promise<void> {
  if (!before || before.timeZone === timeZone) return;
  await emit(scope, branchZoneChanged, {
    dedupeKey: randomUUIDv7(),
    facts: { branchId: before.id, connectionId: before.connectionId },
    occurredAt: scope.clock.now(),
  });
}
