import type { VisitId } from '#contract/visits/calls.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { emit } from '#server/platform/events/events.ts';
import {
  visitCancelled,
  visitChanged,
  visitMoved,
  visitPriced,
  visitsImported,
  visitStatusChanged,
} from '#server/visits/jobs.ts';
import type { StoredVisit, VisitWrite } from '#server/visits/storage/queries.ts';
import type { VisitPart } from '#server/visits/storage/rules.ts';

type AnnouncedVisit = Pick<
  VisitWrite,
  'contactId' | 'revision' | 'timeVersion' | 'startsAt' | 'status' | 'statusText'
> & {
  id: VisitId;
};

/** Emits a move, or other changes the contact would notice; a change of status at the same time is emitted apart. */
export async function emitChanged(
  scope: ActionScope,
  visit: AnnouncedVisit,
  change: {
    movedFrom: Temporal.Instant | null;
    parts: VisitPart[];
    statusFrom: VisitWrite['status'] | null;
    before: Pick<StoredVisit, 'masterId' | 'serviceIds' | 'serviceTitles'>;
    at: Temporal.Instant;
  },
): Promise<void> {
  const { movedFrom, parts, statusFrom, at } = change;
  const { masterId, serviceIds, serviceTitles } = change.before;
  const isBookedOtherwise = parts.includes('master') || parts.includes('services');
  const was = isBookedOtherwise && { before: { masterId, serviceIds: [...serviceIds], serviceTitles } };
  const about = {
    dedupeKey: `${visit.id}:${visit.revision}`,
    visitId: visit.id,
    contactId: visit.contactId,
    occurredAt: at,
  };
  if (movedFrom) {
    const [from, to] = [movedFrom.toString(), visit.startsAt.toString()];
    const { timeVersion, revision: version } = visit;
    const facts = { from, to, timeVersion, alsoChanged: parts, version, ...was };
    await emit(scope, visitMoved, { ...about, facts });
  } else if (parts.length > 0) {
    await emit(scope, visitChanged, { ...about, facts: { changed: parts, version: visit.revision, ...was } });
  }
  if (statusFrom) await emitStatus(scope, visit, { from: statusFrom, at });
}

/** Emits a change of status, except a cancellation. */
export async function emitStatus(
  scope: ActionScope,
  visit: Omit<AnnouncedVisit, 'timeVersion' | 'startsAt'>,
  { from, at }: { from: VisitWrite['status']; at: Temporal.Instant },
): Promise<void> {
  await emit(scope, visitStatusChanged, {
    dedupeKey: `${visit.id}:${visit.revision}`,
    visitId: visit.id,
    contactId: visit.contactId,
    facts: { from, to: visit.status, ...wordIfUnknown(visit), version: visit.revision },
    occurredAt: at,
  });
}

/** Emits a change of price of a visit that was and is completed; for others the status event has it. */
export async function emitPriced(
  scope: ActionScope,
  { id, contactId, status, facts: { totalMinor } }: VisitWrite & { id: VisitId },
  { before, at }: { before: Pick<StoredVisit, 'status' | 'totalMinor'>; at: Temporal.Instant },
): Promise<void> {
  if (status !== 'arrived' || before.status !== 'arrived' || totalMinor === before.totalMinor) return;
  await emit(scope, visitPriced, {
    dedupeKey: `${id}:${totalMinor}:${at}`,
    visitId: id,
    contactId,
    facts: { fromMinor: before.totalMinor, toMinor: totalMinor },
    occurredAt: at,
  });
}

const wordIfUnknown = ({ status, statusText }: Pick<AnnouncedVisit, 'status' | 'statusText'>) =>
  status === 'unknown' && { word: statusText };

export async function emitCancelled(
  scope: ActionScope,
  visit: Pick<AnnouncedVisit, 'id' | 'contactId' | 'revision'>,
  { from, at }: { from: VisitWrite['status']; at: Temporal.Instant },
): Promise<void> {
  const dedupeKey = `${visit.id}:${visit.revision}`;
  const about = { dedupeKey, visitId: visit.id, contactId: visit.contactId, occurredAt: at };
  await emit(scope, visitCancelled, { ...about, facts: { from, version: visit.revision } });
}

/** Emits imported visits that are upcoming. */
export async function emitImported(scope: ActionScope, branch: KnownBranch, visitIds: VisitId[]): Promise<void> {
  const [first] = visitIds;
  if (!first) return;
  const now = scope.clock.now();
  const facts = { branchId: branch.id, visitIds };
  await emit(scope, visitsImported, { dedupeKey: `${first}:${now}`, facts, occurredAt: now });
}
