import type { ContactId } from '#contract/contacts/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { listVisits as listVisitsCall, type MasterId, type ServiceId, type VisitId } from '#contract/visits/calls.ts';
import { getCapability, type OpenBranch } from '#server/connections/storage/opening-actions.ts';
import type { SourceContext, VisitFacts } from '#server/connections/port.ts';
import { type TenantScope, withTenant } from '#server/platform/database/db.ts';
import {
  type Ahead,
  listCatalogueWords,
  listComing,
  listFactsAhead,
  listFactsById,
  listFactsOfContact,
  listIdsStarted,
  listPastVisits,
  listServiceTitles,
  type Started,
} from '#server/visits/storage/facts-queries.ts';
import { listOptions } from '#server/visits/storage/list-queries.ts';
import { pageOfVisits } from '#server/visits/storage/list-queries.ts';
import { NOT_CONNECTED, openVisit, recordOne, refused } from './opened-actions.ts';
import { changeOwnVisit } from './own-actions.ts';
import {
  type CatalogueWords,
  type ComingVisit,
  hasMoved,
  changeBlocker,
  mayCancel,
  type PastVisit,
  type VisitChange,
  type VisitFactsForFlow,
} from '#server/visits/storage/rules.ts';

// NOTE: a process: it calls an outside service between transactions.

/** Loads the visit facts that flows use; unknown ids are omitted. */
export async function getVisitFacts(scope: TenantScope, ids: readonly VisitId[]): Promise<VisitFactsForFlow[]> {
  return ids.length === 0 ? [] : listFactsById(scope, ids);
}

/** Lists the visits of one period by their start, as people are shown them. */
export async function listVisits(
  scope: TenantScope,
  query: QueryOf<typeof listVisitsCall>,
): Promise<ReplyOf<typeof listVisitsCall>> {
  return listVisitsCall.reply.parse(await pageOfVisits(scope, query));
}

/**
 * Lists visits of active branches that begin later than now and were not cancelled, by their start.
 *
 * @returns `after`, the cursor of the next page; null at the end
 */
export async function listVisitsAhead(
  scope: TenantScope,
  ahead: Ahead,
): Promise<{ visits: VisitFactsForFlow[]; after: string | null }> {
  return listFactsAhead(scope, ahead);
}

/** Lists a contact's visits that begin in the period, cancelled ones included, by their start. */
export async function visitsOfContact(
  scope: TenantScope,
  contactId: ContactId,
  period: { from: Temporal.Instant; to: Temporal.Instant },
): Promise<VisitFactsForFlow[]> {
  return listFactsOfContact(scope, contactId, period);
}

/** Lists past visits of contacts, oldest first, cancelled ones included. */
export async function pastVisits(
  scope: TenantScope,
  contactIds: readonly ContactId[],
): Promise<Map<ContactId, PastVisit[]>> {
  return listPastVisits(scope, contactIds);
}

/** Lists visits with a contact that began in a period, one page at a time; `after` is the cursor. */
/** The next open visit of each contact. */
export async function comingVisits(
  scope: TenantScope,
  contactIds: readonly ContactId[],
  now: Temporal.Instant,
): Promise<Map<ContactId, ComingVisit>> {
  return contactIds.length === 0 ? new Map() : listComing(scope, contactIds, now);
}

export async function listVisitsStarted(
  scope: TenantScope,
  started: Started,
): Promise<{ ids: VisitId[]; after: string | null }> {
  return listIdsStarted(scope, started);
}

/** Returns titles of masters and categories of services; unknown ids are omitted. */
export async function catalogueWordsOf(
  scope: TenantScope,
  ids: { masterIds: readonly MasterId[]; serviceIds: readonly ServiceId[] },
): Promise<CatalogueWords> {
  const hasIds = ids.masterIds.length > 0 || ids.serviceIds.length > 0;
  return hasIds ? listCatalogueWords(scope, ids) : { masterNames: new Map(), serviceCategories: new Map() };
}

/** Returns titles of services; unknown ids are omitted. */
export async function serviceTitlesOf(scope: TenantScope, ids: readonly ServiceId[]): Promise<Map<ServiceId, string>> {
  return listServiceTitles(scope, ids);
}

/**
 * Marks a visit in the booking system as confirmed by the contact. Safe to repeat.
 *
 * The record is read first: a visit that was cancelled, has begun or is confirmed already is not written.
 *
 * @param expectedStart the start the contact answers about: a visit that has moved to another start is not written either
 */
