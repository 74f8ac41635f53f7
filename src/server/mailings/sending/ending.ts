import type { z } from 'zod';
import type { ActionScope } from '#server/platform/context/context.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { announce } from '#server/platform/events/realtime.ts';
import type { endMailingJob } from '#server/mailings/jobs.ts';
import { isOver } from '#server/mailings/storage/alive.ts';
import { findMailingForUpdate, setMailingStatus } from '#server/mailings/storage/queries.ts';
import type { StoredMailing } from '#server/mailings/storage/stored-mailings.ts';
import { queueWork } from './queueing.ts';
import { resolveTrouble } from './stopping.ts';
import { takeBack } from './taking-back.ts';

/** Ends a started mailing at its last moment. A draft stays one. Safe to repeat. */
export async function endMailing(
  scope: ActionScope,
  { mailingId }: z.infer<typeof endMailingJob.payload>,
): Promise<void> {
  const mailing = await findMailingForUpdate(scope, mailingId);
  if (!mailing || mailing.startedAt === null || isOver(mailing.status)) return;
  const { useBy } = mailing.settings.timing;
  if (useBy === null) return;
  // NOTE: the last moment was moved meanwhile.
  if (isBefore(scope.clock.now(), Temporal.Instant.from(useBy))) return queueWork(scope, mailing);
  await finish(scope, mailing);
}

/** Sets a locked mailing to `done`, and cancels what it still has planned. */
export async function finish(scope: ActionScope, { id }: Pick<StoredMailing, 'id'>): Promise<void> {
  const now = scope.clock.now();
  await takeBack(scope, id, { rule: 'mailing_ended' });
  await setMailingStatus(scope, id, { status: 'done', finishedAt: now }, now);
  await resolveTrouble(scope, id, now);
  await announce(scope, 'mailings');
}
