import type { Person } from '../../cast/people.ts';
import type { Sim } from '../../sim/sim.ts';
import { greenTelegram, type Instance, instanceOf, type Message } from './state.ts';

/** Posts to the address of an instance, where its settings want this kind of event. */
function post(sim: Sim, instance: Instance, flag: string, body: Record<string, unknown>): void {
  const { webhookUrl: url = '', webhookUrlToken: token = '' } = instance.settings;
  if (url === '' || instance.settings[flag] !== 'yes') return;
  const account = greenTelegram(sim).accounts.find(({ phone }) => phone === instance.phone);
  sim.webhooks.send({
    channel: 'greentg',
    tag: `${instance.id}:`,
    url: String(url),
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({
      ...body,
      instanceData: { idInstance: instance.id, wid: String(account?.chatId ?? ''), typeInstance: 'telegram' },
      timestamp: Math.floor(sim.clock.now() / 1_000),
    }),
  });
}

export function postState(sim: Sim, instance: Instance): void {
  post(sim, instance, 'stateWebhook', { typeWebhook: 'stateInstanceChanged', stateInstance: instance.state });
}

/** Posts a message of a chat: from the other person, from the gateway, or typed on the phone. */
export function postMessage(sim: Sim, message: Message, person: Person | null): void {
  const instance = instanceOf(sim, message.account);
  if (!instance || instance.isDeaf) return;
  const account = greenTelegram(sim).accounts.find(({ phone }) => phone === message.account);
  const chatId = String(message.chatId);
  const isOwn = message.direction === 'out';
  const { typeWebhook, flag } = KINDS[message.by];
  post(sim, instance, flag, {
    typeWebhook,
    idMessage: message.id,
    senderData: {
      chatId,
      sender: isOwn ? String(account?.chatId ?? '') : chatId,
      chatName: person?.name ?? '',
      senderName: isOwn ? (account?.name ?? '') : (person?.name ?? ''),
      // Telegram shows the number of those who allow it.
      ...(!isOwn && person?.phone && { senderPhoneNumber: Number(person.phone) }),
    },
    messageData: contentOf(sim, message),
  });
}

const KINDS = {
  person: { typeWebhook: 'incomingMessageReceived', flag: 'incomingWebhook' },
  telegram: { typeWebhook: 'incomingMessageReceived', flag: 'incomingWebhook' },
  app: { typeWebhook: 'outgoingMessageReceived', flag: 'outgoingMessageWebhook' },
  api: { typeWebhook: 'outgoingAPIMessageReceived', flag: 'outgoingAPIMessageWebhook' },
} as const;

/** Where the gateway has the file of a message. */
export const fileUrl = (sim: Sim, { id, chatId, file }: Message) =>
  file?.isFetched ? file.url : `${sim.url}/greentg/files/${chatId}/${id}`;

function contentOf(sim: Sim, message: Message): Record<string, unknown> {
  const { text, file, quoted, chatId } = message;
  if (file) {
    const typeMessage = FILE_TYPES.find(([prefix]) => file.mime.startsWith(prefix))?.[1] ?? 'documentMessage';
    const downloadUrl = file.isLate ? '' : fileUrl(sim, message);
    return {
      typeMessage,
      fileMessageData: { downloadUrl, caption: text, fileName: file.name, mimeType: file.mime, jpegThumbnail: '' },
    };
  }
  if (quoted !== null)
    return {
      typeMessage: 'quotedMessage',
      extendedTextMessageData: { text, stanzaId: quoted },
      quotedMessage: { stanzaId: quoted, participant: String(chatId), typeMessage: 'textMessage' },
    };
  return { typeMessage: 'textMessage', textMessageData: { textMessage: text } };
}

const FILE_TYPES = [
  ['image/', 'imageMessage'],
  ['video/', 'videoMessage'],
  ['audio/', 'audioMessage'],
] as const;

export function postStatus(sim: Sim, message: Message, status: string, description: string | null): void {
  const instance = instanceOf(sim, message.account);
  if (!instance || instance.isDeaf) return;
  post(sim, instance, 'outgoingWebhook', {
    typeWebhook: 'outgoingMessageStatus',
    chatId: String(message.chatId),
    idMessage: message.id,
    status,
    sendByApi: message.by === 'api',
    ...(description !== null && { description }),
  });
}
