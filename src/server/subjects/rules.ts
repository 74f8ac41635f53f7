import { isAfter } from '#server/platform/values/instant-rules.ts';
import type { RfmDashboardId } from '#contract/audiences/rfm-ids.ts';
import type { ConsentState, RfmGroup } from '#contract/audiences/values.ts';
import type { Reach } from '#server/contacts/book/actions.ts';
import { wholeUnits } from '#server/texts/content/format-rules.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { DealPipelineId, DealStageId } from '#contract/deals/ids.ts';
import type { SubjectWords } from './value-rules.ts';
import type { ConnectionKind, BranchId } from '#contract/connections/calls.ts';
import { VisitId, type MasterId, type ServiceId, type VisitStatus } from '#contract/visits/calls.ts';
import type { SubjectKind } from '#contract/subjects/subjects.ts';

/** The subject of a flow's message, by our id. */
export type Subject = { kind: SubjectKind; id: string };

/** The visit's id, where the subject is a visit. */
export function visitOf({ kind, id }: Subject): VisitId | null {
  return kind === 'visit' ? VisitId.parse(id) : null;
}

/** A subject (a visit, a contact's birthday, …) as decisions use it. Fields that its kind does not have are empty. */
export type SubjectToDecide = {
  kind: SubjectKind;
  id: string;
  source: ConnectionKind | null;
  branchId: BranchId | null;
  branchTitle: string;
  isBranchActive: boolean;
  /** IANA name of the branch's or the business's zone. */
  timeZone: string;
  /** The start of a visit; midnight of a birthday. */
  startsAt: Temporal.Instant;
  /** The length of a visit; 0 for other kinds. */
  durationMinutes: number;
  /** Grows each time the start is moved; the year of a birthday. */
  timeVersion: number;
  status: string;
  masterId: MasterId | null;
  masterName: string | null;
  serviceIds: readonly ServiceId[];
  serviceTitles: readonly string[];
  serviceCategories: readonly string[];
  /** Whole units of the currency. */
  total: number;
  isFirst: boolean;
  isOnline: boolean;
  /** Reports only: the owner does not want it. */
  isOff?: boolean;
  /** Orders only. */
  deliveryKind: string | null;
  /** Events of API clients only. */
  eventName: string | null;
  /** Deals and their tasks only. */
  deal?: DealState;
  /** Moves to another RFM group only. */
  groupMove?: GroupMove;
};

/** A deal as decisions compare it. */
export type DealState = {
  stageId: DealStageId;
  /** With the pipeline's. */
  stageTitle: string;
  pipelineId: DealPipelineId;
  pipelineTitle: string;
  responsibleName: string | null;
  tags: readonly string[];
  isDeleted: boolean;
  /** The task that the message is about is done or deleted. */
  isTaskOver: boolean;
};

/** A client's move to another RFM group. */
export type GroupMove = {
  dashboardId: RfmDashboardId;
  /** The dashboard is the usual one of the business. */
  isUsual: boolean;
  /** Null: a new client. */
  from: RfmGroup | null;
  to: RfmGroup;
  /** The group the client is in now; null: none, or the dashboard was deleted. */
  now: RfmGroup | null;
  /** When the client was seen to have left the group; null: is still in it. */
  leftAt: Temporal.Instant | null;
};

/** An event of the subject. */
export type FlowEvent = {
  id: string;
  name: string;
  occurredAt: Temporal.Instant;
  /** When we learned of it; absent: when it happened. */
  recordedAt?: Temporal.Instant;
  /** The starts of a visit that moved. */
  from: Temporal.Instant | null;
  to: Temporal.Instant | null;
  /** The new status of a status change. */
  statusTo: string | null;
  /** The changed fields, named as in the contract's `VISIT_CHANGES`. */
  changes: readonly string[];
  /** The ordinal number of the change; null where events are not counted. */
  version: number | null;
};

/** A visit of the contact, as their history needs it. */
export type PastVisit = {
  id: string;
  startsAt: Temporal.Instant;
  status: VisitStatus;
  serviceIds: readonly ServiceId[];
  totalMinor: number;
};

/** Facts of the contact alone that conditions compare. */
export type CustomerTraits = {
  language: string;
  /** Month and day as a number, e.g. 1231. */
  birthday: number | null;
  /** Zone in which the birthday is counted. */
  timeZone: string;
  /** Kinds of the connected channels that reach the contact. */
  reachedBy: readonly string[];
  /** Consent to advertising. */
  consent: ConsentState;
  /** When the contact last wrote. */
  lastInboundAt: Temporal.Instant | null;
  /** When the contact first wrote or subscribed. */
  subscribedAt: Temporal.Instant | null;
  /** Without cancelled ones; whole units of the currency. */
  orders: { count: number; sum: number; lastAt: Temporal.Instant | null };
  /** Segments that have the contact. */
  segmentIds: readonly string[];
  /** Values of `rfm_group`: the contact's group in each division of the clients. */
  rfmGroups: readonly string[];
};

export const NO_TRAITS: CustomerTraits = {
  language: '',
  birthday: null,
  timeZone: 'UTC',
  reachedBy: [],
  consent: 'not_recorded',
  lastInboundAt: null,
  subscribedAt: null,
  orders: { count: 0, sum: 0, lastAt: null },
  segmentIds: [],
  rfmGroups: [],
};

/** The contact's history; counts are the booking system's own where it has more visits than we do. */
export type CustomerHistory = {
  visitsCount: number;
  /** Whole units of the currency. */
  spent: number;
  /** ISO 4217. */
  currency: string;
  categories: readonly string[];
  /** Tags that members gave the contact. */
  tags: readonly string[];
  /** Imports whose lists have the contact. */
  importIds: readonly string[];
  traits: CustomerTraits;
  /** Ordered by their start. */
  visits: readonly PastVisit[];
};

export const NO_HISTORY: CustomerHistory = {
  visitsCount: 0,
  spent: 0,
  currency: '',
  categories: [],
  tags: [],
  importIds: [],
  traits: NO_TRAITS,
  visits: [],
};

/** The contact's history. The booking system's own count is used where it includes visits before the connection was made. */
export function historyOf(
  { contact }: Pick<Reach, 'contact'>,
  visits: readonly PastVisit[],
  { currency, traits = NO_TRAITS }: { currency: string; traits?: CustomerTraits | undefined },
): CustomerHistory {
  const arrived = visits.filter(({ status }) => status === 'arrived');
  const spentMinor = arrived.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
  return {
    visitsCount: Math.max(contact.visitsCount, arrived.length),
    spent: wholeUnits(Math.max(contact.spentMinor, spentMinor), currency),
    currency,
    categories: contact.categories,
    tags: contact.tags,
    importIds: contact.importIds,
    traits,
    visits,
  };
}

/** A subject with its contact and the values for its texts. */
export type KnownSubject = SubjectToDecide & { contactId: ContactId | null; words: SubjectWords };

type VisitState = { status: string; startsAt: Temporal.Instant };

/** Whether a visit may still take place. */
export function isOpen({ status }: Pick<VisitState, 'status'>): boolean {
  return status === 'waiting' || status === 'confirmed' || status === 'unknown';
}

/** The contact arrived, or the visit is past and still open: many salons never mark a visit as arrived. */
export function isHeld(visit: VisitState, now: Temporal.Instant): boolean {
  return visit.status === 'arrived' || (isOpen(visit) && !isAfter(visit.startsAt, now));
}
