import type { ConnectionId } from '#contract/connections/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { hadVisitBefore, listRecordedVisits, type RecordedVisit } from './recorded-queries.ts';

export type { RecordedVisit };

/** Lists visits of a connection by their external ids, with the values as received. */
export async function recordedVisits(
  scope: TenantScope,
  connectionId: ConnectionId,
  externalIds: readonly string[],
): Promise<Map<string, RecordedVisit>> {
  const visits = await listRecordedVisits(scope, connectionId, externalIds);
  return new Map(visits.map((visit) => [visit.facts.externalId, visit]));
}

/** Returns whether the visit is the contact's first that is stored. */
export async function isFirstVisit(
  scope: TenantScope,
  contactId: ContactId,
  visit: { startsAt: Temporal.Instant; externalId: string },
): Promise<boolean> {
  return !(await hadVisitBefore(scope, contactId, visit));
}
