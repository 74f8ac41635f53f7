import { ControlError } from '../values/control-error.ts';
import { isRecord } from '../values/fields.ts';
import type { Sim } from '../sim/sim.ts';
import { type Gateway, type Message, type Session, type Status, whatsAppState } from './state.ts';

/** An event that a session receives from WhatsApp; its gateway posts it on in its own dialect. */
export type NetworkEvent =
  | { kind: 'state' }
  | { kind: 'message'; message: Message; name: string }
  /** Typed on the phone itself. */
  | { kind: 'own'; message: Message }
  | { kind: 'status'; message: Message; status: Status };

type Listener = (session: Session, event: NetworkEvent) => void;

const listeners = new WeakMap<Sim, Map<Gateway, Listener>>();
const SIGN_IN = 'whatsapp.sign-in';
const STATUS = 'whatsapp.status';
const SIGN_IN_MS = 200;
/** How long a code is shown. */
export const CODE_MS = 20_000;
/** A code is on a screen while it was asked for this lately. */
const SHOWN_MS = 15_000;

/** A gateway posts what its sessions learn. */
export function listen(sim: Sim, gateway: Gateway, listener: Listener): void {
  const known = listeners.get(sim) ?? new Map<Gateway, Listener>();
  listeners.set(sim, known.set(gateway, listener));
}

export function runNetwork(sim: Sim): void {
  sim.agenda.on(SIGN_IN, (id) => {
    const session = findSession(sim, String(id));
    if (session?.state === 'starting') setState(sim, session, 'authorized');
  });
  sim.agenda.on(STATUS, (task) => {
    if (!isRecord(task)) return;
    const message = whatsAppState(sim).messages.find(({ id }) => id === task['id']);
    if (message) report(sim, message, task['status'] as Status); // NOTE: written by `plan` below
  });
}

export function findSession(sim: Sim, id: string): Session | undefined {
  return whatsAppState(sim).sessions.find((session) => session.id === id);
}

type Opening = Pick<Session, 'gateway' | 'id' | 'token' | 'webhookUrl' | 'settings'>;

export function openSession(sim: Sim, opening: Opening): Session {
  const session: Session = {
    ...opening,
    state: 'notAuthorized',
    number: null,
    linkedAt: null,
    code: null,
    codeAt: 0,
    shownAt: 0,
    phoneCode: null,
    codeCount: 0,
    isClosed: false,
    isDeaf: false,
    healsOnRestart: true,
  };
  whatsAppState(sim).sessions.push(session);
  sim.changed(session.gateway);
  return session;
}

export function deleteSession(sim: Sim, session: Session): void {
  const state = whatsAppState(sim);
  state.sessions = state.sessions.filter((one) => one !== session);
  sim.changed(session.gateway);
}

/** The code to show now: a new one every 20 seconds. @param most codes until a restart; absent: any number */
export function codeOf(sim: Sim, session: Session, most = Infinity): string | null {
  const now = sim.clock.now();
  if (session.code === null || now - session.codeAt >= CODE_MS) {
    if (session.codeCount >= most) {
      session.code = null;
      return null;
    }
    session.codeCount += 1;
    session.codeAt = now;
    session.code = `2@${sim.ids.hex('whatsapp.code', 64)},${session.id},${session.codeCount}`;
  }
  session.shownAt = now;
  sim.changed(session.gateway);
  return session.code;
}

/** Sessions whose code is on some screen now, the one asked for last first. */
export function codesOnScreens(sim: Sim): Session[] {
  const since = sim.clock.now() - SHOWN_MS;
  return whatsAppState(sim)
    .sessions.filter((one) => one.state === 'notAuthorized' && one.code !== null && one.shownAt >= since)
    .toSorted((a, b) => b.shownAt - a.shownAt);
}

/** The phone's camera reads a code. @param code absent: the one on the screen */
export function scan(sim: Sim, number: string, code?: string): Session {
  const phone = whatsAppState(sim).phones.find((one) => one.number === number);
  if (!phone) throw new ControlError(404, 'phone not found');
  const shown = codesOnScreens(sim);
  const session = code === undefined ? shown[0] : shown.find((one) => one.code === code);
  if (!session) throw new ControlError(409, 'no code is on a screen', { code: 'no_code' });
  return join(sim, session, number);
}

/** How long a code can be entered on a phone. */
const PHONE_CODE_MS = 150_000;
/** The letters and digits of such codes. */
const PHONE_CODE_SIGNS = '123456789ABCDEFGHJKLMNPQRSTVWXYZ';

/** Makes the code that a phone may enter instead of scanning. */
export function makePhoneCode(sim: Sim, session: Session, number: string): string {
  const bytes = Buffer.from(sim.ids.hex('whatsapp.phone-code', 16), 'hex');
  const code = Array.from(bytes, (byte) => PHONE_CODE_SIGNS[byte % PHONE_CODE_SIGNS.length]).join('');
  session.phoneCode = { number, code, at: sim.clock.now() };
  sim.changed(session.gateway);
  return code;
}

/** A code is entered on a phone, with or without its dash. */
export function enterPhoneCode(sim: Sim, number: string, typed: string): Session {
  const phone = whatsAppState(sim).phones.find((one) => one.number === number);
  if (!phone) throw new ControlError(404, 'phone not found');
  const code = typed.replaceAll(/[^\dA-Za-z]/g, '').toUpperCase();
  const since = sim.clock.now() - PHONE_CODE_MS;
  const session = whatsAppState(sim).sessions.find(
    (one) =>
      one.state === 'notAuthorized' &&
      one.phoneCode?.number === number &&
      one.phoneCode.code === code &&
      one.phoneCode.at >= since,
  );
  if (!session) throw new ControlError(409, 'the code is wrong, or over', { code: 'wrong_code' });
  return join(sim, session, number);
}

