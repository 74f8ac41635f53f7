import type { Person } from '../cast/people.ts';
import type { Sim } from '../sim/sim.ts';
import { type Bot, dialogOf, type Message, maxState } from './state.ts';

/** Posts an update to the bot's subscription; without one it is lost. */
export function postUpdate(sim: Sim, bot: Bot, type: string, content: Record<string, unknown>): void {
  const { subscription } = bot;
  if (!subscription || (subscription.updateTypes && !subscription.updateTypes.includes(type))) return;
  sim.webhooks.send({
    channel: 'max',
    tag: `${bot.userId}:`,
    url: subscription.url,
    headers: {
      'content-type': 'application/json',
      ...(subscription.secret !== null && { 'x-max-bot-api-secret': subscription.secret }),
    },
    body: JSON.stringify({ update_type: type, timestamp: sim.clock.now(), ...content }),
  });
}

export const toUser = ({ chatId, name }: Person) => ({
  user_id: chatId,
  first_name: name,
  name,
  is_bot: false,
  last_activity_time: 0,
});

export const toBotUser = ({ userId, name, username }: Bot) => ({
  user_id: userId,
  first_name: name,
  name,
  username,
  is_bot: true,
});

/** A message as the API shows it. */
export function toMessage(sim: Sim, bot: Bot, person: Person, message: Message): Record<string, unknown> {
  const { chatId } = dialogOf(sim, bot.userId, person.chatId);
  const isOut = message.direction === 'out';
  const quoted = maxState(sim).messages.find(({ mid }) => mid === message.replyTo);
  return {
    sender: isOut ? toBotUser(bot) : toUser(person),
    recipient: { chat_id: chatId, chat_type: 'dialog', user_id: isOut ? person.chatId : bot.userId },
    timestamp: message.at,
    ...(quoted && { link: { type: 'reply', message: { mid: quoted.mid, seq: 1, text: quoted.text } } }),
    body: { mid: message.mid, seq: message.at, text: message.text, attachments: toAttachments(message) },
  };
}

function toAttachments({ attachment, contact, buttons }: Message): unknown[] {
  const file = attachment && {
    type: attachment.type,
    payload: { url: attachment.url, token: 'TOKEN' },
    ...(attachment.name !== null && { filename: attachment.name, size: 1 }),
  };
  const card = contact && {
    type: 'contact',
    payload: {
      vcf_info: `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${contact.name}\r\nTEL;TYPE=cell:${contact.phone}\r\nEND:VCARD`,
      max_info: { user_id: contact.userId, first_name: contact.name, is_bot: false },
      hash: 'HASH',
    },
  };
  const keyboard = buttons.length > 0 && { type: 'inline_keyboard', payload: { buttons } };
  return [file, card, keyboard].filter(Boolean);
}
