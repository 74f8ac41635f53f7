import { VisitId } from '#contract/visits/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { getVisitFacts } from '#server/visits/changes/actions.ts';
import type { KnownSubject } from './rules.ts';
import { visitSubject } from './visit-subject-rules.ts';

export async function loadVisitSubjects(scope: TenantScope, ids: readonly string[]): Promise<KnownSubject[]> {
  const visits = await getVisitFacts(
    scope,
    ids.map((id) => VisitId.parse(id)),
  );
  return visits.map(visitSubject);
}
