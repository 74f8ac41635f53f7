import type { Sim } from '../sim/sim.ts';
import type { NetworkEvent } from '../whatsapp/network.ts';
import type { Message, Session } from '../whatsapp/state.ts';

/** Posts what a session learns, as its settings ask; without a signature, with the token it was given. */
export function postEvent(sim: Sim, session: Session, event: NetworkEvent): void {
  const { settings } = session;
  const wanted = {
    state: settings['stateWebhook'],
    message: settings['incomingWebhook'],
    own: settings['outgoingMessageWebhook'],
    status: settings['outgoingWebhook'],
  }[event.kind];
  if (wanted !== 'yes' || session.webhookUrl === '') return;
  const token = settings['webhookUrlToken'];
  sim.webhooks.send({
    channel: 'greenapi',
    url: session.webhookUrl,
    headers: {
      'content-type': 'application/json',
      ...(typeof token === 'string' && token !== '' && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ ...bodyOf(sim, session, event), ...common(sim, session) }),
  });
}

const common = (sim: Sim, { id, number }: Session) => ({
  instanceData: { idInstance: Number(id), wid: number === null ? '' : `${number}@c.us`, typeInstance: 'whatsapp' },
  timestamp: Math.floor(sim.clock.now() / 1000),
});

function bodyOf(sim: Sim, session: Session, event: NetworkEvent): Record<string, unknown> {
  if (event.kind === 'state') return { typeWebhook: 'stateInstanceChanged', stateInstance: session.state };
  const { message } = event;
  const chatId = `${message.phone}@c.us`;
  const idMessage = message.id;
  if (event.kind === 'status') {
    const isUnknown = event.status === 'failed' && message.error?.code === 'noAccount';
    const description = event.status === 'failed' ? { description: message.error?.title ?? 'failed' } : {};
    const status = isUnknown ? 'noAccount' : event.status;
    return {
      typeWebhook: 'outgoingMessageStatus',
      chatId,
      idMessage,
      status,
      sendByApi: message.sessionId !== null,
      ...description,
    };
  }
  const isOwn = event.kind === 'own';
  const name = isOwn ? '' : event.name;
  const sender = isOwn ? `${message.number}@c.us` : chatId;
  return {
    typeWebhook: isOwn ? 'outgoingMessageReceived' : 'incomingMessageReceived',
    idMessage,
    senderData: { chatId, sender, chatName: name, senderName: name, senderContactName: '' },
    messageData: messageData(message, sim.url),
  };
}

/** Where the gateway has the file of a message. */
export const fileUrl = (url: string, id: string) => `${url}/greenapi/files/${id}`;

const KINDS = {
  image: 'imageMessage',
  video: 'videoMessage',
  document: 'documentMessage',
  audio: 'audioMessage',
} as const;

function messageData({ id, text, tapped, media, quoted }: Message, url: string): Record<string, unknown> {
  if (tapped) {
    const reply = {
      stanzaId: quoted ?? '',
      selectedIndex: 0,
      selectedId: tapped.id,
      selectedDisplayText: tapped.title,
    };
    return { typeMessage: 'templateButtonsReplyMessage', templateButtonReplyMessage: reply };
  }
  if (media) {
    const file = {
      downloadUrl: media.isLate ? '' : media.link || fileUrl(url, id),
      caption: text ?? '',
      fileName: media.name ?? '',
      mimeType: media.mime,
      jpegThumbnail: '',
    };
    return { typeMessage: KINDS[media.kind], fileMessageData: file };
  }
  if (quoted !== null)
    return {
      typeMessage: 'quotedMessage',
      extendedTextMessageData: { text: text ?? '', stanzaId: quoted },
      quotedMessage: { stanzaId: quoted, participant: '', typeMessage: 'textMessage' },
    };
  return { typeMessage: 'textMessage', textMessageData: { textMessage: text ?? '' } };
}
