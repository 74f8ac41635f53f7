import type { SubjectKind } from '#contract/subjects.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { loadPeriods } from '#server/reports/reads.ts';
import { SUBJECT_SOURCES, type SubjectSource } from '#server/subjects/reads.ts';
import type { KnownSubject } from '#server/subjects/rules.ts';

const SOURCES: Readonly<Record<SubjectKind, SubjectSource>> = {
  ...SUBJECT_SOURCES,
  day: loadPeriods,
  week: loadPeriods,
};

/** Subjects of one kind. Ids that do not exist are left out. */
export async function loadSubjects(
  scope: TenantScope,
  kind: SubjectKind,
  ids: readonly string[],
  now: Temporal.Instant,
): Promise<KnownSubject[]> {
  return ids.length === 0 ? [] : SOURCES[kind](scope, ids, now);
}
