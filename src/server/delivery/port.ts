import type { MessageContent } from '#server/texts/message-content.ts';
import type { Subject } from '#server/subjects/rules.ts';
import type { ChannelId } from '#contract/channels.ts';
import type { ContactId } from '#contract/contacts.ts';
import type { DecisionRule, MessageId } from '#contract/delivery.ts';
import type { FlowId } from '#contract/flows.ts';
import type { TenantScope } from '#server/platform/db.ts';

/**
 * What delivery asks of the room that planned a message, the moment before it leaves: is it still wanted, and what
 * does it say now? One call for a batch, inside the claiming transaction, so it must not call the outside.
 * Flows answer for `flow` messages; bots and people have nothing to add to theirs. A message without an answer is sent
 * as it was planned.
 */
export type DueCheck = (
  scope: TenantScope,
  messages: readonly DueMessage[],
  now: Temporal.Instant,
) => Promise<Map<MessageId, DueAnswer>>;

export type DueAnswer =
  | { kind: 'send'; content: MessageContent }
  | { kind: 'skip'; rule: DecisionRule; compared: Record<string, unknown> }
  | { kind: 'defer'; rule: DecisionRule; until: Temporal.Instant; compared: Record<string, unknown> };

/** A flow's message whose time has come. */
export type DueMessage = {
  id: MessageId;
  flowId: FlowId;
  /** It is decided by the version it was planned with. */
  flowVersion: number;
  subject: Subject;
  step: number;
  occurrence: number;
  /** Null of what goes to the owner herself. */
  contactId: ContactId | null;
  channelId: ChannelId;
  fallbackChannelIds: ChannelId[];
  /** The owner's number a report, or a flow in test mode, goes to; null to the customer. */
  testPhone: string | null;
  /** Of a flow in test mode. */
  isTest: boolean;
  isMarketing: boolean;
  dueAt: Temporal.Instant;
  useBy: Temporal.Instant | null;
  /** What it waited for until now, when something held it. */
  heldBy: DecisionRule | null;
  content: MessageContent;
};
