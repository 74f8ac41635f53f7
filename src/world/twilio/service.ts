import type { Chat, ChatMessage, Service } from '../sim/service.ts';
import type { Sim } from '../sim/sim.ts';
import { controlTwilio } from './control.ts';
import { twilioRefusal } from './errors.ts';
import { receiveMessage } from './inbound.ts';
import { runReviews } from './contents.ts';
import { serveTwilio } from './routes.ts';
import { runStatuses } from './sending.ts';
import { type Message, twilioState } from './state.ts';
import { isWhatsapp, withoutPrefix } from './whatsapp.ts';

/** Twilio: accounts with a number, a WhatsApp sender and a messaging service each, signed webhooks, STOP and START. */
export const TWILIO: Service = {
  name: 'twilio',
  refusal: twilioRefusal,
  serve(app, sim) {
    serveTwilio(app, sim);
    controlTwilio(app, sim);
    runStatuses(sim);
    runReviews(sim);
  },
  keys(sim) {
    const { accounts, senders } = twilioState(sim);
    return accounts.map(({ name, sid, token }) => ({
      business: name,
      keys: [
        { label: 'Twilio: Account SID', value: sid },
        { label: 'Twilio: Auth Token', value: token },
      ],
      isTaken: senders.some(({ accountSid, inboundUrl }) => accountSid === sid && inboundUrl !== ''),
    }));
  },
  phones: [
    {
      id: 'twilio',
      title: 'SMS',
      skin: 'text',
      canAnswer: true,
      senders: (sim) => sendersOf(sim, 'number'),
      chats: (sim) => chatsOf(sim).filter(({ sender }) => !isWhatsapp(sender)),
      receive: (sim, order) => void receiveMessage(sim, order),
    },
    {
      id: 'twilio-whatsapp',
      title: 'WhatsApp (Twilio)',
      skin: 'whatsapp',
      canAnswer: true,
      senders: (sim) => sendersOf(sim, 'whatsapp'),
      chats: (sim) =>
        chatsOf(sim)
          .filter(({ sender }) => isWhatsapp(sender))
          .map((chat) => ({ ...chat, phone: withoutPrefix(chat.phone) })),
      receive: (sim, order) => void receiveMessage(sim, order),
    },
  ],
};

function sendersOf(sim: Sim, wanted: 'number' | 'whatsapp') {
  const { accounts, senders } = twilioState(sim);
  return senders
    .filter(({ kind }) => kind === wanted)
    .map(({ id, accountSid, inboundUrl }) => ({
      id,
      name: accounts.find(({ sid }) => sid === accountSid)?.name ?? id,
      isConnected:
        inboundUrl !== '' ||
        senders.some((one) => one.kind === 'service' && one.accountSid === accountSid && one.inboundUrl !== ''),
    }));
}

function chatsOf(sim: Sim): Chat[] {
  const chats = Map.groupBy(twilioState(sim).messages, ({ direction, from, to }) =>
    direction === 'out' ? `${from} ${to}` : `${to} ${from}`,
  );
  return [...chats].map(([pair, messages]) => {
    const [sender = '', phone = ''] = pair.split(' ');
    return { sender, phone, messages: messages.map(toChatMessage) };
  });
}

const SHOWN: Partial<Record<Message['status'], ChatMessage['status']>> = {
  queued: 'waiting',
  sending: 'waiting',
  undelivered: 'failed',
  failed: 'failed',
};

function toChatMessage(message: Message): ChatMessage {
  const { sid, direction, at, body, buttons, mediaUrl, mediaMime = null, status, errorCode, isAutomatic } = message;
  const kind = mediaMime?.split('/')[0] ?? (/\.pdf($|\?)/i.test(mediaUrl ?? '') ? 'pdf' : 'image');
  const isPicture = mediaUrl !== null && kind === 'image';
  return {
    id: sid,
    direction,
    at: new Date(at).toISOString(),
    text: body,
    buttons,
    imageUrl: isPicture ? mediaUrl : null,
    file: mediaUrl !== null && !isPicture ? { name: kind.toUpperCase(), url: mediaUrl, kind } : null,
    status: SHOWN[status] ?? 'arrived',
    note: isAutomatic ? 'Twilio' : (errorCode?.toString() ?? null),
  };
}
