import type { ContactId } from '#contract/contacts.ts';
import type { SubjectKind } from '#contract/flows.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { loadBirthdays } from './birthday-subjects.ts';
import type { SubjectToDecide } from '#server/flows/deciding/decision.ts';
import { loadOrderSubjects } from './order-subjects.ts';
import { loadApiEvents, loadCarts } from './api-subjects.ts';
import { loadPeriods } from '#server/reports/reads.ts';
import type { SubjectWords } from '#server/texts/variable-rules.ts';
import { loadVisitSubjects } from './visit-subject-rules.ts';

/** What a flow is about, with whom it concerns and what is said of it. */
export type KnownSubject = SubjectToDecide & { contactId: ContactId | null; words: SubjectWords };

/** Where one kind of subject is read. Ids that are nobody's are left out. */
export type SubjectSource = (
  scope: TenantScope,
  ids: readonly string[],
  now: Temporal.Instant,
) => Promise<KnownSubject[]>;

/** To let flows be about something new, add where it is read. */
const SOURCES: Readonly<Record<SubjectKind, SubjectSource>> = {
  visit: loadVisitSubjects,
  order: loadOrderSubjects,
  cart: loadCarts,
  api_event: loadApiEvents,
  contact: loadBirthdays,
  day: loadPeriods,
  week: loadPeriods,
};

export async function loadSubjects(
  scope: TenantScope,
  kind: SubjectKind,
  ids: readonly string[],
  now: Temporal.Instant,
): Promise<KnownSubject[]> {
  return ids.length === 0 ? [] : SOURCES[kind](scope, ids, now);
}
