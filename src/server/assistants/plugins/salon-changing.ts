import { cancelVisit } from '#server/visits/changes/actions.ts';
import { moveVisit, type VisitMove } from '#server/visits/changes/moving-actions.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import type { Bookable, BookableBranch, Performer } from '#server/visits/appointments/bookable-rules.ts';
import type { FreeTime } from '#server/visits/appointments/free-times-actions.ts';
import type { VisitFactsForFlow } from '#server/visits/storage/rules.ts';
import { readMoment, type Refused, refused, showVisit, type ShownVisit, titlesOf } from './result-rules.ts';
import { type Desk, loadBookable, refuseSwitchedOff, refuseTaken, searchTimes, visitsAhead } from './salon-desk.ts';
import { changeSandboxVisit } from './visit-sandbox.ts';

export type Changed = { ok: true; visit: ShownVisit };

const NO_VISITS = 'The client has no upcoming visits: tell them, and offer to book one.';
const STARTED = 'The visit has begun or is over: tell the client that it cannot be changed any more.';
const CHANGED_MEANWHILE = 'The visit was changed meanwhile: call my_visits and tell the client what it is like now.';

/** Moves a visit of the contact's own, with its master and services. Safe to repeat. */
export async function move(
  desk: Desk,
  { visit_id: visitId, when }: { visit_id: string | null; when: string },
): Promise<Changed | Refused> {
  const visits = await visitsAhead(desk);
  const visit = chooseVisit(desk, visits, visitId);
  if ('ok' in visit) return visit;
  const startsAt = readMoment(when, visit.timeZone);
  if (!startsAt) return refused('needs_time');
  if (!isAfter(startsAt, desk.ctx.clock.now())) return refused('past');
  const bookable = await loadBookable(desk);
  const place = placeOf(bookable, visit);
  if (!place || place.performers.length === 0) return refused('unsupported');
  const switchedOff = refuseSwitchedOff(bookable, place.branch.id, 'moves');
  if (switchedOff) return switchedOff;
  if (visit.startsAt.equals(startsAt)) return { ok: true, visit: showVisit(visit, desk.scope.language) };
  const other = visits.find((one) => one.id !== visit.id && overlaps(one, startsAt, visit.durationMinutes));
  if (other)
    return refused('yours', {
      visits: [showVisit(other, desk.scope.language)],
      next: 'The client has another visit at that time: tell them which, and ask for another time.',
    });

  const { branch, performers } = place;
  const without = { startsAt: visit.startsAt, durationMinutes: visit.durationMinutes };
  const day = startsAt.toZonedDateTimeISO(branch.timeZone).toPlainDate();
  const isWanted = (time: FreeTime) => time.startsAt.equals(startsAt);
  const free = await searchTimes(desk, { branchId: branch.id, performers, when: { day }, isWanted, without });
  if (free.kind !== 'found') return refused(free.kind);
  const title = titlesOf(visit.serviceTitles.map((one) => ({ title: one })));
  const refuse = () =>
    refuseTaken(desk, { branch, title, wanted: startsAt, free: free.times, search: { performers, without } });
  if (!free.times.some(isWanted)) return refuse();

  desk.scope.signal.throwIfAborted();
  const { ctx, scope } = desk;
  const { sandbox } = scope;
  if (sandbox)
    return changed(desk, changeSandboxVisit(sandbox, { ...visit, startsAt, timeVersion: visit.timeVersion + 1 }));
  const moved = await moveVisit(ctx, scope.tenantId, visit.id, { startsAt, expectedStart: visit.startsAt });
  return moved.kind === 'taken' ? refuse() : answer(desk, moved, visit);
}

/** Cancels a visit of the contact's own. Safe to repeat. */
export async function cancel(
  desk: Desk,
  { visit_id: visitId }: { visit_id: string | null },
): Promise<Changed | Refused> {
  const { ctx, scope } = desk;
  const visits = await visitsAhead(desk, { withCancelled: true });
  const open = visits.filter(({ status }) => status !== 'cancelled' && status !== 'no_show');
  // NOTE: a repeated call finds the visit that the first has cancelled.
  const visit = chooseVisit(desk, open.length > 0 && visitId === null ? open : visits, visitId);
  if ('ok' in visit) return visit;
  const bookable = await loadBookable(desk);
  const place = placeOf(bookable, visit);
  if (!place) return refused('unsupported');
  const switchedOff = refuseSwitchedOff(bookable, place.branch.id, 'cancels');
  if (switchedOff) return switchedOff;
  scope.signal.throwIfAborted();
  if (scope.sandbox) return changed(desk, changeSandboxVisit(scope.sandbox, { ...visit, status: 'cancelled' }));
  const cancelled = await cancelVisit(ctx, scope.tenantId, visit.id, visit.startsAt);
  return answer(desk, cancelled, visit);
}

const changed = ({ scope: { language } }: Desk, visit: VisitFactsForFlow): Changed => ({
  ok: true,
  visit: showVisit(visit, language),
});

/** The visit that is meant: by its id, or the only one. */
function chooseVisit(
  { scope: { language } }: Desk,
  visits: readonly VisitFactsForFlow[],
  visitId: string | null,
): VisitFactsForFlow | Refused {
  const [only] = visits;
  if (!only) return refused('which_visit', { visits: [], next: NO_VISITS });
  const named = visits.find(({ id }) => id === visitId?.trim().toLowerCase());
  if (named) return named;
  if (visitId === null && visits.length === 1) return only;
  return refused('which_visit', { visits: visits.map((visit) => showVisit(visit, language)) });
}

/** Where a visit is and who does it; null for one of another branch or system, or without a master. */
function placeOf(
  { branches, masters }: Bookable,
  { branchId, masterId, durationMinutes }: VisitFactsForFlow,
): { branch: BookableBranch; performers: Performer[] } | null {
  const branch = branches.find(({ id }) => id === branchId);
  if (!branch) return null;
  const master = masters.find(({ id }) => id === masterId);
  return { branch, performers: master ? [{ master, minutes: durationMinutes }] : [] };
}

function overlaps(visit: VisitFactsForFlow, startsAt: Temporal.Instant, minutes: number): boolean {
  return (
    isAfter(startsAt.add({ minutes }), visit.startsAt) &&
    isAfter(visit.startsAt.add({ minutes: visit.durationMinutes }), startsAt)
  );
}

function answer(
  { scope: { language } }: Desk,
  change: Exclude<VisitMove, { kind: 'taken' }>,
  before: VisitFactsForFlow,
): Changed | Refused {
  switch (change.kind) {
    case 'done':
    case 'already':
      return { ok: true, visit: showVisit(change.visit, language) };
    case 'moved':
      return refused('failed', { visits: [showVisit(change.visit, language)], next: CHANGED_MEANWHILE });
    case 'gone':
      return refused('which_visit', {
        visits: [showVisit({ ...before, status: 'cancelled' }, language)],
        next: CHANGED_MEANWHILE,
      });
    case 'past':
      return refused('past', { next: STARTED });
    case 'unsupported':
      return refused('unsupported');
    case 'failed':
      return refused(change.trouble === 'cancel_closed' ? 'too_late' : 'failed');
  }
}
