import type { Refusal } from '#contract/delivery/compared.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';
import type { Subject } from '#server/subjects/rules.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { DecisionRule, MessageId } from '#contract/delivery/calls.ts';
import type { SenderId, SenderKind } from '#contract/senders/calls.ts';

/**
 * Checks planned messages of a sender kind just before they are sent: whether they are still wanted, and their
 * current text. One call per batch, inside the claiming transaction, so it must not call outside services. Registered
 * per sender kind in `server/app`; a message whose kind has no check, or for which the check has no answer, is sent
 * as planned.
 */
export type DueCheck = (
  scope: ActionScope,
  messages: readonly DueMessage[],
  now: Temporal.Instant,
) => Promise<Map<MessageId, DueAnswer>>;

export type DueAnswer =
  | { kind: 'send'; content: MessageContent }
  | ({ kind: 'skip' } & Refusal)
  | ({ kind: 'defer'; until: Temporal.Instant } & Refusal)
  /** Its channel does not take it any more; the next one of its cascade may. Without a next one it is skipped. */
  | ({ kind: 'pass_on' } & Refusal);

/** The due checks by the kind of sender; not every kind has one. */
export type DueChecks = ReadonlyMap<SenderKind, DueCheck>;

/**
 * Replaces the links of messages by short ones of their recipients. One call per batch, inside the claiming
 * transaction; a message that is claimed again gets the same links. Supplied by an upper room.
 *
 * @returns the changed contents
 */
export type ShortenLinks = (
  scope: ActionScope,
  messages: readonly { id: MessageId; content: MessageContent }[],
) => Promise<Map<MessageId, MessageContent>>;

/** A message that is due. */
export type DueMessage = {
  id: MessageId;
  senderId: SenderId;
  /** The settings' version the message was planned with decides about it; null: its sender has none. */
  senderVersion: number | null;
  subject: Subject | null;
  step: number;
  occurrence: number;
  /** Null: it is sent to the owner. */
  contactId: ContactId | null;
  channelId: ChannelId;
  fallbackChannelIds: ChannelId[];
  /** The owner's number for a report or a test; null: it is sent to the contact. */
  testPhone: string | null;
  /** An earlier channel had accepted it and did not deliver it in time: this is its next attempt. */
  wasSent: boolean;
  /** A channel had accepted an earlier attempt, whether that failed later or was not delivered in time. */
  wasAccepted: boolean;
  /** Planned while its sender was in test mode. */
  isTest: boolean;
  isMarketing: boolean;
  dueAt: Temporal.Instant;
  useBy: Temporal.Instant | null;
  /** The rule that held it until now, if any. */
  heldBy: DecisionRule | null;
  content: MessageContent;
};
