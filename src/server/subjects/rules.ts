import type { ContactId } from '#contract/contacts.ts';
import type { SubjectWords } from './value-rules.ts';
import type { ConnectionKind, BranchId } from '#contract/connections.ts';
import { VisitId, type MasterId, type ServiceId, type VisitStatus } from '#contract/visits.ts';
import type { SubjectKind } from '#contract/subjects.ts';

/** What a flow's message is about: a visit, an order, …, by the id of ours. */
export type Subject = { kind: SubjectKind; id: string };

/** The visit, where the subject is one. */
export function visitOf({ kind, id }: Subject): VisitId | null {
  return kind === 'visit' ? VisitId.parse(id) : null;
}

/** What a flow is about, as far as a decision cares: a visit, a customer's birthday, … What it has not is empty. */
export type SubjectToDecide = {
  kind: SubjectKind;
  id: string;
  source: ConnectionKind | null;
  branchId: BranchId | null;
  branchTitle: string;
  isBranchActive: boolean;
  /** IANA, of the branch or the business. */
  timeZone: string;
  /** Of a visit its start; of a birthday its midnight. */
  startsAt: Temporal.Instant;
  /** Grows each time the start is moved; of a birthday the year. */
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
  /** Of a report: its owner does not want it. */
  isOff?: boolean;
  /** Of an order. */
  deliveryKind: string | null;
  /** Of what a program of the business posted. */
  eventName: string | null;
};

/** What happened to the subject. */
export type FlowEvent = {
  id: string;
  name: string;
  occurredAt: Temporal.Instant;
  /** The starts of a visit that moved. */
  from: Temporal.Instant | null;
  to: Temporal.Instant | null;
  /** The status that a change of status led to. */
  statusTo: string | null;
  /** What changed, in the words of the contract's `VISIT_CHANGES`. */
  changes: readonly string[];
  /** The how many-th change of the subject it is; null where events are not counted. */
  version: number | null;
};

/** A visit of the customer's, as far as her history matters. */
export type PastVisit = {
  id: string;
  startsAt: Temporal.Instant;
  status: VisitStatus;
  serviceIds: readonly ServiceId[];
  totalMinor: number;
};

/** What the customer did before; counts are the booking system's own where it knows of more than we do. */
export type CustomerHistory = {
  visitsCount: number;
  /** Whole units of the currency. */
  spent: number;
  /** ISO 4217. */
  currency: string;
  categories: readonly string[];
  /** By their start. */
  visits: readonly PastVisit[];
};

export const NO_HISTORY: CustomerHistory = { visitsCount: 0, spent: 0, currency: '', categories: [], visits: [] };

/** A subject with the contact it concerns and what texts say of it. */
export type KnownSubject = SubjectToDecide & { contactId: ContactId | null; words: SubjectWords };
