import type { KnownSubject } from './rules.ts';
import type { SubjectKind } from '#contract/subjects/subjects.ts';

type Place = {
  kind: Exclude<SubjectKind, 'visit'>;
  id: string;
  /** Name of the business or the branch, as texts show it. */
  title: string;
  /** IANA. */
  timeZone: string;
  startsAt: Temporal.Instant;
  /** ISO 4217. */
  currency: string;
};

/**
 * Creates a subject that is not a visit: with its place and time, and without the fields that only visits have. The
 * caller adds the fields of its kind.
 */
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
    durationMinutes: 0,
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
