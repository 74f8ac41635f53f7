import { ControlError, found } from '../control-error.ts';
import { digits } from '../people.ts';
import type { Sim } from '../sim.ts';
import { pairOf } from './sending.ts';
import { type Message, type Sender, twilioState } from './state.ts';
import { post } from './webhooks.ts';

const STOP_WORDS = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'];
const START_WORDS = ['START', 'YES', 'UNSTOP'];
const HELP_WORDS = ['HELP', 'INFO'];

const REPLIES = {
  STOP: 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
  START: 'You have successfully been re-subscribed to messages from this number. Reply HELP for help.',
  HELP: 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
} as const;

export type InboundOrder = { from: string; to?: string | undefined; text: string };

/** A person writes to a number; words that stop and start are Twilio's own business too. */
export function receiveMessage(sim: Sim, { from, to, text }: InboundOrder): Message {
  const state = twilioState(sim);
  const sender = to === undefined ? state.senders[0] : state.senders.find((one) => one.id === to || one.phone === to);
  const { phone: number, accountSid } = found(sender, 'sender');
  const person = sim.people.byPhone(digits(from));
  if (person.phone === null) throw new ControlError(400, 'a phone is needed');
  const phone = `+${person.phone}`;
  const message = keep(sim, { accountSid, from: phone, to: number, body: text, direction: 'in', isAutomatic: false });
  const keyword = wordOf(text);
  const pair = pairOf(number, phone);
  const isStopped = state.stopped.includes(pair);
  if (keyword === 'STOP' && !isStopped) state.stopped.push(pair);
  if (keyword === 'START') state.stopped = state.stopped.filter((one) => one !== pair);
  const isAnswered = keyword === 'HELP' || (keyword === 'STOP' && !isStopped) || (keyword === 'START' && isStopped);
  if (keyword && isAnswered)
    keep(sim, { accountSid, from: number, to: phone, body: REPLIES[keyword], direction: 'out', isAutomatic: true });

  const { url, serviceSid } = targetOf(state.senders, number);
  post(sim, url, accountSid, {
    MessageSid: message.sid,
    SmsSid: message.sid,
    SmsMessageSid: message.sid,
    SmsStatus: 'received',
    From: phone,
    To: number,
    Body: text,
    NumMedia: '0',
    NumSegments: String(message.segments),
    ...(serviceSid && { MessagingServiceSid: serviceSid }),
    ...(keyword && state.switches.advancedOptOut && { OptOutType: keyword }),
  });
  sim.changed('twilio');
  return message;
}

/** A messaging service receives inbound messages of its numbers, where it has an address. */
function targetOf(senders: readonly Sender[], number: string): { url: string; serviceSid: string | null } {
  const service = senders.find(({ kind, phone, inboundUrl }) => kind === 'service' && phone === number && inboundUrl);
  if (service) return { url: service.inboundUrl, serviceSid: service.sid };
  return { url: senders.find(({ id }) => id === number)?.inboundUrl ?? '', serviceSid: null };
}

function wordOf(text: string): keyof typeof REPLIES | null {
  const word = text.trim().toUpperCase();
  if (STOP_WORDS.includes(word)) return 'STOP';
  if (START_WORDS.includes(word)) return 'START';
  return HELP_WORDS.includes(word) ? 'HELP' : null;
}

type NewMessage = Pick<Message, 'accountSid' | 'from' | 'to' | 'body' | 'direction' | 'isAutomatic'>;

function keep(sim: Sim, message: NewMessage): Message {
  const stored: Message = {
    ...message,
    sid: `SM${sim.ids.hex('twilio.message', 32)}`,
    segments: 1,
    serviceSid: null,
    callback: null,
    status: message.direction === 'in' ? 'received' : 'delivered',
    errorCode: null,
    at: sim.clock.now(),
  };
  twilioState(sim).messages.push(stored);
  return stored;
}
