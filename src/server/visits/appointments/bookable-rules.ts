import type { BranchId } from '#contract/connections/calls.ts';
import type { MasterId, ServiceId } from '#contract/visits/calls.ts';

/** An active branch whose visits contacts may book. */
export type BookableBranch = {
  id: BranchId;
  title: string;
  address: string | null;
  /** IANA. */
  timeZone: string;
  /** ISO 4217. */
  currency: string;
};
export type BookableService = {
  id: ServiceId;
  branchId: BranchId;
  title: string;
  categoryTitle: string | null;
  /** The lowest, where it depends on the master. */
  priceMinor: number | null;
  durationMinutes: number | null;
};
export type BookableMaster = {
  id: MasterId;
  branchId: BranchId;
  /** The vendor's id. */
  externalId: string;
  name: string;
  specialization: string | null;
};

/** Active branches with their active services and masters, as they were last read. */
export type Bookable = {
  branches: readonly BookableBranch[];
  services: readonly BookableService[];
  masters: readonly BookableMaster[];
  /** Minutes by service and master; null: as long as the service. */
  performers: ReadonlyMap<ServiceId, ReadonlyMap<MasterId, number | null>>;
};

/** A master and how long they take. */
export type Performer = { master: BookableMaster; minutes: number };

/** Minutes of a service whose duration the booking system does not send. */
const USUAL_MINUTES = 60;

/**
 * Lists the masters who perform every one of the services, which are of one branch. Where the booking system does not
 * report who performs what in a branch, all of its masters do.
 */
export function performersOf(
  { services: all, masters, performers }: Bookable,
  services: readonly BookableService[],
): Performer[] {
  const branchId = services[0]?.branchId;
  const isReported = all.some((service) => service.branchId === branchId && performers.has(service.id));
  const canPerform = (master: BookableMaster) => services.every(({ id }) => performers.get(id)?.has(master.id));
  const minutesOf = (master: BookableMaster) =>
    services.reduce(
      (sum, { id, durationMinutes }) => sum + (performers.get(id)?.get(master.id) ?? durationMinutes ?? USUAL_MINUTES),
      0,
    );
  return masters
    .filter((master) => master.branchId === branchId && (!isReported || canPerform(master)))
    .map((master) => ({ master, minutes: minutesOf(master) }));
}
