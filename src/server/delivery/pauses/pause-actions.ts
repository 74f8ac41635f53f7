import type { SystemScope } from '#server/platform/database/db.ts';
import type { Services } from '#server/platform/context/context.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { wakePausedJob } from '#server/delivery/jobs.ts';
import { hasOpenPause, insertPause, insertPauseEnd, type NewPause } from './pause-queries.ts';

type PausingScope = Services & SystemScope;

/**
 * Pauses sending. Claims compare pauses, and messages that wait for a free call are compared again within half a second,
 * so the pause holds a second later.
 *
 * @throws {Problem} `pause.open_already`
 */
export async function addPause(scope: PausingScope, pause: NewPause): Promise<void> {
  if (await hasOpenPause(scope, pause, pause.pausedAt)) throw new Problem('pause.open_already');
  await insertPause(scope, pause);
  if (pause.endsAt) await enqueue(scope, wakePausedJob, { pauseId: pause.id }, { runAt: pause.endsAt });
}

/** Ends a pause and wakes the channels that it stopped. */
export async function endPause(
  scope: PausingScope,
  end: { pauseId: string; reason: string; by: { id: string; email: string } },
): Promise<void> {
  await insertPauseEnd(scope, { ...end, at: scope.clock.now() });
  await enqueue(scope, wakePausedJob, { pauseId: end.pauseId });
}
