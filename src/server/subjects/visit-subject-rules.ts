import { VisitId } from '#contract/visits.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { getVisitFacts } from '#server/visits/actions.ts';
import type { VisitFactsForFlow } from '#server/visits/rules.ts';
import type { KnownSubject } from './reads.ts';
import { wholeUnits } from '#server/texts/variable-rules.ts';

export async function loadVisitSubjects(scope: TenantScope, ids: readonly string[]): Promise<KnownSubject[]> {
  const visits = await getVisitFacts(
    scope,
    ids.map((id) => VisitId.parse(id)),
  );
  return visits.map(visitSubject);
}

export function visitSubject(visit: VisitFactsForFlow): KnownSubject {
  const { timeZone, masterName, serviceTitles, totalMinor, currency } = visit;
  const { branchTitle, branchAddress, branchPhone, manageUrl, startsAt } = visit;
  return {
    ...visit,
    kind: 'visit',
    total: wholeUnits(totalMinor, currency),
    deliveryKind: null,
    eventName: null,
    words: {
      startsAt,
      timeZone,
      masterName,
      serviceTitles,
      totalMinor,
      currency,
      branchTitle,
      branchAddress,
      branchPhone,
      manageUrl,
    },
  };
}
