import type { ConnectionId } from '#contract/connections.ts';
import type { ContactId } from '#contract/contacts.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { hadVisitBefore, listRecordedVisits, type RecordedVisit } from './recorded-queries.ts';

export type { RecordedVisit };

/** Visits of a connection as they were told, by the names they were told under. */
export async function recordedVisits(
  scope: TenantScope,
  connectionId: ConnectionId,
  externalIds: readonly string[],
): Promise<Map<string, RecordedVisit>> {
  const visits = await listRecordedVisits(scope, connectionId, externalIds);
  return new Map(visits.map((visit) => [visit.facts.externalId, visit]));
}

/** Whether it is the first that a customer booked, as far as we know. */
export async function isFirstVisit(
  scope: TenantScope,
  contactId: ContactId,
  visit: { startsAt: Temporal.Instant; externalId: string },
): Promise<boolean> {
  return !(await hadVisitBefore(scope, contactId, visit));
}