function join(sim: Sim, session: Session, number: string): Session {
  Object.assign(session, { number, code: null, phoneCode: null, linkedAt: sim.clock.now() });
  setState(sim, session, 'starting');
  sim.agenda.schedule(SIGN_IN, sim.clock.now() + SIGN_IN_MS, session.id);
  return session;
}

/** Ends a session: from the phone, by the gateway, or because WhatsApp blocked the number. */
export function setState(sim: Sim, session: Session, state: Session['state']): void {
  session.state = state;
  if (state === 'notAuthorized') Object.assign(session, { code: null, phoneCode: null, isClosed: true });
  listeners.get(sim)?.get(session.gateway)?.(session, { kind: 'state' });
  if (state === 'authorized') sendHeld(sim, session);
  sim.changed(session.gateway);
}

/** Connects again: codes begin again, and a deaf session may receive events again. */
export function restart(sim: Sim, session: Session): void {
  Object.assign(session, { codeCount: 0, code: null, phoneCode: null, isClosed: false });
  if (session.healsOnRestart) session.isDeaf = false;
  sim.changed(session.gateway);
}

export const isOnWhatsApp = (phone: string) => !phone.endsWith('404');

type Sending = Pick<Message, 'number' | 'phone'> & Partial<Pick<Message, 'text' | 'buttons' | 'media' | 'quoted'>>;

/** A session sends. While it is signed out, the message waits: see `sendHeld`. */
export function send(sim: Sim, session: Session, sending: Sending): Message {
  const message = keep(sim, { ...sending, direction: 'out', sessionId: session.id });
  if (session.state === 'authorized') plan(sim, session, message);
  return message;
}

const HELD_MS = 86_400_000;

function sendHeld(sim: Sim, session: Session): void {
  const held = whatsAppState(sim).messages.filter((one) => one.sessionId === session.id && one.status === 'accepted');
  for (const message of held) if (sim.clock.now() - message.at < HELD_MS) plan(sim, session, message);
}

/** A person writes to a business. */
export function receive(sim: Sim, order: Sending & Partial<Pick<Message, 'tapped'>>): Message {
  const person = sim.people.byPhone(order.phone);
  const message = keep(sim, { ...order, phone: person.phone ?? order.phone, direction: 'in', sessionId: null });
  message.status = 'delivered';
  emit(sim, message.number, { kind: 'message', message, name: person.name });
  return message;
}

/** The owner types on the phone itself. */
export function typeOnPhone(sim: Sim, order: Sending): Message {
  const message = keep(sim, { ...order, direction: 'out', sessionId: null });
  message.status = 'delivered';
  emit(sim, message.number, { kind: 'own', message });
  return message;
}

/** A session shows a person that their messages were read: one, or all until it. @returns whether there was such a one */
export function markRead(
  sim: Sim,
  { number }: Session,
  chat: { phone: string; last: string | null; isAlone?: boolean },
) {
  const received = whatsAppState(sim).messages.filter(
    (one) => one.direction === 'in' && one.number === number && one.phone === chat.phone,
  );
  const last = chat.last === null ? received.length - 1 : received.findIndex(({ id }) => id === chat.last);
  for (const message of received.slice(chat.isAlone ? Math.max(last, 0) : 0, last + 1)) message.status = 'read';
  sim.changed('greenapi');
  return last >= 0;
}

/** Moves a message on, and reports it; a status may be reported again, or out of turn. */
export function report(sim: Sim, message: Message, status: Status): void {
  const rank: readonly Status[] = ['accepted', 'failed', 'sent', 'delivered', 'read'];
  if (rank.indexOf(status) > rank.indexOf(message.status)) message.status = status;
  if (status === 'failed')
    message.error = isOnWhatsApp(message.phone)
      ? { code: 'failed', title: 'The message was not sent' }
      : { code: 'noAccount', title: 'No WhatsApp account' };
  emit(sim, message.number, { kind: 'status', message, status });
}

function plan(sim: Sim, session: Session, message: Message): void {
  const { statuses, statusDelayMs, reads } = sim.behaviours.of(session.gateway);
  // A message to itself is how a session proves that it works.
  if (statuses === 'off' && message.phone !== message.number) return;
  const isLost = message.phone.endsWith('500') || !isOnWhatsApp(message.phone);
  const delivered: Status[] = reads === 'on' ? ['sent', 'delivered', 'read'] : ['sent', 'delivered'];
  for (const [index, status] of (isLost ? (['failed'] as const) : delivered).entries())
    sim.agenda.schedule(STATUS, sim.clock.now() + statusDelayMs * 2 ** index, { id: message.id, status });
}

function keep(sim: Sim, given: Sending & Pick<Message, 'direction' | 'sessionId'> & Partial<Message>): Message {
  const message: Message = {
    text: null,
    buttons: [],
    tapped: null,
    media: null,
    quoted: null,
    status: 'accepted',
    error: null,
    ...given,
    id: `3EB0${sim.ids.hex('whatsapp.message', 18).toUpperCase()}`,
    at: sim.clock.now(),
  };
  whatsAppState(sim).messages.push(message);
  sim.changed('greenapi');
  return message;
}

function emit(sim: Sim, number: string, event: NetworkEvent): void {
  for (const session of whatsAppState(sim).sessions)
    if (session.number === number && session.state === 'authorized' && !session.isDeaf)
      listeners.get(sim)?.get(session.gateway)?.(session, event);
  sim.changed('greenapi');
}
