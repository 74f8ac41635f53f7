import type { KnownSubject } from './rules.ts';
import { wholeUnits } from '#server/texts/content/format-rules.ts';
import type { VisitFactsForFlow } from '#server/visits/storage/rules.ts';

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
