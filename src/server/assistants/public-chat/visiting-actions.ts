import { PAGE_CHANNEL_KIND, traitsOf } from '#contract/channels/kinds.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { Language } from '#contract/primitives.ts';
import { findAssistant, type StoredAssistant } from '#server/assistants/storage/assistant-queries.ts';
import { countChatMessage, findPublicChat, type StoredChat } from '#server/assistants/storage/public-chat-queries.ts';
import { text } from '#server/assistants/storage/texts.ts';
import {
  findVisitor,
  putVisitor,
  setVisitorDetails,
  type Visitor,
  type VisitorId,
} from '#server/assistants/storage/visitor-queries.ts';
import { noteChannelInbound } from '#server/channels/storage/actions.ts';
import { findBuiltInChannel } from '#server/channels/storage/built-in-actions.ts';
import { nameAsIntroduced } from '#server/contacts/book/naming-actions.ts';
import { getThreadOwner, receiveMessage } from '#server/conversations/inbound/actions.ts';
import { readTalkState } from '#server/conversations/work/talk-state-reads.ts';
import { isAnswerLeaving, listPageTalk, type PageLine } from '#server/delivery/threads/page-talk-reads.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { normalisePhone } from '#server/tenants/rules.ts';
import { phonesIn, visitorNumber } from './opening-rules.ts';
import { dayOf, whyClosed } from './settings-actions.ts';
import type { ChatRef } from './tokens.ts';

/** A token is refused so long after the visitor's last message. */
const TOKEN_HOURS = 30 * 24;
const MAX_LINES = 100;
/** Progress of a turn that ended without an answer, e.g. with its worker, is not shown for longer. */
const PROGRESS_SECONDS = 90;

export type OpenedChat = { assistant: StoredAssistant; chat: StoredChat; isOpen: boolean };

/** @returns null where there is no such chat, or no longer */
export async function openChat(scope: ActionScope, assistantId: ChatRef['assistantId']): Promise<OpenedChat | null> {
  const assistant = await findAssistant(scope, assistantId);
  const chat = await findPublicChat(scope, assistantId);
  if (!assistant || assistant.deletedAt || !chat) return null;
  return { assistant, chat, isOpen: (await whyClosed(scope, assistant, chat)) === null };
}

/** The state of a visitor's chat. `person`: a person has it · `idle`: nothing is awaited. */
export type ChatState = 'idle' | 'reading' | 'searching' | 'writing' | 'person';
export type VisitorTalk = { lines: PageLine[]; state: ChatState; hasPhone: boolean };

/** Reads a visitor's chat; empty before their first message. @returns null where their token has expired */
export async function readVisitorTalk(scope: ActionScope, visitorId: VisitorId): Promise<VisitorTalk | null> {
  const visitor = await findVisitor(scope, visitorId);
  if (!visitor) return { lines: [], state: 'idle', hasPhone: false };
  if (hasExpired(scope, visitor)) return null;
  const lines = await listPageTalk(scope, { ...visitor, channelUserId: visitor.id }, MAX_LINES);
  return { lines, state: await stateOf(scope, visitor), hasPhone: visitor.phone !== null };
}

const hasExpired = ({ clock }: ActionScope, { expiresAt }: Visitor) => !isAfter(expiresAt, clock.now());

async function stateOf(scope: ActionScope, visitor: Visitor): Promise<ChatState> {
  const { isAwaited, isWithPerson } = await readTalkState(scope, visitor.contactId);
  const now = scope.clock.now();
  if (await isAnswerLeaving(scope, visitor, now)) return 'writing';
  if (isWithPerson) return 'person';
  if (!isAwaited) return 'idle';
  const { progress, progressAt } = visitor;
  const isFresh = progressAt !== null && isAfter(progressAt.add({ seconds: PROGRESS_SECONDS }), now);
  return isFresh && progress ? progress : 'reading';
}

/** A message of a visitor. `key`: their page's id of it, so that it arrives once. */
export type VisitorMessage = {
  visitorId: VisitorId;
  key: string;
  text: string;
  /** The visitor's own statements; the phone is unproved. */
  name: string | null;
  phone: string | null;
  language: Language;
};

export type Received = 'received' | 'expired' | 'closed' | 'day';

/** Whether a visitor's message has arrived before. */
export async function hasArrived(scope: ActionScope, { visitorId, key }: VisitorMessage): Promise<boolean> {
  const visitor = await findVisitor(scope, visitorId);
  if (!visitor) return false;
  const lines = await listPageTalk(scope, { ...visitor, channelUserId: visitor.id }, MAX_LINES);
  return lines.some((line) => line.key === key);
}

/** Records a visitor's message as one of a contact of the web chat. Safe to repeat. */
export async function receiveVisitor(
  scope: ActionScope,
  assistantId: ChatRef['assistantId'],
  message: VisitorMessage,
): Promise<Received> {
  const { visitorId, language } = message;
  const opened = await openChat(scope, assistantId);
  const channelId = await findBuiltInChannel(scope, PAGE_CHANNEL_KIND);
  if (!opened?.isOpen || !channelId) return 'closed';
  const known = await findVisitor(scope, visitorId);
  if (known && hasExpired(scope, known)) return 'expired';
  if (!(await countChatMessage(scope, assistantId, await dayOf(scope)))) return 'day';
  const { customerLanguage, countryId } = await getTenant(scope);
  const givenName = known?.givenName ?? text(customerLanguage, 'chat.visitor', { number: visitorNumber(visitorId) });
  const contactId = await receive(scope, channelId, message, { name: known?.name ?? givenName, language });
  if (!contactId) return 'received';
  const now = scope.clock.now();
  const expiresAt = now.add({ hours: TOKEN_HOURS });
  await putVisitor(scope, { id: visitorId, assistantId, channelId, contactId, givenName, expiresAt }, now);
  const written = phonesIn(message.text).map((part) => normalisePhone(part, countryId));
  const phone = message.phone ?? written.find((one) => one !== null) ?? null;
  await setVisitorDetails(scope, visitorId, { name: message.name, phone });
  if (message.name) await nameAsIntroduced(scope, contactId, { from: givenName, to: message.name });
  await noteChannelInbound(scope, channelId, now);
  return 'received';
}

/** @returns the contact; null where the message had arrived before */
async function receive(
  scope: ActionScope,
  channelId: ChannelId,
  { visitorId, key, text: words }: VisitorMessage,
  { name, language }: { name: string; language: Language },
) {
  const received = await receiveMessage(
    scope,
    { id: channelId, traits: traitsOf(PAGE_CHANNEL_KIND) },
    {
      kind: 'message',
      providerMessageId: key,
      at: scope.clock.now(),
      // NOTE: the phone that a visitor types is never given here: it would make them the contact who has it.
      from: { channelUserId: visitorId, phone: null, name, language },
      content: 'text',
      text: words,
      buttonId: null,
      quotedProviderId: null,
      media: null,
      sharedPhone: null,
      startToken: null,
      callbackId: null,
    },
  );
  return received && (await getThreadOwner(scope, received.conversationId)).contactId;
}
