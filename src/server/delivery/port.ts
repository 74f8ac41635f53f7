import type { MessageContent } from '#server/texts/message-content.ts';
import type { Subject } from '#server/subjects/rules.ts';
import type { ChannelId } from '#contract/channels.ts';
import type { ContactId } from '#contract/contacts.ts';
import type { DecisionRule, MessageId } from '#contract/delivery.ts';
import type { SenderId, SenderKind } from '#contract/senders.ts';
import type { TenantScope } from '#server/platform/db.ts';

/**
 * What delivery asks of the room that planned a message, the moment before it leaves: is it still wanted, and what
 * does it say now? One call for a batch, inside the claiming transaction, so it must not call the outside.
 * Registered per sender kind in `server/app`; a message of a kind without a check, or without an answer, is sent as it was
 * planned.
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

/** The due checks of the rooms that have one, by the kind of their senders. */
export type DueChecks = ReadonlyMap<SenderKind, DueCheck>;

/** A message whose time has come. */
export type DueMessage = {
  id: MessageId;
  senderId: SenderId;
  /** It is decided by the version it was planned with; null: its sender has none. */
  senderVersion: number | null;
  subject: Subject | null;
  step: number;
  occurrence: number;
  /** Null: it goes to the owner. */
  contactId: ContactId | null;
  channelId: ChannelId;
  fallbackChannelIds: ChannelId[];
  /** The owner's number that a report or a test goes to; null: it goes to the contact. */
  testPhone: string | null;
  /** Planned while its sender was in test mode. */
  isTest: boolean;
  isMarketing: boolean;
  dueAt: Temporal.Instant;
  useBy: Temporal.Instant | null;
  /** What it waited for until now, when something held it. */
  heldBy: DecisionRule | null;
  content: MessageContent;
};
