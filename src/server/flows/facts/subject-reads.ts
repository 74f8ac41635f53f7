import type { SubjectKind } from '#contract/subjects/subjects.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import type { FlowKind } from '#contract/flows/calls.ts';
import { SUBJECT_SAMPLES, type SubjectSample } from '#server/subjects/sample-reads.ts';
import { loadGroupMoves, sampleGroupMoves } from '#server/audiences/rfm/move-reads.ts';
import { loadPeriods, samplePeriods } from '#server/reports/reads.ts';
import { SUBJECT_SOURCES, type SubjectSource } from '#server/subjects/reads.ts';
import type { KnownSubject } from '#server/subjects/rules.ts';

const SOURCES: Readonly<Record<SubjectKind, SubjectSource>> = {
  ...SUBJECT_SOURCES,
  group_move: loadGroupMoves,
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

const SAMPLES: Readonly<Record<SubjectKind, SubjectSample>> = {
  ...SUBJECT_SAMPLES,
  group_move: sampleGroupMoves,
  day: (scope, { now }) => samplePeriods(scope, 'day', now),
  week: (scope, { now }) => samplePeriods(scope, 'week', now),
};

/** Stored subjects of a kind of flow: ahead, or recent. */
export async function sampleSubjects(
  scope: TenantScope,
  kind: FlowKind,
  { now, limit }: { now: Temporal.Instant; limit: number },
): Promise<KnownSubject[]> {
  const { subject, usefulHours, statuses } = flowKind(kind);
  return SAMPLES[subject](scope, { now, limit, startedIn: usefulHours === null ? null : statuses });
}