export async function confirmVisit(
  ctx: SourceContext,
  tenantId: TenantId,
  visitId: VisitId,
  expectedStart?: Temporal.Instant,
): Promise<VisitChange> {
  const { externalId, opened, isOwn } = await openVisit(ctx, tenantId, visitId);
  const answer = { status: 'confirmed' as const, expectedStart };
  if (isOwn) return withTenant(ctx, tenantId, (scope) => changeOwnVisit(scope, visitId, answer));
  if (!opened) return NOT_CONNECTED;
  const { caller, branch } = opened;
  const bookings = getCapability(opened.provider, 'bookings');
  const now = ctx.clock.now();
  const isWanted = (current: VisitFacts) =>
    changeBlocker(current, now) === null && !hasMoved(current, expectedStart) && current.status !== 'confirmed';
  const result = await bookings.setStatus(caller, branch, externalId, { status: 'confirmed', isWanted });
  if (!result.isOk) return refused(ctx, opened, result);

  const { visit, isWritten } = result.value;
  const read = { externalId, facts: visit, readAt: now };
  const recorded = await recordOne(ctx, opened, visitId, read);
  if (!visit) return { kind: 'gone' };
  if (isWritten) return { kind: 'done', visit: recorded };
  const blocker = changeBlocker(visit, now);
  if (blocker) return { kind: blocker };
  return { kind: hasMoved(visit, expectedStart) ? 'moved' : 'already', visit: recorded };
}

/**
 * Cancels a visit in the booking system, where the branch lets customers do so. Safe to repeat.
 *
 * @param expectedStart the start the contact answers about: a visit that has moved to another start is not changed
 */
export function cancelVisit(
  ctx: SourceContext,
  tenantId: TenantId,
  visitId: VisitId,
  expectedStart?: Temporal.Instant,
): Promise<VisitChange> {
  return endVisit(ctx, tenantId, visitId, { status: 'cancelled', expectedStart });
}

/** Like {@link cancelVisit}, but the record stays in the journal, marked as a visit that the contact missed. */
export function giveUpVisit(
  ctx: SourceContext,
  tenantId: TenantId,
  visitId: VisitId,
  expectedStart?: Temporal.Instant,
): Promise<VisitChange> {
  return endVisit(ctx, tenantId, visitId, { status: 'no_show', expectedStart });
}

async function endVisit(
  ctx: SourceContext,
  tenantId: TenantId,
  visitId: VisitId,
  answer: { status: 'cancelled' | 'no_show'; expectedStart: Temporal.Instant | undefined },
): Promise<VisitChange> {
  const { status, expectedStart } = answer;
  const { externalId, opened, isOwn } = await openVisit(ctx, tenantId, visitId);
  if (isOwn) return withTenant(ctx, tenantId, (scope) => changeOwnVisit(scope, visitId, answer));
  if (!opened) return NOT_CONNECTED;
  const { caller, branch } = opened;
  const bookings = getCapability(opened.provider, 'bookings');
  const now = ctx.clock.now();
  const result = await bookings.getVisit(caller, branch, externalId);
  if (!result.isOk) return refused(ctx, opened, result);

  const current = result.value;
  const found = await recordOne(ctx, opened, visitId, { externalId, facts: current, readAt: now });
  const blocker = current ? changeBlocker(current, now) : 'gone';
  if (blocker === 'gone') return { kind: 'already', visit: found };
  if (blocker || !current) return { kind: 'past' };
  if (hasMoved(current, expectedStart)) return { kind: 'moved', visit: found };
  if (!mayCancel(current.startsAt, branch.cancelClosesMinutes, now))
    return { kind: 'failed', trouble: 'cancel_closed', text: null, isTemporary: false };

  if (status === 'no_show') return markMissed(ctx, visitId, { opened, externalId, expectedStart });
  const cancelled = await bookings.cancelVisit(caller, branch.externalId, externalId);
  if (!cancelled.isOk) return refused(ctx, opened, cancelled);
  const facts: VisitFacts = { ...current, status: 'cancelled' };
  return { kind: 'done', visit: await recordOne(ctx, opened, visitId, { externalId, facts, readAt: now }) };
}

/** Marks a visit that may be cancelled as missed. */
async function markMissed(
  ctx: SourceContext,
  visitId: VisitId,
  {
    opened,
    externalId,
    expectedStart,
  }: { opened: OpenBranch; externalId: string; expectedStart: Temporal.Instant | undefined },
): Promise<VisitChange> {
  const { caller, branch, provider } = opened;
  const now = ctx.clock.now();
  const isWanted = (one: VisitFacts) => changeBlocker(one, now) === null && !hasMoved(one, expectedStart);
  const change = { status: 'no_show' as const, isWanted };
  const result = await getCapability(provider, 'bookings').setStatus(caller, branch, externalId, change);
  if (!result.isOk) return refused(ctx, opened, result);
  const { visit, isWritten } = result.value;
  const recorded = await recordOne(ctx, opened, visitId, { externalId, facts: visit, readAt: now });
  if (isWritten) return { kind: 'done', visit: recorded };
  const blocker = visit ? changeBlocker(visit, now) : 'gone';
  if (blocker === 'past') return { kind: 'past' };
  return { kind: blocker === 'gone' ? 'already' : 'moved', visit: recorded };
}

/** Lists active branches, masters and services. */
export async function listVisitOptions(scope: TenantScope): ReturnType<typeof listOptions> {
  return listOptions(scope);
}
