import type { z } from 'zod';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { EventOf } from '#server/platform/events/events.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { resolveNotice } from '#server/tenants/actions.ts';
import { getVisitFacts } from '#server/visits/changes/actions.ts';
import { type visitCancelled, visitMoved, type visitStatusChanged } from '#server/visits/jobs.ts';
import { isOpen } from '#server/visits/storage/rules.ts';
import { type endMoveRequestJob, moveNoticeKey } from '#server/booking/jobs.ts';

/** Closes the notice when the visit has moved, or is no longer ahead. Safe to repeat. */
export async function followMoveRequest(
  scope: ActionScope,
  event: EventOf<typeof visitMoved | typeof visitCancelled | typeof visitStatusChanged>,
): Promise<void> {
  const { name, visitId } = event;
  if (!visitId) return;
  if (name === visitMoved.name) await resolveNotice(scope, scope.clock.now(), moveNoticeKey(visitId));
  else await endMoveRequest(scope, { tenantId: scope.tenantId, visitId });
}

/** Closes the notice of a visit that is no longer ahead. Safe to repeat. */
export async function endMoveRequest(
  scope: ActionScope,
  { visitId }: z.infer<typeof endMoveRequestJob.payload>,
): Promise<void> {
  const [visit] = await getVisitFacts(scope, [visitId]);
  const now = scope.clock.now();
  const isAhead = visit && isOpen(visit.status) && isAfter(visit.startsAt, now);
  if (!isAhead) await resolveNotice(scope, now, moveNoticeKey(visitId));
}
