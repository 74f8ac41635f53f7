import type { RecentMessage } from '#server/policy/priority-rules.ts';
import type { CustomerHistory, SubjectToDecide, FlowEvent } from '#server/subjects/rules.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { Refusal } from '#contract/delivery/compared.ts';
import type { Flow, FlowId } from '#contract/flows/calls.ts';
import type { ChannelToChoose, Person } from '#server/contacts/book/channel-choice-rules.ts';
import type { TestRecipient } from '#server/contacts/book/test-recipient-reads.ts';
import type { BarredTemplate } from '#server/texts/content/template-rules.ts';

/** The parts of a flow that a decision reads. */
export type FlowToDecide = Pick<Flow, 'id' | 'kind' | 'status' | 'mode' | 'version' | 'settings'> & {
  isDeleted: boolean;
  /** When the flow was last started; null before the first start. */
  lastStartedAt: Temporal.Instant | null;
};

/** The contact and their addresses. */
export type CustomerToDecide = Person & {
  id: ContactId;
  /** IANA; null when the contact's zone is not known. */
  timeZone: string | null;
  refusesMailings: boolean;
  history: CustomerHistory;
  recent: readonly RecentMessage[];
};

/** A message of a flow: it waits, or has left. */
export type MessageNearby = {
  flowId: FlowId;
  /** The owner's number it goes to; null for the contact's own address. */
  testPhone: string | null;
  isWaiting: boolean;
  /** When it is or was due. */
  at: Temporal.Instant;
};

/** Another visit of the contact around the subject, with the messages about it. */
export type VisitNearby = SubjectToDecide & { messages: readonly MessageNearby[] };

/** All input of a decision. Nothing else may influence it. */
export type FlowFacts = {
  subject: SubjectToDecide;
  /** Null for a break, or a walk-in without a name. */
  customer: CustomerToDecide | null;
  /** The event that triggers the decision; null when the clock does. */
  event: FlowEvent | null;
  /** Usable channels in the cabinet's order. */
  channels: readonly ChannelToChoose[];
  /** The channel that stands for the others of its messenger in messages about the subject's branch. */
  branchChannelId?: ChannelId | null;
  /** IANA. The zone of the calendar days that an owner sets. */
  cabinetTimeZone: string;
  /** Templates of the flow that the provider would refuse now. */
  barredTemplates: readonly BarredTemplate[];
  testRecipients: readonly TestRecipient[];
  /** A message of this flow for this time of the subject is already planned, so it is not dropped for being late. */
  hasPlannedMessage: boolean;
  /** The contact's other visits around a visit; empty for other subjects. */
  nearby: readonly VisitNearby[];
  /** For so long a notice of a visit waits for others of its succession, so that one message names them all. */
  noticeHoldSeconds: number;
};

/** The decision for one subject and recipient, with its rule and the compared values. */
export type Verdict = {
  step: number;
  /** Distinguishes repeats for one subject: the version of the visit's time where each time is a separate occasion. */
  occurrence: number;
  /** The owner's number that receives a report, or the message of a flow in test mode; null for the contact's own address. */
  testPhone: string | null;
} & Outcome;

export type Outcome = ({ outcome: 'planned' | 'deferred' } & Refusal & Sending) | ({ outcome: 'skipped' } & Refusal);

type Sending = {
  at: Temporal.Instant;
  /** The message is useless after this instant: the visit has started, or its moment is long past. */
  useBy: Temporal.Instant;
  channelId: ChannelId;
  fallbackChannelIds: ChannelId[];
};
