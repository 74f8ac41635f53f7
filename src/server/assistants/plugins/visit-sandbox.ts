import type { BranchId } from '#contract/connections/calls.ts';
import { VisitId, type MasterId, type ServiceId } from '#contract/visits/calls.ts';
import { newId } from '#server/platform/values/ids.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import type { BookableBranch, BookableService } from '#server/visits/appointments/bookable-rules.ts';
import type { FreeTime } from '#server/visits/appointments/free-times-actions.ts';
import { isOpen, type VisitFactsForFlow } from '#server/visits/storage/rules.ts';

/** Visits of one simulated client in memory, over the real catalogue and calendar. Nothing of it is written anywhere. */
export type VisitSandbox = {
  /** An empty name is unknown. */
  client: { name: string; phone: string };
  visits: VisitFactsForFlow[];
};

type NewVisit = {
  branch: BookableBranch;
  services: readonly BookableService[];
  time: FreeTime;
};

/** Adds a visit to a sandbox, as the booking system would have stored it. */
export function addSandboxVisit(
  sandbox: VisitSandbox,
  { branch, services, time: { startsAt, master, minutes } }: NewVisit,
): VisitFactsForFlow {
  const visit: VisitFactsForFlow = {
    id: newId(VisitId),
    branchId: branch.id,
    branchTitle: branch.title,
    branchAddress: branch.address,
    branchPhone: null,
    timeZone: branch.timeZone,
    currency: branch.currency,
    isBranchActive: true,
    contactId: null,
    masterId: master.id,
    masterName: master.name,
    serviceIds: services.map(({ id }): ServiceId => id),
    serviceTitles: services.map(({ title }) => title),
    startsAt,
    durationMinutes: minutes,
    status: 'waiting',
    totalMinor: services.reduce((sum, { priceMinor }) => sum + (priceMinor ?? 0), 0),
    manageUrl: null,
    isFirst: false,
    timeVersion: 1,
    isOnline: true,
    serviceCategories: services.flatMap(({ categoryTitle }) => categoryTitle ?? []),
    source: 'api', // NOTE: it is in no booking system
  };
  sandbox.visits.push(visit);
  return visit;
}

/** Changes a visit of a sandbox; the one of the same id is replaced. */
export function changeSandboxVisit({ visits }: VisitSandbox, changed: VisitFactsForFlow): VisitFactsForFlow {
  const at = visits.findIndex(({ id }) => id === changed.id);
  visits[at] = changed;
  return changed;
}

/** The visits of a sandbox that lie ahead, by their start. */
export function sandboxVisitsAhead(
  { visits }: VisitSandbox,
  now: Temporal.Instant,
  { withCancelled = false }: { withCancelled?: boolean },
): VisitFactsForFlow[] {
  return visits
    .filter(({ startsAt, status }) => isAfter(startsAt, now) && (withCancelled || isOpen(status)))
    .toSorted((one, other) => Temporal.Instant.compare(one.startsAt, other.startsAt));
}

/**
 * Leaves out the times that visits of a sandbox take.
 *
 * @param without a visit that begins then is to be moved: its time is free
 */
export function withoutTaken(
  { visits }: VisitSandbox,
  times: readonly FreeTime[],
  without: { branchId: BranchId; startsAt: Temporal.Instant | null },
): FreeTime[] {
  const taken = visits.filter(
    ({ status, startsAt, branchId }) =>
      isOpen(status) && branchId === without.branchId && !(without.startsAt && startsAt.equals(without.startsAt)),
  );
  return times.filter(
    ({ master, startsAt, minutes }) => !taken.some((visit) => overlaps(visit, master.id, startsAt, minutes)),
  );
}

function overlaps(visit: VisitFactsForFlow, masterId: MasterId, startsAt: Temporal.Instant, minutes: number): boolean {
  return (
    visit.masterId === masterId &&
    isAfter(startsAt.add({ minutes }), visit.startsAt) &&
    isAfter(visit.startsAt.add({ minutes: visit.durationMinutes }), startsAt)
  );
}
