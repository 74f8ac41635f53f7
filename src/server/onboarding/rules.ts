import type { BranchId } from '#contract/connections/calls.ts';

/** The calendar day around a moment, in a zone; days of 23 and 25 hours are handled. */
export function dayAround(now: Temporal.Instant, timeZone: string): { from: Temporal.Instant; to: Temporal.Instant } {
  const from = now.toZonedDateTimeISO(timeZone).startOfDay();
  return { from: from.toInstant(), to: from.add({ days: 1 }).startOfDay().toInstant() };
}

const EVENING_HOUR = 18;

export function isEvening(now: Temporal.Instant, timeZone: string): boolean {
  return now.toZonedDateTimeISO(timeZone).hour >= EVENING_HOUR;
}

/** The time zone of Home's day: the chosen branch's, else the one that all active branches share, else the tenant's. */
export function homeZone(
  branches: readonly { id: BranchId; timeZone: string; isActive: boolean }[],
  tenantZone: string,
  branchId?: BranchId,
): string {
  const chosen = branches.find(({ id }) => id === branchId);
  if (chosen) return chosen.timeZone;
  const zones = new Set(branches.filter(({ isActive }) => isActive).map(({ timeZone }) => timeZone));
  const [only = tenantZone] = zones;
  return zones.size === 1 ? only : tenantZone;
}
