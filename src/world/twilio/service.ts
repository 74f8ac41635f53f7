import type { Service, TextChat, TextMessage } from '../service.ts';
import type { Sim } from '../sim.ts';
import { controlTwilio } from './control.ts';
import { twilioRefusal } from './errors.ts';
import { receiveMessage } from './inbound.ts';
import { serveTwilio } from './routes.ts';
import { runStatuses } from './sending.ts';
import { type Message, twilioState } from './state.ts';

/** Twilio: accounts with a number and a messaging service each, signed webhooks, STOP and START. */
export const TWILIO: Service = {
  name: 'twilio',
  refusal: twilioRefusal,
  serve(app, sim) {
    serveTwilio(app, sim);
    controlTwilio(app, sim);
    runStatuses(sim);
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
  phone: {
    title: 'SMS',
    senders: (sim) => numbersOf(sim),
    chats: chatsOf,
    receive: (sim, order) => void receiveMessage(sim, order),
  },
};

function numbersOf(sim: Sim) {
  const { accounts, senders } = twilioState(sim);
  return senders
    .filter(({ kind }) => kind === 'number')
    .map(({ id, accountSid }) => ({
      id,
      name: accounts.find(({ sid }) => sid === accountSid)?.name ?? id,
      isConnected: senders.some(({ phone, inboundUrl }) => phone === id && inboundUrl !== ''),
    }));
}

function chatsOf(sim: Sim): TextChat[] {
  const chats = Map.groupBy(twilioState(sim).messages, ({ direction, from, to }) =>
    direction === 'out' ? `${from} ${to}` : `${to} ${from}`,
  );
  return [...chats].map(([pair, messages]) => {
    const [sender = '', phone = ''] = pair.split(' ');
    return { sender, phone, messages: messages.map(toTextMessage) };
  });
}

const SHOWN: Partial<Record<Message['status'], TextMessage['status']>> = {
  queued: 'waiting',
  sending: 'waiting',
  undelivered: 'failed',
  failed: 'failed',
};

function toTextMessage({ sid, direction, at, body, status, errorCode, isAutomatic }: Message): TextMessage {
  return {
    id: sid,
    direction,
    at: new Date(at).toISOString(),
    text: body,
    status: SHOWN[status] ?? 'arrived',
    note: isAutomatic ? 'Twilio' : (errorCode?.toString() ?? null),
  };
}
