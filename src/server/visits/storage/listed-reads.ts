import { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { type Visit, VisitId, VisitStatus } from '#contract/visits/calls.ts';
import { orNull } from '#server/platform/values/reading.ts';

/** A visit with the names of what it refers to. */
export type ListedVisitRow = {
  id: string;
  branch_id: string;
  branch_title: string;
  time_zone: string;
  currency: string;
  contact_id: string | null;
  contact_name: string | null;
  contact_phone: string | null;
  master_name: string | null;
  service_titles: string[];
  starts_at: Temporal.Instant;
  duration_minutes: number;
  status: string;
  status_text: string;
  total_minor: number;
  is_first: boolean;
};

export function toListedVisit(row: ListedVisitRow): Visit {
  return {
    id: VisitId.parse(row.id),
    branchId: BranchId.parse(row.branch_id),
    branchTitle: row.branch_title,
    timeZone: row.time_zone,
    contactId: orNull(ContactId, row.contact_id),
    contactName: row.contact_name,
    contactPhone: row.contact_phone,
    masterName: row.master_name,
    serviceTitles: row.service_titles,
    startsAt: row.starts_at.toString(),
    durationMinutes: row.duration_minutes,
    status: VisitStatus.parse(row.status),
    statusText: row.status_text,
    total: { amountMinor: row.total_minor, currency: row.currency },
    isFirst: row.is_first,
  };
}
