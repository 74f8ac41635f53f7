import { isRecord } from '../values/fields.ts';
import type { Sim } from '../sim/sim.ts';
import type { NetworkEvent } from '../whatsapp/network.ts';
import type { Message, Session } from '../whatsapp/state.ts';
import { stateOf } from './routes.ts';

const EVENTS = {
  state: ['connection.update', 'CONNECTION_UPDATE'],
  message: ['messages.upsert', 'MESSAGES_UPSERT'],
  own: ['messages.upsert', 'MESSAGES_UPSERT'],
  status: ['messages.update', 'MESSAGES_UPDATE'],
} as const;

/** Posts what a session learns, with the headers it was given. */
export function postEvent(sim: Sim, session: Session, event: NetworkEvent): void {
  const [name, subscribed] = EVENTS[event.kind];
  const { events, headers } = session.settings;
  if (session.webhookUrl === '' || !Array.isArray(events) || !events.includes(subscribed)) return;
  const body = {
    event: name,
    instance: session.id,
    data: dataOf(sim, session, event),
    destination: session.webhookUrl,
    date_time: sim.clock.iso(),
    sender: session.number === null ? '' : `${session.number}@s.whatsapp.net`,
    server_url: `${sim.url}/evolution`,
    apikey: session.token,
  };
  const own = isRecord(headers) ? Object.entries(headers).map(([key, value]) => [key, String(value)]) : [];
  sim.webhooks.send({
    channel: 'evolution',
    url: session.webhookUrl,
    headers: { 'content-type': 'application/json', ...(Object.fromEntries(own) as Record<string, string>) },
    body: JSON.stringify(body),
  });
}

const WORDS = {
  accepted: 'PENDING',
  sent: 'SERVER_ACK',
  delivered: 'DELIVERY_ACK',
  read: 'READ',
  failed: 'ERROR',
} as const;

function dataOf(sim: Sim, session: Session, event: NetworkEvent): unknown {
  if (event.kind === 'state') {
    const state = stateOf(sim, session);
    return { instance: session.id, state, statusReason: state === 'close' ? 401 : 200 };
  }
  const { message } = event;
  const remoteJid = `${message.phone}@s.whatsapp.net`;
  if (event.kind === 'status')
    return { keyId: message.id, remoteJid, fromMe: true, status: WORDS[event.status], instanceId: session.id };
  const fromMe = event.kind === 'own';
  return {
    key: { remoteJid, fromMe, id: message.id },
    pushName: fromMe ? '' : event.name,
    status: 'DELIVERY_ACK',
    ...contentOf(message),
    messageTimestamp: Math.floor(message.at / 1000),
    source: 'android',
  };
}

function contentOf({ text, tapped, media, quoted }: Message): { message: unknown; messageType: string } {
  const contextInfo = quoted === null ? undefined : { stanzaId: quoted };
  if (tapped)
    return {
      messageType: 'templateButtonReplyMessage',
      message: {
        templateButtonReplyMessage: { selectedId: tapped.id, selectedDisplayText: tapped.title, contextInfo },
      },
    };
  if (media) {
    // Files at WhatsApp's own address are encrypted.
    const url = 'https://mmg.whatsapp.net/v/t62.7118-24/f.enc';
    const file = { url, mimetype: media.mime, fileName: media.name, caption: text, contextInfo };
    const messageType = `${media.kind}Message`;
    const stored = media.link && { mediaUrl: media.link };
    return { messageType, message: { [messageType]: file, ...stored } };
  }
  if (contextInfo)
    return { messageType: 'extendedTextMessage', message: { extendedTextMessage: { text, contextInfo } } };
  return { messageType: 'conversation', message: { conversation: text } };
}
