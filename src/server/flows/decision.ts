import type { ChannelId } from '#contract/channels.ts';
import type { ContactId } from '#contract/contacts.ts';
import type { DecisionRule } from '#contract/delivery.ts';
import type { Flow } from '#contract/flows.ts';
import type { VisitId } from '#contract/visits.ts';
import type { ChannelToChoose, Person } from './channel-choice.ts';
import type { ConditionFacts, Refusal } from './conditions.ts';
import type { BarredTemplate } from './templates.ts';

/** A flow, as far as a decision cares. */
export type FlowToDecide = Pick<Flow, 'id' | 'kind' | 'status' | 'mode' | 'version' | 'settings'> & {
  isDeleted: boolean;
};

/** A visit, as far as a decision cares. */
export type VisitToDecide = Omit<ConditionFacts, 'shiftMinutes'> & {
  id: VisitId;
  isBranchActive: boolean;
  /** IANA, of the branch. */
  timeZone: string;
  startsAt: Temporal.Instant;
  /** Grows each time the start is moved. */
  timeVersion: number;
};

/** What happened to the visit; `from` and `to` are the starts of one that moved. */
export type VisitEvent = {
  id: string;
  name: string;
  occurredAt: Temporal.Instant;
  from: Temporal.Instant | null;
  to: Temporal.Instant | null;
};

/** The customer of a visit and how she can be reached. */
export type CustomerToDecide = Person & {
  id: ContactId;
  /** IANA; null where hers is not known. */
  timeZone: string | null;
  refusesMailings: boolean;
};

/** One of the owner's own numbers and what is known there. */
export type TestRecipient = { phone: string; addresses: Person['addresses'] };

/** Everything a decision is made of. What is not in here cannot matter. */
export type FlowFacts = {
  visit: VisitToDecide;
  /** Null for a break, or a walk-in without a name. */
  customer: CustomerToDecide | null;
  /** Null when nothing in particular happened: what lies ahead is looked at. */
  event: VisitEvent | null;
  /** Usable ones, in the cabinet's order. */
  channels: readonly ChannelToChoose[];
  /** Of the flow, those the provider would refuse now. */
  barredTemplates: readonly BarredTemplate[];
  testRecipients: readonly TestRecipient[];
  /** A message of this flow for this time of the visit waits already: it is not given up for being late. */
  isPromised: boolean;
};

/** What was decided for one visit and recipient, with the rule and the values it compared. */
export type Verdict = {
  step: number;
  /** Tells repeats for one visit apart: the visit's time where each time is an occasion of its own. */
  occurrence: number;
  /** The owner's number a flow in test mode writes to; null is the customer's own. */
  testPhone: string | null;
} & Outcome;

export type Outcome =
  | ({ outcome: 'planned' | 'deferred'; rule: DecisionRule; compared: Record<string, unknown> } & Sending)
  | ({ outcome: 'skipped' } & Refusal);

type Sending = {
  at: Temporal.Instant;
  /** When the visit begins: after that the message is of no use. */
  useBy: Temporal.Instant;
  channelId: ChannelId;
  fallbackChannelIds: ChannelId[];
};
