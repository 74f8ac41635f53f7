import type { KnownSubject } from './rules.ts';
import type { SubjectKind } from '#contract/subjects.ts';

type Place = {
  kind: Exclude<SubjectKind, 'visit'>;
  id: string;
  /** Of the business or the branch; texts name it. */
  title: string;
  /** IANA. */
  timeZone: string;
  startsAt: Temporal.Instant;
  /** ISO 4217. */
  currency: string;
};

/** What a subject is that is no visit: when and where, and nothing of what only visits have. The rest is its kind's to say. */
export function plainSubject({ kind, id, title, timeZone, startsAt, currency }: Place): KnownSubject {
  return {
    kind,
    id,
    contactId: null,
    source: null,
    branchId: null,
    branchTitle: title,
    isBranchActive: true,
    timeZone,
    startsAt,
    timeVersion: 1,
    status: '',
    masterId: null,
    masterName: null,
    serviceIds: [],
    serviceTitles: [],
    serviceCategories: [],
    total: 0,
    isFirst: false,
    isOnline: false,
    deliveryKind: null,
    eventName: null,
    words: {
      startsAt,
      timeZone,
      masterName: null,
      serviceTitles: [],
      totalMinor: 0,
      currency,
      branchTitle: title,
      branchAddress: null,
      branchPhone: null,
      manageUrl: null,
    },
  };
}
