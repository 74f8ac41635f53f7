import type { ChannelId } from '#contract/channels.ts';
import type { BranchId, ConnectionKind } from '#contract/connections.ts';
import type { ContactId } from '#contract/contacts.ts';
import type { DecisionRule } from '#contract/delivery.ts';
import type { Flow, FlowId, FlowKind, SubjectKind } from '#contract/flows.ts';
import type { MasterId, ServiceId, VisitStatus } from '#contract/visits.ts';
import type { ChannelToChoose, Person } from '#server/contacts/channel-choice-rules.ts';
import type { BarredTemplate } from '#server/texts/template-rules.ts';

/** A flow, as far as a decision cares. */
export type FlowToDecide = Pick<Flow, 'id' | 'kind' | 'status' | 'mode' | 'version' | 'settings'> & {
  isDeleted: boolean;
  /** Since when it works; null before it ever did. */
  lastStartedAt: Temporal.Instant | null;
};

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

/** What a customer got, or is to get. */
export type RecentMessage = {
  /** Null: of no flow, e.g. a mailing. */
  flowId: FlowId | null;
  at: Temporal.Instant;
  isMarketing: boolean;
  subjectId: string | null;
  /** Absent: any. */
  occurrence?: number;
  /** The flow's; absent or null: not known. */
  kind?: FlowKind | null;
  /** The flow's; absent or empty: not known. */
  title?: string;
  /** Of what waits still: its kind of flow and its name. Absent or null: it left, or is leaving. */
  waits?: { kind: FlowKind | null; title: string } | null;
};

/** The customer and how she can be reached. */
export type CustomerToDecide = Person & {
  id: ContactId;
  /** IANA; null where hers is not known. */
  timeZone: string | null;
  refusesMailings: boolean;
  history: CustomerHistory;
  heard: readonly RecentMessage[];
};

/** One of the owner's own numbers and what is known there. */
export type TestRecipient = { phone: string; addresses: Person['addresses'] };

/** Everything a decision is made of. What is not in here cannot matter. */
export type FlowFacts = {
  subject: SubjectToDecide;
  /** Null for a break, or a walk-in without a name. */
  customer: CustomerToDecide | null;
  /** Null when nothing in particular happened: what lies ahead is looked at. */
  event: FlowEvent | null;
  /** Usable ones, in the cabinet's order. */
  channels: readonly ChannelToChoose[];
  /** IANA: what an owner sets as a day is a day of its calendar. */
  cabinetTimeZone: string;
  /** Of the flow, those the provider would refuse now. */
  barredTemplates: readonly BarredTemplate[];
  testRecipients: readonly TestRecipient[];
  /** A message of this flow for this time of the subject waits already: it is not given up for being late. */
  isPromised: boolean;
};

/** What was decided for one subject and recipient, with the rule and the values it compared. */
export type Verdict = {
  step: number;
  /** Tells repeats for one subject apart: the visit's time where each time is an occasion of its own. */
  occurrence: number;
  /** The owner's number a report, or a flow in test mode, goes to; null is the customer's own. */
  testPhone: string | null;
} & Outcome;

export type Outcome =
  | ({ outcome: 'planned' | 'deferred'; rule: DecisionRule; compared: Record<string, unknown> } & Sending)
  | ({ outcome: 'skipped' } & Refusal);

/** Why not, and the values that were compared. */
export type Refusal = { rule: DecisionRule; compared: Record<string, unknown> };

type Sending = {
  at: Temporal.Instant;
  /** After that the message is of no use: the visit begins, or its moment is long past. */
  useBy: Temporal.Instant;
  channelId: ChannelId;
  fallbackChannelIds: ChannelId[];
};
