import { z } from 'zod';
import { ControlError, found } from '../values/control-error.ts';
import type { Person } from '../cast/people.ts';
import { PIXEL } from '../values/pixel.ts';
import type { Sim } from '../sim/sim.ts';
import { type Bot, type BotChat, type BotMessage, PLAIN, botChat, keepMessage } from './state.ts';
import { giveUpdate, toBotUser, toChat, toMessage, toUser } from './updates.ts';

/** The phone and the bot it writes to; the first bot when it is left out. */
export const From = { bot: z.union([z.string(), z.number()]).optional(), from: z.union([z.string(), z.number()]) };
const File = z.strictObject({
  mime: z.string().default('image/png'),
  base64: z.string().optional(),
  caption: z.string().optional(),
  filename: z.string().optional(),
});
export const InboundOrder = z.strictObject({
  ...From,
  text: z.string().optional(),
  start: z.string().max(64).optional(),
  contact: z.union([z.literal(true), z.literal('foreign')]).optional(),
  photo: File.optional(),
  document: File.optional(),
  voice: File.optional(),
  replyTo: z.int().optional(),
  /** The earlier message of the person that `text` corrects. */
  edits: z.int().optional(),
  name: z.string().optional(),
  username: z.string().optional(),
  languageCode: z.string().optional(),
});
type InboundOrder = z.infer<typeof InboundOrder>;
type Received = { updateId: number; messageId: number };

/** A person writes to a bot; who had blocked it lets it in again by that. */
export function receiveMessage(sim: Sim, bot: Bot, person: Person, order: InboundOrder): Received {
  const chat = botChat(sim.state.tg, bot.id, person.chatId);
  if (chat.blocked) changeMembership(sim, bot, person, false);
  chat.started = true;
  if (order.edits !== undefined) return editMessage(sim, bot, person, { chat, order });
  const message = keepMessage(chat, {
    ...PLAIN,
    direction: 'in',
    at: sim.clock.now(),
    text: textOf(order),
    media: mediaOf(sim, order),
    replyTo: order.replyTo ?? null,
  });
  if (order.contact) chat.messages.findLast((one) => one.keyboard !== null)?.keyboard?.splice(0);
  const content = {
    ...toMessage(bot, person, message),
    ...entitiesOf(message.text),
    ...contactPart(person, order.contact),
    ...replyPart(bot, person, chat, order.replyTo),
  };
  return { updateId: giveUpdate(sim, bot, 'message', content), messageId: message.id };
}

function editMessage(
  sim: Sim,
  bot: Bot,
  person: Person,
  { chat, order }: { chat: BotChat; order: InboundOrder },
): Received {
  const isEdited = (one: BotChat['messages'][number]) => one.id === order.edits && one.direction === 'in';
  const message = found(chat.messages.find(isEdited), 'message of hers');
  message.text = textOf(order);
  const content = { ...toMessage(bot, person, message), edit_date: Math.floor(sim.clock.now() / 1000) };
  return { updateId: giveUpdate(sim, bot, 'edited_message', content), messageId: message.id };
}

/** Sends a bot the update that a person started or blocked it; nothing when the state is the same. */
export function changeMembership(sim: Sim, bot: Bot, person: Person, blocked: boolean): void {
  const chat = botChat(sim.state.tg, bot.id, person.chatId);
  if (chat.blocked === blocked) return;
  chat.blocked = blocked;
  const member = { user: toBotUser(bot), status: 'member' };
  const kicked = { user: toBotUser(bot), status: 'kicked', until_date: 0 };
  giveUpdate(sim, bot, 'my_chat_member', {
    chat: toChat(person),
    from: toUser(person),
    date: Math.floor(sim.clock.now() / 1000),
    old_chat_member: blocked ? member : kicked,
    new_chat_member: blocked ? kicked : member,
  });
}

const FILE_KINDS = ['photo', 'document', 'voice'] as const;
const FILE_NAMES = { photo: null, document: null, voice: 'voice.ogg' } as const;

function textOf(order: InboundOrder): string | null {
  const { text, start, contact } = order;
  if (start !== undefined) return start === '' ? '/start' : `/start ${start}`;
  const files = FILE_KINDS.flatMap((kind) => order[kind] ?? []);
  const words = text ?? files[0]?.caption ?? null;
  if (words === null && files.length === 0 && !contact)
    throw new ControlError(400, `one of text, start, contact, ${FILE_KINDS.join(', ')} is needed`);
  return words;
}

function mediaOf(sim: Sim, order: InboundOrder): BotMessage['media'] {
  const kind = FILE_KINDS.find((one) => order[one] !== undefined);
  const file = kind && order[kind];
  if (!file) return order.contact ? { kind: 'contact', fileId: null, link: null, filename: null } : null;
  return { kind, fileId: storeFile(sim, kind, file), link: null, filename: file.filename ?? FILE_NAMES[kind] };
}

function contactPart(person: Person, contact: true | 'foreign' | undefined): Record<string, unknown> {
  if (!contact) return {};
  const isOwn = contact === true;
  return {
    contact: {
      phone_number: isOwn ? (person.phone ?? '79160009999') : '79169999999',
      first_name: isOwn ? person.name : 'Кто-то',
      user_id: isOwn ? person.chatId : person.chatId + 1,
    },
  };
}

function replyPart(bot: Bot, person: Person, chat: BotChat, replyTo: number | undefined): Record<string, unknown> {
  const quoted = chat.messages.find((one) => one.id === replyTo);
  return quoted ? { reply_to_message: toMessage(bot, person, quoted) } : {};
}

function entitiesOf(text: string | null): Record<string, unknown> {
  const command = text?.match(/^\/\w+/)?.[0];
  return command ? { entities: [{ type: 'bot_command', offset: 0, length: command.length }] } : {};
}

function storeFile(sim: Sim, kind: string, { mime, base64 }: z.infer<typeof File>): string {
  const fileId = `AgACIN${sim.ids.token('tg.file-in', 30)}`;
  const path = `${kind}s/file_${sim.ids.next('tg.path')}`;
  sim.state.tg.files[fileId] = { fileId, path, mime, base64: base64 ?? PIXEL };
  return fileId;
}
