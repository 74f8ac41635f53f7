import type { Refusal } from '#server/policy/rules.ts';
import type { RecentMessage } from '#server/policy/priority-rules.ts';
import type { CustomerHistory, SubjectToDecide, FlowEvent } from '#server/subjects/rules.ts';
import type { ChannelId } from '#contract/channels.ts';
import type { ContactId } from '#contract/contacts.ts';
import type { DecisionRule } from '#contract/delivery.ts';
import type { Flow } from '#contract/flows.ts';
import type { ChannelToChoose, Person } from '#server/contacts/channel-choice-rules.ts';
import type { BarredTemplate } from '#server/texts/template-rules.ts';

/** A flow, as far as a decision cares. */
export type FlowToDecide = Pick<Flow, 'id' | 'kind' | 'status' | 'mode' | 'version' | 'settings'> & {
  isDeleted: boolean;
  /** Since when it works; null before it ever did. */
  lastStartedAt: Temporal.Instant | null;
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

type Sending = {
  at: Temporal.Instant;
  /** After that the message is of no use: the visit begins, or its moment is long past. */
  useBy: Temporal.Instant;
  channelId: ChannelId;
  fallbackChannelIds: ChannelId[];
};
