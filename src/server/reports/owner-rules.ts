import { readsOrders } from '#contract/connection-kinds.ts';
import type { ConnectionKind } from '#contract/connections.ts';

/** An owner of the tenant as a recipient of reports. */
export type ReportOwner = {
  /** E.164; null when unknown. */
  phone: string | null;
  /** Weekly reports the owner has switched off: of booking systems, of restaurants. */
  skipsWeekly: { booking: boolean; iiko: boolean };
};

export function skipsWeekly({ skipsWeekly: skips }: ReportOwner, source: ConnectionKind): boolean {
  return readsOrders(source) ? skips.iiko : skips.booking;
}

/** Whether no owner wants the weekly report of a system. Owners without a phone count only if none has one. */
export function isWeeklyUnwanted(owners: readonly ReportOwner[], source: ConnectionKind): boolean {
  const reached = owners.filter(({ phone }) => phone !== null);
  const relevant = reached.length > 0 ? reached : owners;
  return relevant.length > 0 && relevant.every((owner) => skipsWeekly(owner, source));
}
