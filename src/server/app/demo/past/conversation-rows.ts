import type { SenderId } from '#contract/senders/calls.ts';
import { text as chatbotText } from '#server/chatbots/storage/texts.ts';
import { PRIORITY } from '#server/delivery/ledger/rules.ts';
import { dateIn, timeOf } from '#server/texts/content/format-rules.ts';
import { answersOf } from './message-rows.ts';
import { NAMES } from './names.ts';
import type { Person } from './people-rows.ts';
import type { Random } from './random.ts';
import type { Row, Setting } from './setting.ts';
import type { PastMessage } from './year.ts';

/** A message of a contact, and the answer to it. */
export type Exchange = {
  inbound: Row;
  answer: Row | null;
  /** How an assistant came to the answer. */
  turn: Row | null;
  at: Temporal.Instant;
  /** The last text of both. */
  text: string;
};

/** Replies of one client to messages, oldest first, and the chatbot's answers to confirmations. */
export function exchangesOf(
  messages: readonly PastMessage[],
  person: Person,
  conversationId: string,
  { setting, random, chatbotId }: { setting: Setting; random: Random; chatbotId: SenderId },
): Exchange[] {
  if (!person.address) return [];
  return messages.flatMap((message): Exchange[] => {
    const { reply } = message;
    if (!reply) return [];
    const [confirm] = answersOf(message, setting);
    const isTap = reply.answer === 'confirm' && confirm !== undefined;
    const words = reply.answer === 'praise' ? NAMES[setting.language].praise : NAMES[setting.language].thanks;
    const text = isTap ? confirm.title : random.pick(words);
    const button = isTap ? { id: confirm.id, quoted: `past.${message.id}` } : null;
    const inbound = inboundRow(person, { text, at: reply.at, conversationId, button, random });
    const id = String(inbound['id']);
    const answer = isTap ? answerRow(message, person, id, { setting, random, chatbotId }) : null;
    return [
      { inbound, answer, turn: null, at: reply.at, text: typeof answer?.['body'] === 'string' ? answer['body'] : text },
    ];
  });
}

function answerRow(
  { visit, reply }: PastMessage,
  person: Person,
  inboundId: string,
  { setting, random, chatbotId }: { setting: Setting; random: Random; chatbotId: SenderId },
): Row | null {
  if (!reply) return null;
  const zone = setting.branches.find(({ id }) => id === visit.branchId)?.timeZone ?? setting.timeZone;
  const wall = visit.startsAt.toZonedDateTimeISO(zone);
  const when = `${dateIn(wall, setting.language)}, ${timeOf(wall)}`;
  const body = chatbotText(setting.language, 'visit.confirmed', { when });
  const at = reply.at.add({ seconds: 3 });
  return ownRow(person, { senderId: chatbotId, senderVersion: null, body, at, inboundId, random });
}

type Written = {
  text: string;
  at: Temporal.Instant;
  conversationId: string;
  /** The button of ours that was tapped, and the message that has it. */
  button: { id: string; quoted: string } | null;
  random: Random;
};

/** A message of a contact. */
export function inboundRow({ client, address }: Person, { text, at, conversationId, button, random }: Written): Row {
  const id = random.id(at);
  return {
    id,
    conversation_id: conversationId,
    contact_id: client.id,
    channel_id: address?.channelId,
    provider_message_id: `past.${id}`,
    kind: button ? 'button' : 'text',
    text,
    button_id: button?.id ?? null,
    quoted_provider_id: button?.quoted ?? null,
    sent_at: at,
    received_at: at,
    handled_at: at,
  };
}

type Own = {
  senderId: SenderId;
  senderVersion: number | null;
  body: string;
  at: Temporal.Instant;
  inboundId: string;
  random: Random;
};

/** An answer to a message of a contact. */
export function ownRow(
  { client, address, phone }: Person,
  { senderId, senderVersion, body, at, inboundId, random }: Own,
): Row {
  const id = random.id(at);
  return {
    id,
    sender_id: senderId,
    sender_version: senderVersion,
    occasion_key: inboundId,
    contact_id: client.id,
    channel_id: address?.channelId,
    fallback_channel_ids: [],
    address_id: address?.id,
    recipient: phone,
    step: 1,
    occurrence: 1,
    test_phone: '',
    is_test: false,
    is_marketing: false,
    is_counted: true,
    was_replied: false,
    priority: PRIORITY.answer,
    due_at: at,
    status: 'read',
    body,
    content: { text: body, image: null, buttons: [], templates: [] },
    sent_buttons: [],
    provider_message_id: `past.${id}`,
    former_provider_ids: [],
    attempts: 1,
    planned_at: at,
    accepted_at: at,
    sent_at: at,
    delivered_at: at,
    read_at: at,
    updated_at: at,
  };
}

export function conversationRow(id: string, { client, address }: Person, exchanges: readonly Exchange[]): Row[] {
  const last = exchanges.at(-1);
  if (!last || !address) return [];
  return [
    {
      id,
      contact_id: client.id,
      channel_id: address.channelId,
      talk_channel_id: address.channelId,
      address_id: address.id,
      last_inbound_at: last.at,
      last_message_at: last.at,
      last_text: last.text,
    },
  ];
}

/** The days on which a client wrote something that needed an answer; thanks need none. */
export function conversationDayRows(id: string, exchanges: readonly Exchange[], timeZone: string): Row[] {
  const inquiries = exchanges.flatMap(({ answer, inbound, at }) =>
    answer ? [{ inquired_at: inbound['received_at'], answered_at: answer['sent_at'], at }] : [],
  );
  const byDay = Map.groupBy(inquiries, ({ at }) => at.toZonedDateTimeISO(timeZone).toPlainDate().toString());
  return [...byDay].flatMap(([day, [first]]) =>
    first ? [{ conversation_id: id, day, inquired_at: first.inquired_at, answered_at: first.answered_at }] : [],
  );
}
