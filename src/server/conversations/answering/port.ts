import type { ChannelId } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ConversationId, NeedsPersonReason } from '#contract/conversations/calls.ts';
import type { Language } from '#contract/primitives.ts';
import type { Sender, SenderKind } from '#contract/senders/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { SourceContext } from '#server/connections/port.ts';
import type { UnhandledMessage } from '#server/conversations/inbound/inbound-queries.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';

export type { UnhandledMessage };

/** A sent message with buttons, which the contact may be answering. */
export type Question = {
  /** Null: the provider gave it none, so that it cannot be quoted. */
  providerMessageId: string | null;
  /** With their numbers where they were drawn as text. */
  buttons: readonly { number: number; id: string; title?: string }[];
};

/** A question as it was sent. */
export type SentQuestion = Question & { sentAt: Temporal.Instant };

/** The messages of a contact that are answered together, once. */
export type Turn = {
  tenantId: TenantId;
  conversationId: ConversationId;
  contactId: ContactId;
  /** The channel the contact last wrote on. */
  channelId: ChannelId;
  /** The contact's, else the cabinet's for customers. */
  language: Language;
  /** Idempotency key of the answer: the first message with its present words. */
  key: string;
  /** When the first message came. */
  since: Temporal.Instant;
  /** Oldest first; never empty. */
  messages: readonly [UnhandledMessage, ...UnhandledMessage[]];
  /** Messages with buttons that were sent on the channel in the last 24 hours, latest first. */
  questions: readonly SentQuestion[];
  /** A person wrote, and bots leave the conversation to them for the cabinet's time. */
  isSilent: boolean;
  /** How often this turn ended with `retry`. */
  failures: number;
};

/** The context of answers, which may call outside services. */
export type TurnContext = SourceContext;

/**
 * Answers contacts' messages. Rooms declare their responders in `room.ts`; for each turn they are tried in the order of
 * the rooms, and the first that claims it answers.
 */
export type Responder = {
  /** Names the responder in the log. */
  readonly kind: SenderKind;
  /** Whether it is tried while bots leave the conversation to a person ({@link Turn.isSilent}); else the turn is for the person. */
  readonly worksInSilence: boolean;
  /**
   * Whether the contact goes on with a talk of this responder: it is tried before the others then. A tap on a button
   * belongs to the responder of the button in any case.
   */
  isTalking?(scope: ActionScope, turn: Turn): Promise<boolean>;
  /**
   * Decides whether the responder answers a turn, in a transaction that holds the conversation and the messages. May give
   * the outcome at once where no outside call is needed: what it writes is committed with the reply.
   */
  claim(scope: ActionScope, turn: Turn): Promise<Claim>;
  /**
   * Answers a turn that was claimed as `mine`, between transactions; left out where no turn is. May run again for the same turn, after a retry or
   * when a worker was killed: a call that writes is idempotent by {@link Turn.key}.
   *
   * Its outcome is thrown away when a person or the contact wrote meanwhile; with new messages of the contact there
   * is a new turn, of all of them.
   */
  answer?(ctx: TurnContext, turn: Turn, signal: AbortSignal): Promise<TurnOutcome>;
};

/** @see {@link Responder.claim} */
export type Claim =
  /** {@link Responder.answer} is called, after a longer quiet time where one is given. */
  | { kind: 'mine'; quiet?: QuietTime }
  /** The turn is claimed again then, or sooner where what it waits for queues the job that answers. */
  | { kind: 'waits'; until: Temporal.Instant }
  /** The next responder is tried; where none claims the turn, the first `otherwise` holds. */
  | { kind: 'not_mine'; otherwise?: TurnOutcome }
  | TurnOutcome;

/** The contact's pause after which messages are answered, counted from their last message. */
export type QuietTime = {
  pauseMs: number;
  /** From their first message: a contact who continues is answered then. */
  maxMs: number;
};

/** The end of a turn. Its messages are handled then, unless it is `retry`. */
export type TurnOutcome =
  | Reply
  /** Nobody but a person can answer. */
  | ({ kind: 'person'; reason: NeedsPersonReason } & Effects)
  /** No answer is needed, and the talk is over: the conversation closes where nothing in it waits or is unread. */
  | { kind: 'courtesy' }
  | ({ kind: 'nothing' } & Effects)
  /** An outside call failed and may succeed later. After the last attempt `otherwise` holds. */
  | { kind: 'retry'; otherwise: Exclude<TurnOutcome, { kind: 'retry' }> };

export type Reply = {
  kind: 'reply';
  sender: Sender;
  /** Messages in their order; at least one. */
  contents: readonly [MessageContent, ...MessageContent[]];
  /** The conversation waits for a person too. */
  person?: NeedsPersonReason;
} & Effects;

/** Further writes in the transaction that writes the outcome. They do not happen where the outcome is thrown away. */
type Effects = {
  /** @param messageIds of the ledger, in the order of the contents; empty without a reply */
  also?(scope: ActionScope, messageIds: readonly string[]): Promise<void>;
};

/**
 * Sends messages in a conversation. Supplied by `delivery`.
 *
 * @param reply.key idempotency key: each is sent once
 * @returns ids of the ledger, in the order of the contents
 */
export type PostReply = (
  scope: ActionScope,
  reply: { sender: Sender; conversationId: ConversationId; key: string; contents: readonly MessageContent[] },
) => Promise<string[]>;

/** Lists messages with buttons that were sent to a contact, latest first. Supplied by `delivery`. */
export type ListQuestions = (
  scope: ActionScope,
  to: { contactId: ContactId; channelId: ChannelId; since: Temporal.Instant },
) => Promise<readonly SentQuestion[]>;

/** Given to the engine by `server/app`. */
export type Answering = {
  readonly responders: readonly Responder[];
  readonly listQuestions: ListQuestions;
  readonly postReply: PostReply;
};
