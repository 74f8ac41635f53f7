import { z } from 'zod';
import { messageOf } from '#server/channels/message-port.ts';
import { type ChannelEvent, type Peer, UnreadableWebhook, type WebhookRequest } from '#server/channels/port.ts';
import { parseOutside } from '#server/platform/values/json.ts';
import { EpochSeconds } from '#server/platform/values/outside-numbers.ts';
import { contentOf, isService, Message } from './inbound.ts';
import { messageIdOf } from './send.ts';
import { Person } from './person.ts';

const Member = z.object({
  chat: z.object({ id: z.int(), type: z.string() }),
  from: Person,
  date: EpochSeconds,
  new_chat_member: z.object({ status: z.string() }),
});
const Tap = z.object({
  id: z.string().min(1),
  from: Person,
  message: z
    .object({ message_id: z.int(), chat: z.object({ id: z.int() }), reply_markup: z.unknown().optional() })
    .optional(),
  data: z.string().optional(),
});
/** A reaction to a message; without a new one it was taken back. */
const Reaction = z.object({
  chat: z.object({ id: z.int(), type: z.string() }),
  message_id: z.int(),
  user: Person.optional(),
  date: EpochSeconds,
  new_reaction: z.array(z.object({ emoji: z.string().optional() })).default([]),
});
/** One payload is one update; its key names its kind. */
const Update = z.object({
  update_id: z.int(),
  message: Message.optional(),
  edited_message: Message.optional(),
  callback_query: Tap.optional(),
  my_chat_member: Member.optional(),
  message_reaction: Reaction.optional(),
});

/** Translates one update; groups and other bots are ignored. */
export function readWebhook({ body, receivedAt }: WebhookRequest): ChannelEvent[] {
  const json = parseJson(body);
  const read = Update.safeParse(json);
  if (!read.success) throw new UnreadableWebhook(z.prettifyError(read.error));
  const { message, edited_message, callback_query, my_chat_member, message_reaction } = read.data;
  if (message && isService((json as { message: unknown }).message)) return []; // NOTE: it was parsed above
  const event =
    (message && toMessage(message)) ??
    (edited_message && toMessage(edited_message, true)) ??
    (message_reaction && toReaction(message_reaction)) ??
    (callback_query && toTap(callback_query, receivedAt)) ??
    (my_chat_member && toBlock(my_chat_member));
  return event ? [event] : [];
}

function parseJson(body: Buffer): unknown {
  try {
    return parseOutside(body.toString('utf8'));
  } catch (cause) {
    throw new UnreadableWebhook(`Not JSON: ${String(cause)}`);
  }
}

function toMessage(message: Message, isEdit = false): ChannelEvent | null {
  const { message_id, chat, from, date, edit_date, reply_to_message: quoted } = message;
  if (chat.type !== 'private' || !from || from.is_bot) return null;
  return {
    kind: 'message',
    providerMessageId: messageIdOf(chat.id, message_id),
    at: instantOf(edit_date ?? date),
    from: peerOf(from),
    buttonId: null,
    quotedProviderId: quoted ? messageIdOf(chat.id, quoted.message_id) : null,
    callbackId: null,
    ...contentOf(message),
    ...(isEdit && { isEdit: true as const }),
  };
}

function toReaction({ chat, message_id, user, date, new_reaction }: z.infer<typeof Reaction>): ChannelEvent | null {
  const signs = new_reaction.flatMap(({ emoji }) => emoji ?? []);
  if (chat.type !== 'private' || !user || user.is_bot || signs.length === 0) return null;
  const about = messageIdOf(chat.id, message_id);
  const reaction = { content: 'remark', text: signs.join(''), media: null, buttonId: null } as const;
  return messageOf(
    { providerMessageId: `reaction:${about}:${date}`, at: instantOf(date), from: peerOf(user) },
    { ...reaction, quotedProviderId: about },
  );
}

/** A tap has no time of its own. */
function toTap({ id, from, message, data }: z.infer<typeof Tap>, at: Temporal.Instant): ChannelEvent | null {
  // A tap in a group is no message to the business.
  if (data === undefined || (message && message.chat.id !== from.id)) return null;
  return {
    kind: 'message',
    providerMessageId: `tap:${id}`,
    at,
    from: peerOf(from),
    content: 'button',
    text: titleOf(message?.reply_markup, data),
    buttonId: data,
    quotedProviderId: message ? messageIdOf(message.chat.id, message.message_id) : null,
    media: null,
    sharedPhone: null,
    startToken: null,
    callbackId: id,
  };
}

const Keyboard = z.object({
  inline_keyboard: z.array(z.array(z.object({ text: z.string(), callback_data: z.string().optional() }))),
});

/** Returns the title of the tapped button, when the keyboard is included. */
function titleOf(markup: unknown, tapped: string): string | null {
  const keyboard = Keyboard.safeParse(markup);
  if (!keyboard.success) return null;
  return keyboard.data.inline_keyboard.flat().find(({ callback_data }) => callback_data === tapped)?.text ?? null;
}

function toBlock({ chat, from, date, new_chat_member }: z.infer<typeof Member>): ChannelEvent | null {
  if (chat.type !== 'private') return null;
  const at = instantOf(date);
  if (new_chat_member.status === 'kicked') return { kind: 'blocked', from: peerOf(from), at };
  return new_chat_member.status === 'member' ? { kind: 'unblocked', from: peerOf(from), at } : null;
}

function peerOf({ id, first_name, last_name, language_code }: Person): Peer {
  const name = [first_name, last_name].filter(Boolean).join(' ');
  return { channelUserId: String(id), phone: null, name: name || null, language: language_code ?? null };
}

const instantOf = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000);
