import type { Sim } from '../../sim/sim.ts';
import { GatewayError } from './errors.ts';
import { greenTelegram, type Instance, keepMessage, TELEGRAM_CHAT } from './state.ts';
import { postState } from './webhooks.ts';

/** A code works for this long, and no other one is sent within it. */
const CODE_MS = 5 * 60_000;
const SIGNING_IN = 'greentg.sign-in';

type Answer = { status: boolean; data: Record<string, unknown> };

const refused = (reason: string): Answer => ({ status: false, data: { resultCode: 400, reason } });

/** `startAuthorization`: Telegram sends a code to the chat of itself on the account's phone. */
export function startSignIn(sim: Sim, instance: Instance, phoneNumber: number): Answer {
  if (instance.state === 'authorized') throw new GatewayError(400, 'instance account already authorized');
  const phone = String(phoneNumber);
  if (phone.endsWith('000')) return refused('PHONE_NUMBER_BANNED');
  const account = greenTelegram(sim).accounts.find((one) => one.phone === phone);
  if (!account) return refused('PHONE_NUMBER_UNOCCUPIED');
  const { floods } = greenTelegram(sim);
  if (floods.left > 0) {
    floods.left -= 1;
    return refused(`FLOOD_WAIT_${floods.seconds}`);
  }
  const now = sim.clock.now();
  const isFresh = instance.phone === phone && instance.code !== null && now - instance.code.sentAt < CODE_MS;
  instance.phone = phone;
  if (isFresh) return { status: true, data: { resultCode: 200 } };
  instance.state = 'notAuthorized';
  sim.people.byPhone(phone, account.name); // the page shows the phones of people it knows
  const code = String(10_000 + Math.floor(sim.ids.chance('greentg.code') * 90_000));
  instance.code = { code, sentAt: now };
  keepMessage(sim, {
    account: phone,
    chatId: TELEGRAM_CHAT,
    direction: 'in',
    by: 'telegram',
    text: `Login code: ${code}. Do not give this code to anyone.`,
  });
  return { status: true, data: { resultCode: 200 } };
}

/** `sendAuthorizationCode`. */
export function enterCode(sim: Sim, instance: Instance, typed: string, password: string | undefined): Answer {
  const { code } = instance;
  if (!code || sim.clock.now() - code.sentAt > CODE_MS) return refused('PHONE_CODE_EXPIRED');
  if (typed !== code.code) return refused('PHONE_CODE_INVALID');
  instance.code = null;
  const account = greenTelegram(sim).accounts.find(({ phone }) => phone === instance.phone);
  if (account?.password != null && password === undefined) {
    instance.state = 'pendingPassword';
    sim.changed('greentg');
    return { status: true, data: { resultCode: 200, stateInstance: 'pendingPassword' } };
  }
  if (account?.password != null && password !== account.password) return refused('PASSWORD_HASH_INVALID');
  return signIn(sim, instance);
}

/** `sendAuthorizationPassword`. */
export function enterPassword(sim: Sim, instance: Instance, password: string): Answer {
  if (instance.state !== 'pendingPassword') return refused('AUTH_RESTART');
  const account = greenTelegram(sim).accounts.find(({ phone }) => phone === instance.phone);
  if (password !== account?.password) return refused('PASSWORD_HASH_INVALID');
  return signIn(sim, instance);
}

/** The session starts, and is ready a moment later. */
function signIn(sim: Sim, instance: Instance): Answer {
  instance.state = 'starting';
  sim.agenda.schedule(SIGNING_IN, sim.clock.now() + 200, instance.id);
  sim.changed('greentg');
  return { status: true, data: { resultCode: 200 } };
}

export function runSignIns(sim: Sim): void {
  sim.agenda.on(SIGNING_IN, (id) => {
    const instance = greenTelegram(sim).instances.find((one) => one.id === id);
    if (instance?.state === 'starting') changeState(sim, instance, 'authorized');
  });
}

export function changeState(sim: Sim, instance: Instance, state: Instance['state']): void {
  instance.state = state;
  if (state === 'notAuthorized') instance.code = null;
  postState(sim, instance);
  sim.changed('greentg');
}
