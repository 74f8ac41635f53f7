import { VisitId } from '#contract/visits.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { getVisitFacts } from '#server/visits/actions.ts';
import type { KnownSubject } from './rules.ts';
import { visitSubject } from './visit-subject-rules.ts';

export async function loadVisitSubjects(scope: TenantScope, ids: readonly string[]): Promise<KnownSubject[]> {
  const visits = await getVisitFacts(
    scope,
    ids.map((id) => VisitId.parse(id)),
  );
  return visits.map(visitSubject);
}
