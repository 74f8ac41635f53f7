import type { Chat, ChatButton, ChatMessage, Service } from '../sim/service.ts';
import type { Sim } from '../sim/sim.ts';
import { controlMax, botNamed } from './control.ts';
import { maxRefusal } from './errors.ts';
import { receive, tap } from './inbound.ts';
import { serveMax } from './routes.ts';
import { type Button, type Message, maxState } from './state.ts';

/** The messenger MAX: bots with a subscription each, dialogs that people open and stop, files that need some seconds. */
export const MAX: Service = {
  name: 'max',
  refusal: maxRefusal,
  serve(app, sim) {
    serveMax(app, sim);
    controlMax(app, sim);
  },
  keys: (sim) =>
    maxState(sim).bots.map(({ name, token, subscription }) => ({
      business: name,
      keys: [{ label: 'MAX: токен бота', value: token }],
      isTaken: subscription !== null,
    })),
  phones: [
    {
      id: 'max',
      title: 'MAX',
      skin: 'text',
      canAnswer: true,
      senders: (sim) =>
        maxState(sim).bots.map(({ username, name, subscription }) => ({
          id: username,
          name,
          isConnected: subscription !== null,
        })),
      chats: chatsOf,
      receive(sim, { from, to, text, button }) {
        const [bot, person] = [botNamed(sim, to), sim.people.forTelegram(from)];
        if (button !== undefined) return void tap(sim, bot, person, button);
        receive(sim, bot, person, { from, text, ...(text.startsWith('/start') && { start: text.slice(7).trim() }) });
      },
    },
  ],
};

function chatsOf(sim: Sim): Chat[] {
  const { bots, messages } = maxState(sim);
  const phones = new Map(sim.people.all().map(({ chatId, phone }) => [chatId, phone]));
  const byDialog = Map.groupBy(messages, ({ botId, userId }) => `${botId} ${userId}`);
  return [...byDialog.values()].flatMap((dialog): Chat[] => {
    const [first] = dialog;
    const bot = bots.find(({ userId }) => userId === first?.botId);
    const phone = first && phones.get(first.userId);
    return bot && phone ? [{ sender: bot.username, phone: `+${phone}`, messages: dialog.map(toChatMessage) }] : [];
  });
}

function toChatMessage({ mid, direction, at, text, attachment, contact, buttons }: Message): ChatMessage {
  const isPicture = attachment?.type === 'image';
  return {
    id: mid,
    direction,
    at: new Date(at).toISOString(),
    text: contact ? `${contact.name}, ${contact.phone}` : text,
    buttons: buttons.flat().flatMap(toButton),
    imageUrl: isPicture ? attachment.url : null,
    file:
      attachment && !isPicture
        ? { name: attachment.name ?? attachment.type, url: attachment.url ?? '', kind: attachment.type }
        : null,
    status: 'arrived',
    note: null,
  };
}

function toButton({ type, text, payload, url }: Button): ChatButton[] {
  if (type === 'callback') return [{ kind: 'reply', title: text, target: payload ?? '' }];
  return type === 'link' ? [{ kind: 'url', title: text, target: url ?? '' }] : [];
}
