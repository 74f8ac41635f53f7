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

/** A contact's reply to a message, and the chatbot's answer to a confirmation. */
export type Exchange = { inbound: Row; answer: Row | null; at: Temporal.Instant; text: string };

/** Replies of one client, oldest first. */
export function exchangesOf(
  messages: readonly PastMessage[],
  person: Person,
  conversationId: string,
  { setting, random, chatbotId }: { setting: Setting; random: Random; chatbotId: SenderId },
): Exchange[] {
  const { address } = person;
  if (!address) return [];
  return messages.flatMap((message): Exchange[] => {
    const { reply } = message;
    if (!reply) return [];
    const [confirm] = answersOf(message, setting);
    const isTap = reply.answer === 'confirm' && confirm !== undefined;
    const words = reply.answer === 'praise' ? NAMES[setting.language].praise : NAMES[setting.language].thanks;
    const text = isTap ? confirm.title : random.pick(words);
    const id = random.id(reply.at);
    const inbound = {
      id,
      conversation_id: conversationId,
      contact_id: person.client.id,
      channel_id: address.channelId,
      provider_message_id: `past.${id}`,
      kind: isTap ? 'button' : 'text',
      text,
      button_id: isTap ? confirm.id : null,
      quoted_provider_id: isTap ? `past.${message.id}` : null,
      sent_at: reply.at,
      received_at: reply.at,
      handled_at: reply.at,
    };
    const answer = isTap ? answerRow(message, person, id, { setting, random, chatbotId }) : null;
    return [{ inbound, answer, at: reply.at, text: typeof answer?.['body'] === 'string' ? answer['body'] : text }];
  });
}

function answerRow(
  { visit, reply }: PastMessage,
  { address, phone }: Person,
  inboundId: string,
  { setting, random, chatbotId }: { setting: Setting; random: Random; chatbotId: SenderId },
): Row | null {
  if (!reply) return null;
  const zone = setting.branches.find(({ id }) => id === visit.branchId)?.timeZone ?? setting.timeZone;
  const wall = visit.startsAt.toZonedDateTimeISO(zone);
  const when = `${dateIn(wall, setting.language)}, ${timeOf(wall)}`;
  const body = chatbotText(setting.language, 'visit.confirmed', { when });
  const at = reply.at.add({ seconds: 3 });
  const id = random.id(at);
  return {
    id,
    sender_id: chatbotId,
    occasion_key: inboundId,
    contact_id: visit.clientId,
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
