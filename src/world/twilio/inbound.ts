import { ControlError, found } from '../values/control-error.ts';
import { digits } from '../cast/people.ts';
import type { Sim } from '../sim/sim.ts';
import { pairOf } from './sending.ts';
import { type Message, type Sender, twilioState } from './state.ts';
import { post } from './webhooks.ts';
import { PREFIX } from './whatsapp.ts';

const STOP_WORDS = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'];
const START_WORDS = ['START', 'YES', 'UNSTOP'];
const HELP_WORDS = ['HELP', 'INFO'];

const REPLIES = {
  STOP: 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
  START: 'You have successfully been re-subscribed to messages from this number. Reply HELP for help.',
  HELP: 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
} as const;

export type InboundOrder = {
  from: string;
  to?: string | undefined;
  text: string;
  /** The payload of a tapped button; the text is its title. */
  button?: string | undefined;
  /** @property base64 a file that Twilio keeps itself */
  media?: { url?: string | undefined; base64?: string | undefined; mime: string } | undefined;
  place?: { latitude: string; longitude: string; label?: string | undefined } | undefined;
};

/** Keeps a file below its message, where the account's password is needed. */
function keepMedia(sim: Sim, message: Message, file: { mime: string; base64: string }): void {
  const path = `/Messages/${message.sid}/Media/ME${sim.ids.hex('twilio.media', 32)}`;
  twilioState(sim).files[path] = file;
  message.mediaUrl = `${sim.url}/twilio/2010-04-01/Accounts/${message.accountSid}${path}`;
}

/** A person writes to a number; words that stop and start are Twilio's own business too. */
export function receiveMessage(sim: Sim, order: InboundOrder): Message {
  const { from, to, text } = order;
  const state = twilioState(sim);
  const sender = to === undefined ? state.senders[0] : state.senders.find((one) => one.id === to || one.phone === to);
  const { id, phone: number, accountSid, kind } = found(sender, 'sender');
  const person = sim.people.byPhone(digits(from));
  if (person.phone === null) throw new ControlError(400, 'a phone is needed');
  const medium = kind === 'whatsapp' ? PREFIX : '';
  const [own, address] = [`${medium}${number}`, `${medium}+${person.phone}`];
  const common = { accountSid, from: address, to: own, direction: 'in', isAutomatic: false } as const;
  const message = keep(sim, { ...common, body: text, mediaUrl: order.media?.url ?? null });
  if (order.media?.base64 !== undefined)
    keepMedia(sim, message, { mime: order.media.mime, base64: order.media.base64 });
  const pair = pairOf(own, address);
  if (medium) state.lastInbound[pair] = sim.clock.now();
  const keyword = wordOf(text);
  // On WhatsApp nobody is stopped, unless the account has set words of its own up.
  const isObeyed = medium === '' || state.switches.advancedOptOut;
  if (keyword && isObeyed) obey(sim, keyword, message);

  const { url, serviceSid } = targetOf(state.senders, kind === 'service' ? number : id, accountSid);
  const quoted = state.messages.findLast((one) => one.to === address && one.buttons.length > 0);
  post(sim, url, accountSid, {
    MessageSid: message.sid,
    SmsSid: message.sid,
    SmsMessageSid: message.sid,
    SmsStatus: 'received',
    From: address,
    To: own,
    Body: order.place ? '' : text,
    NumMedia: order.media ? '1' : '0',
    NumSegments: String(message.segments),
    ...(order.media && { MediaUrl0: message.mediaUrl ?? '', MediaContentType0: order.media.mime }),
    ...(order.place && { Latitude: order.place.latitude, Longitude: order.place.longitude }),
    ...(order.place?.label && { Label: order.place.label }),
    ...(medium && { ProfileName: person.name, WaId: person.phone, MessageType: order.button ? 'button' : 'text' }),
    ...(order.button !== undefined && { ButtonPayload: order.button, ButtonText: text }),
    ...(order.button !== undefined &&
      quoted && { OriginalRepliedMessageSid: quoted.sid, OriginalRepliedMessageSender: own }),
    ...(serviceSid && { MessagingServiceSid: serviceSid }),
    ...(keyword && state.switches.advancedOptOut && { OptOutType: keyword }),
  });
  sim.changed('twilio');
  return message;
}

/** Stops or allows messages to the person again, and confirms it. */
function obey(sim: Sim, keyword: keyof typeof REPLIES, { accountSid, from, to }: Message): void {
  const state = twilioState(sim);
  const pair = pairOf(to, from);
  const isStopped = state.stopped.includes(pair);
  if (keyword === 'STOP' && !isStopped) state.stopped.push(pair);
  if (keyword === 'START') state.stopped = state.stopped.filter((one) => one !== pair);
  const isAnswered = keyword === 'HELP' || (keyword === 'STOP' && !isStopped) || (keyword === 'START' && isStopped);
  const reply = { accountSid, from: to, to: from, body: REPLIES[keyword], mediaUrl: null } as const;
  if (isAnswered) keep(sim, { ...reply, direction: 'out', isAutomatic: true });
}

/** A messaging service receives inbound messages of its account's senders, where it has an address. */
function targetOf(
  senders: readonly Sender[],
  id: string,
  accountSid: string,
): { url: string; serviceSid: string | null } {
  const service = senders.find((one) => one.kind === 'service' && one.accountSid === accountSid && one.inboundUrl);
  if (service) return { url: service.inboundUrl, serviceSid: service.sid };
  return { url: senders.find((one) => one.id === id)?.inboundUrl ?? '', serviceSid: null };
}

function wordOf(text: string): keyof typeof REPLIES | null {
  const word = text.trim().toUpperCase();
  if (STOP_WORDS.includes(word)) return 'STOP';
  if (START_WORDS.includes(word)) return 'START';
  return HELP_WORDS.includes(word) ? 'HELP' : null;
}

type NewMessage = Pick<Message, 'accountSid' | 'from' | 'to' | 'body' | 'mediaUrl' | 'direction' | 'isAutomatic'>;

function keep(sim: Sim, message: NewMessage): Message {
  const stored: Message = {
    ...message,
    sid: `SM${sim.ids.hex('twilio.message', 32)}`,
    buttons: [],
    contentSid: null,
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
