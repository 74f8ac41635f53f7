import { readsOrders } from '#contract/connection-kinds.ts';
import type { ConnectionKind } from '#contract/connections.ts';

/** An owner of the cabinet, as far as reports go to her. */
export type ReportOwner = {
  /** E.164; null: none is known. */
  phone: string | null;
  /** Weekly reports she has switched off: of booking systems, of restaurants. */
  skipsWeekly: { booking: boolean; iiko: boolean };
};

export function skipsWeekly({ skipsWeekly: skips }: ReportOwner, source: ConnectionKind): boolean {
  return readsOrders(source) ? skips.iiko : skips.booking;
}

/** Nobody who could get the weekly report of a system wants it. Whoever has no number is asked only where nobody has one. */
export function isWeeklyUnwanted(owners: readonly ReportOwner[], source: ConnectionKind): boolean {
  const reached = owners.filter(({ phone }) => phone !== null);
  const asked = reached.length > 0 ? reached : owners;
  return asked.length > 0 && asked.every((owner) => skipsWeekly(owner, source));
}
