import type { VisitId } from '#contract/visits.ts';
import type { KnownBranch } from '#server/connections/rules.ts';
import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { emit } from '#server/platform/events.ts';
import { visitCancelled, visitChanged, visitMoved, visitPriced, visitsImported, visitStatusChanged } from './jobs.ts';
import type { StoredVisit, VisitWrite } from './queries.ts';
import type { VisitPart } from './rules.ts';

type Telling = Pick<Context, 'clock' | 'subscriptions'>;

type AnnouncedVisit = Pick<
  VisitWrite,
  'contactId' | 'revision' | 'timeVersion' | 'startsAt' | 'status' | 'statusText'
> & {
  id: VisitId;
};

/** A move, or what else the customer would notice; a change of status beside it is told by itself. */
export async function tellChanged(
  ctx: Telling,
  scope: TenantScope,
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
    await emit(ctx, scope, visitMoved, { ...about, facts });
  } else if (parts.length > 0) {
    await emit(ctx, scope, visitChanged, { ...about, facts: { changed: parts, version: visit.revision, ...was } });
  }
  if (statusFrom) await tellStatus(ctx, scope, visit, { from: statusFrom, at });
}

/** Never a cancellation. */
export async function tellStatus(
  ctx: Telling,
  scope: TenantScope,
  visit: Omit<AnnouncedVisit, 'timeVersion' | 'startsAt'>,
  { from, at }: { from: VisitWrite['status']; at: Temporal.Instant },
): Promise<void> {
  await emit(ctx, scope, visitStatusChanged, {
    dedupeKey: `${visit.id}:${visit.revision}`,
    visitId: visit.id,
    contactId: visit.contactId,
    facts: { from, to: visit.status, ...wordIfUnknown(visit), version: visit.revision },
    occurredAt: at,
  });
}

/** What a visit costs, of one that was held and is: of all others its status tells. */
export async function tellPriced(
  ctx: Telling,
  scope: TenantScope,
  { id, contactId, status, facts: { totalMinor } }: VisitWrite & { id: VisitId },
  { before, at }: { before: Pick<StoredVisit, 'status' | 'totalMinor'>; at: Temporal.Instant },
): Promise<void> {
  if (status !== 'arrived' || before.status !== 'arrived' || totalMinor === before.totalMinor) return;
  await emit(ctx, scope, visitPriced, {
    dedupeKey: `${id}:${totalMinor}:${at}`,
    visitId: id,
    contactId,
    facts: { fromMinor: before.totalMinor, toMinor: totalMinor },
    occurredAt: at,
  });
}

const wordIfUnknown = ({ status, statusText }: Pick<AnnouncedVisit, 'status' | 'statusText'>) =>
  status === 'unknown' && { word: statusText };

export async function tellCancelled(
  ctx: Telling,
  scope: TenantScope,
  visit: Pick<AnnouncedVisit, 'id' | 'contactId' | 'revision'>,
  { from, at }: { from: VisitWrite['status']; at: Temporal.Instant },
): Promise<void> {
  const dedupeKey = `${visit.id}:${visit.revision}`;
  const about = { dedupeKey, visitId: visit.id, contactId: visit.contactId, occurredAt: at };
  await emit(ctx, scope, visitCancelled, { ...about, facts: { from, version: visit.revision } });
}

/** What lies ahead and was booked before we read the branch. */
export async function tellImported(
  ctx: Telling,
  scope: TenantScope,
  branch: KnownBranch,
  visitIds: VisitId[],
): Promise<void> {
  const [first] = visitIds;
  if (!first) return;
  const now = ctx.clock.now();
  const facts = { branchId: branch.id, visitIds };
  await emit(ctx, scope, visitsImported, { dedupeKey: `${first}:${now}`, facts, occurredAt: now });
}
