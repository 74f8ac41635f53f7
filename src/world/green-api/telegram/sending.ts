import { isReachable } from '../../values/addresses.ts';
import { isRecord } from '../../values/fields.ts';
import { digits, type Person } from '../../cast/people.ts';
import type { Sim } from '../../sim/sim.ts';
import { GatewayError } from './errors.ts';
import { greenTelegram, type Instance, keepMessage, type Message } from './state.ts';
import { postMessage, postStatus } from './webhooks.ts';

const LONGEST_TEXT = 4_096;
const LONGEST_CAPTION = 1_024;
const TASK = 'greentg.status';

export type Send = {
  chatId: string;
  text: string;
  quoted: string | null;
  file: { url: string; name: string } | null;
};

/** Takes a message of an instance; without a session it is kept for later, as the gateway does. */
export async function acceptMessage(sim: Sim, instance: Instance, { chatId, text, quoted, file }: Send) {
  const { floods, accounts } = greenTelegram(sim);
  if (instance.state === 'starting') throw new GatewayError(400, 'instance in starting process try later');
  if (instance.state !== 'authorized') throw new GatewayError(400, 'instance account not authorized');
  if (floods.left > 0) {
    floods.left -= 1;
    throw new GatewayError(429, `FLOOD_WAIT_${floods.seconds}`, floods.seconds);
  }
  if (text === '' && !file)
    throw new GatewayError(400, 'Validation failed. Details: "message" is not allowed to be empty');
  if (text.length > (file ? LONGEST_CAPTION : LONGEST_TEXT))
    throw new GatewayError(400, 'Validation failed. Details: "message" length is too long');
  if (file && !(await isReachable(file.url))) throw new GatewayError(400, 'bad request data: urlFile is not available');
  const account = accounts.find(({ phone }) => phone === instance.phone);
  const isSelf = chatId === String(account?.chatId);
  const person = isSelf ? null : personOf(sim, chatId);
  const message = keepMessage(sim, {
    account: instance.phone ?? '',
    chatId: isSelf ? Number(chatId) : (person?.chatId ?? 0),
    direction: 'out',
    by: 'api',
    text,
    quoted,
    file: file && { ...file, mime: mimeOf(file.name), isFetched: true },
    status: 'queued',
  });
  postMessage(sim, message, person);
  planStatuses(sim, message, problemOf(sim, message, person));
  return { idMessage: message.id };
}

/** @returns undefined for somebody Telegram does not know */
export function findByPhone(sim: Sim, phone: string): Person | undefined {
  if (digits(phone).endsWith('404')) return undefined;
  return sim.people.byPhone(phone);
}

function personOf(sim: Sim, chatId: string): Person {
  const [id = '', host] = chatId.split('@');
  const person = host === 'c.us' ? findByPhone(sim, id) : sim.people.byChat(Number(id));
  if (!person) throw new GatewayError(400, 'bad request data: PHONE_NOT_OCCUPIED');
  return person;
}

const ENDINGS = { '403': 'USER_PRIVACY_RESTRICTED', '500': 'MSG_ID_INVALID', '420': 'PEER_FLOOD' } as const;

function problemOf(sim: Sim, { account, chatId }: Message, person: Person | null): string | null {
  if (person?.deactivated) return 'INPUT_USER_DEACTIVATED';
  if (greenTelegram(sim).blocked.includes(`${account} ${chatId}`)) return 'USER_IS_BLOCKED';
  return Object.entries(ENDINGS).find(([ending]) => person?.phone?.endsWith(ending))?.[1] ?? null;
}

type Step = { id: string; account: string; chatId: number; status: Message['status']; problem: string | null };

/** Telegram reports no delivery: a message is sent, and later read. */
function planStatuses(sim: Sim, { id, account, chatId, at }: Message, problem: string | null): void {
  const { statuses, reads, statusDelayMs } = sim.behaviours.of('greentg');
  const isToItself = chatId === greenTelegram(sim).accounts.find(({ phone }) => phone === account)?.chatId;
  if (statuses === 'off' && !isToItself) return;
  const arrived: Message['status'][] = reads === 'on' ? ['sent', 'read'] : ['sent'];
  const order: Message['status'][] = problem ? ['failed'] : arrived;
  const steps = greenTelegram(sim).switches.reorder ? order.toReversed() : order;
  for (const [index, status] of steps.entries()) {
    const step: Step = { id, account, chatId, status, problem };
    sim.agenda.schedule(TASK, at + (index + 1) * statusDelayMs, step);
  }
}

export function runStatuses(sim: Sim): void {
  sim.agenda.on(TASK, (task) => {
    if (!isRecord(task)) return;
    const { id, account, chatId, status, problem } = task as Step; // NOTE: written by `planStatuses` above
    const message = findMessage(sim, { id, account, chatId });
    if (message) reportStatus(sim, message, status, problem);
  });
}

export const findMessage = (sim: Sim, { id, account, chatId }: Pick<Message, 'id' | 'account' | 'chatId'>) =>
  greenTelegram(sim).messages.find((one) => one.id === id && one.account === account && one.chatId === chatId);

const RANK = ['queued', 'sent', 'read', 'failed'];

/** Moves a message on, and posts it. */
export function reportStatus(sim: Sim, message: Message, status: Message['status'], problem: string | null): void {
  if (RANK.indexOf(status) > RANK.indexOf(message.status)) message.status = status;
  if (problem !== null) message.problem = problem;
  postStatus(sim, message, status, problem);
  sim.changed('greentg');
}

const MIMES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
};

const mimeOf = (name: string) => MIMES[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';
