import type { ChannelId } from '#contract/channels.ts';
import type { ContactId } from '#contract/contacts.ts';
import type { DecisionRule, MessageId } from '#contract/delivery.ts';
import type { FlowId } from '#contract/flows.ts';
import type { OutgoingMessage, TemplateHeader } from '#server/channels/port.ts';
import type { TenantScope } from '#server/platform/db.ts';
import type { Subject } from './rules.ts';

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

/** What a message says, before it is made fit for a channel. */
export type MessageContent = {
  text: string;
  image: OutgoingMessage['image'];
  file?: OutgoingMessage['file'];
  buttons: ContentButton[];
  /** For a channel whose window is closed; by channel id. */
  templates: ContentTemplate[];
  /** The one it left by, where it was one: the log shows what that carried. */
  leftBy?: Pick<ContentTemplate, 'name' | 'language' | 'header'> | null;
};

export type ContentTemplate = {
  channelId: string;
  name: string;
  language: string;
  /** The message's picture or document, where the template has a place for it. */
  header?: TemplateHeader;
  parameters: string[];
  /** What it says with its parameters, where the provider's words are known: the log shows it. */
  text?: string;
  /** Where its quick replies stand among its buttons, where they are known; answers beyond them are left out. */
  answerIndexes?: number[];
};

export type ContentButton =
  | { type: 'answer'; title: string; id: string }
  | { type: 'url'; title: string; url: string }
  | { type: 'call'; title: string; phone: string }
  /** Asks a Telegram user for her phone. */
  | { type: 'share_phone'; title: string };
