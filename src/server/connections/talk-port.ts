import type { CommandOutcome } from './command-port.ts';
import type { Caller, ProviderResult, UnreadableRecord } from './port.ts';

/**
 * Each call names the account by `branchExternalId` of its caller; without it the first account of the user is meant.
 *
 * A desk at which the business's people answer contacts (Chatwoot). The account is one branch of its connection. Its
 * own inboxes are answered by our bots where the owner chooses so; a channel of ours is shown there in an inbox that we
 * make.
 */
export type TalkCapability = {
  listInboxes(caller: Caller): Promise<ProviderResult<InboxFacts[]>>;
  /** Makes an inbox for a channel of ours, once for its name: an inbox that we made is found again. */
  makeInbox(caller: Caller, inbox: { key: string; name: string }): Promise<ProviderResult<InboxFacts>>;
  /** Makes our bot answer an inbox, or not any more; safe to repeat. The bot is made once per account. */
  setBot(caller: Caller, inboxId: string, isOwn: boolean): Promise<ProviderResult<null>>;
  /**
   * Lists talks with changes since, the latest first; `nextPage` is null once talks are older. Payloads are sent once,
   * so what is lost is found here.
   */
  listChangedTalks(
    caller: Caller,
    changedAfter: Temporal.Instant,
    page: number,
  ): Promise<ProviderResult<{ talks: TalkFacts[]; nextPage: number | null }>>;
  /** Lists messages of a talk after one, oldest first, at most 100. @param afterId null: the latest */
  listTalkMessages(caller: Caller, talkId: string, afterId: string | null): Promise<ProviderResult<TalkMessageFacts[]>>;
  /**
   * Payloads hold the messages themselves, and are signed.
   *
   * @param branchExternalIds of the connection
   * @returns `branchExternalId`: whose payload it is; null where it is none of them
   * @throws {UnreadablePayload}
   */
  readPayload(
    body: Buffer,
    branchExternalIds?: readonly string[],
  ): {
    branchExternalId: string | null;
    messages: TalkMessageFacts[];
    talks: TalkFacts[];
    unreadable: UnreadableRecord[];
  };
  /** Returns the credentials of a channel of the kind `chatwoot` for an inbox that our bot answers. */
  channelCredentials(caller: Caller, inboxId: string): Promise<ProviderResult<Record<string, string>>>;

  /** Finds or makes the contact and the open talk in an inbox that we made. */
  openTalk(caller: Caller, wanted: NewTalk): Promise<ProviderResult<{ talkId: string }>>;
  /** Answers `done` with `{ messageId }`, as a string. */
  addMessage(caller: Caller, message: NewTalkMessage): Promise<CommandOutcome>;
  /** Finds a message by our reference, after a call without an answer; null: not known. */
  findMessage(caller: Caller, talkId: string, reference: string): Promise<{ messageId: string | null } | null>;
  /** Sets what became of a message that a person wrote in an inbox of ours. */
  setMessageStatus(
    caller: Caller,
    talkId: string,
    messageId: string,
    to: { status: 'sent' | 'delivered' | 'read' | 'failed'; error: string | null },
  ): Promise<CommandOutcome>;
  /** `open`: for a person. `pending`: for the bot. */
  setTalkState(caller: Caller, talkId: string, state: TalkState): Promise<CommandOutcome>;
  /** The URL of a talk's page. */
  talkUrl(caller: Caller, talkId: string): string;
};

export type TalkState = 'open' | 'pending' | 'resolved' | 'snoozed';

/** @property kind as the desk names it (`api`, `web_widget`, `whatsapp`, …). `key`: of an inbox that we made, else null */
export type InboxFacts = { externalId: string; name: string; kind: string; key: string | null };

export type TalkFacts = {
  externalId: string;
  inboxId: string;
  state: TalkState;
  person: TalkPerson;
  lastMessageId: string | null;
  changedAt: Temporal.Instant;
};

/** @property phone as the desk stores it. `identifier`: ours, of a contact we made */
export type TalkPerson = { externalId: string; name: string; phone: string | null; identifier: string | null };

export type TalkFile = {
  url: string;
  mime: string | null;
  name: string | null;
  kind: 'image' | 'audio' | 'video' | 'file';
};

export type TalkMessageFacts = {
  externalId: string;
  talkId: string;
  inboxId: string;
  /** `bot`: ours or another. `event`: a line of the desk itself. */
  author: 'contact' | 'person' | 'bot' | 'event';
  isPrivate: boolean;
  /** The name of the person who wrote. */
  authorName: string | null;
  text: string;
  files: readonly TalkFile[];
  /** Our reference, where we wrote it. */
  reference: string | null;
  /** The option of this message that the contact pressed; absent: none. */
  pressed?: TalkOption;
  /** The talk as the payload has it; absent where the message alone was read. */
  talk?: TalkFacts;
  createdAt: Temporal.Instant;
};

/** @property identifier names the contact within our product. @property phone E.164 */
export type NewTalk = {
  inboxId: string;
  person: { identifier: string; name: string; phone: string | null };
};

export type NewTalkMessage = {
  talkId: string;
  /** `incoming`: from the contact. `outgoing`: what our product sent. */
  direction: 'incoming' | 'outgoing';
  isPrivate: boolean;
  text: string;
  /** Files by an address of ours; each is read and uploaded. */
  files: readonly { url: string; mime: string; name: string }[];
  /** Names the message within our product: it appears once. */
  reference: string;
  /** Answers that the contact may choose from; a message with files has none. */
  options?: readonly TalkOption[];
};

/** @property value names it within our product */
export type TalkOption = { title: string; value: string };
