import { readsOrders } from '#contract/connections/kinds.ts';
import type { ConnectionKind } from '#contract/connections/calls.ts';
import type { SubjectKind } from '#contract/subjects/subjects.ts';

/** An owner of the tenant as a recipient of reports. */
export type ReportOwner = {
  /** E.164; null when unknown. */
  phone: string | null;
  /** Weekly reports the owner has switched off: of booking systems, of restaurants. */
  skipsWeekly: { booking: boolean; iiko: boolean };
};

/** Whether an owner has switched off the reports about a period of a system; only weekly ones can be. */
export function skipsReport(
  { skipsWeekly }: ReportOwner,
  { about, source }: { about: SubjectKind; source: ConnectionKind },
): boolean {
  if (about !== 'week') return false;
  return readsOrders(source) ? skipsWeekly.iiko : skipsWeekly.booking;
}

/** Whether no owner wants the report about a period of a system. Owners without a phone count only if none has one. */
export function isReportOff(
  owners: readonly ReportOwner[],
  report: { about: SubjectKind; source: ConnectionKind },
): boolean {
  const reached = owners.filter(({ phone }) => phone !== null);
  const relevant = reached.length > 0 ? reached : owners;
  return relevant.length > 0 && relevant.every((owner) => skipsReport(owner, report));
}
