import type { Chat, ChatMessage, Service } from '../../sim/service.ts';
import type { Sim } from '../../sim/sim.ts';
import { controlGateway } from './control.ts';
import { gatewayRefusal } from './errors.ts';
import { receiveMessage } from './inbound.ts';
import { serveGateway } from './routes.ts';
import { runStatuses } from './sending.ts';
import { runSignIns } from './sign-in.ts';
import { greenTelegram, instanceOf, type Message, TELEGRAM_CHAT } from './state.ts';

/**
 * Green-API's gateway to Telegram accounts: sign-in by code and second factor, messages by phone or chat, flood waits.
 * The phone of an account itself shows the sign-in code in the chat of Telegram.
 */
export const GREEN_TELEGRAM: Service = {
  name: 'greentg',
  refusal: gatewayRefusal,
  serve(app, sim) {
    serveGateway(app, sim);
    controlGateway(app, sim);
    runSignIns(sim);
    runStatuses(sim);
  },
  keys: (sim) =>
    greenTelegram(sim).accounts.map((account) => ({
      business: account.name,
      keys: [
        { label: 'Telegram: phone', value: `+${account.phone}` },
        ...(account.password === null ? [] : [{ label: 'Telegram: password', value: account.password }]),
      ],
      isTaken: instanceOf(sim, account.phone) !== undefined,
    })),
  phones: [
    {
      id: 'greentg',
      title: 'Telegram (phone)',
      skin: 'text',
      canAnswer: true,
      senders: (sim) => [
        ...greenTelegram(sim).accounts.map((account) => ({
          id: `+${account.phone}`,
          name: account.name,
          isConnected: instanceOf(sim, account.phone) !== undefined,
        })),
        { id: String(TELEGRAM_CHAT), name: 'Telegram', isConnected: true },
      ],
      chats: chatsOf,
      receive: (sim, { from, to, text }) => void receiveMessage(sim, { from, to, text }),
    },
  ],
};

/** A chat of a person with an account; the chat of Telegram itself is on the account's own phone. */
function chatsOf(sim: Sim): Chat[] {
  const { accounts, messages } = greenTelegram(sim);
  const phones = new Map(sim.people.all().map(({ chatId, phone }) => [chatId, phone]));
  const byChat = Map.groupBy(messages, ({ account, chatId }) => `${account} ${chatId}`);
  return [...byChat.values()].flatMap((chat): Chat[] => {
    const [first] = chat;
    const account = accounts.find(({ phone }) => phone === first?.account);
    if (!first || !account || first.chatId === account.chatId) return [];
    const isTelegram = first.chatId === TELEGRAM_CHAT;
    const phone = isTelegram ? account.phone : phones.get(first.chatId);
    if (!phone) return [];
    const sender = isTelegram ? String(TELEGRAM_CHAT) : `+${account.phone}`;
    return [{ sender, phone: `+${phone}`, messages: chat.map((one) => toChatMessage(one, isTelegram)) }];
  });
}

function toChatMessage(
  { id, direction, by, at, text, file, status, problem }: Message,
  isTelegram: boolean,
): ChatMessage {
  const kind = file?.mime.split('/')[0] ?? '';
  const SHOWN = { queued: 'waiting', sent: 'arrived', read: 'arrived', failed: 'failed' } as const;
  return {
    id,
    // NOTE: directions are those of the business, and on its own phone Telegram is the one who writes.
    direction: isTelegram ? 'out' : direction,
    at: new Date(at).toISOString(),
    text: text ?? '',
    buttons: [],
    imageUrl: kind === 'image' ? (file?.url ?? null) : null,
    file: file && kind !== 'image' ? { name: file.name, url: file.url, kind } : null,
    status: SHOWN[status],
    note: by === 'app' ? '✎' : problem,
  };
}
