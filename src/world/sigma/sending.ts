import { z } from 'zod';
import { isRecord } from '../values/fields.ts';
import type { Sim } from '../sim/sim.ts';
import { SigmaError } from './errors.ts';
import { type Account, type Sending, type SendingStatus, sigmaState } from './state.ts';

const PRICE = 4.5;
const TASK = 'sigma.status';

const Order = z.object({
  recipient: z.string(),
  type: z.string(),
  payload: z.object({ sender: z.string(), text: z.string().min(1) }),
});

const KNOWN = { order: ['recipient', 'type', 'payload'], payload: ['sender', 'text'] };

/** `POST /sendings`: takes a message, charges it, and plans its statuses. */
export function acceptSending(sim: Sim, account: Account, body: unknown): Sending {
  warn(sim, body);
  const order = Order.safeParse(body);
  if (!order.success) throw new SigmaError(400, 'Неверный формат запроса');
  const { recipient, type, payload } = order.data;
  if (type !== 'sms') throw new SigmaError(400, `Тип ${type} не подключён`);
  const sender = account.senderNames.find((one) => one.name === payload.sender && one.type === 'sms');
  if (sender?.status !== 'approved') throw new SigmaError(400, `Имя отправителя ${payload.sender} не найдено`);
  const parts = partsOf(payload.text);
  const price = PRICE * parts;
  if (account.balance < price) throw new SigmaError(400, 'Недостаточно средств на балансе');

  const isNumber = /^\+[1-9]\d{6,14}$/.test(recipient);
  const error = isNumber ? 'Номер получателя не обслуживается' : 'Неверный номер получателя';
  const isRefused = !isNumber || recipient.endsWith('000');
  const sending: Sending = {
    id: `${sim.ids.hex('sigma.sending', 8)}-0000-4000-8000-${sim.ids.hex('sigma.sending', 12)}`,
    accountId: account.id,
    sender: payload.sender,
    recipient,
    text: payload.text,
    parts,
    price: isRefused ? 0 : price,
    status: isRefused ? 'failed' : 'pending',
    error: isRefused ? error : null,
    at: sim.clock.now(),
  };
  sigmaState(sim).sendings.push(sending);
  account.balance -= sending.price;
  if (!isRefused) planStatuses(sim, sending);
  sim.changed('sigma');
  return sending;
}

function warn(sim: Sim, body: unknown): void {
  if (!isRecord(body)) return;
  const payload = isRecord(body['payload']) ? Object.keys(body['payload']) : [];
  const unknown = [
    ...Object.keys(body).filter((field) => !KNOWN.order.includes(field)),
    ...payload.filter((field) => !KNOWN.payload.includes(field)).map((field) => `payload.${field}`),
  ];
  for (const field of unknown)
    sim.journal.warn({ at: sim.clock.iso(), channel: 'sigma', method: 'POST', path: '/sigma/api/sendings', field });
}

/** 160 or 153 characters in a part where all are Latin, else 70 or 67. */
function partsOf(text: string): number {
  // oxlint-disable-next-line no-control-regex -- what is outside ASCII is Unicode, near enough for a price
  const [single, part] = /^[\x00-\x7f]*$/.test(text) ? [160, 153] : [70, 67];
  return text.length <= single ? 1 : Math.ceil(text.length / part);
}

type Step = { id: string; status: SendingStatus; error: string | null };

function planStatuses(sim: Sim, { id, recipient, at }: Sending): void {
  const { statuses, statusDelayMs } = sim.behaviours.of('sigma');
  if (statuses === 'off') return;
  const isLost = recipient.endsWith('111');
  const steps: Step[] = isLost
    ? [{ id, status: 'failed', error: 'Абонент недоступен' }]
    : [
        { id, status: 'sent', error: null },
        { id, status: 'delivered', error: null },
      ];
  for (const [index, step] of steps.entries()) sim.agenda.schedule(TASK, at + (index + 1) * statusDelayMs, step);
}

export function runStatuses(sim: Sim): void {
  sim.agenda.on(TASK, (task) => {
    if (!isRecord(task)) return;
    const { id, status, error } = task as Step; // NOTE: written by `planStatuses` above
    const sending = sigmaState(sim).sendings.find((one) => one.id === id);
    if (!sending || sending.status === 'failed') return;
    Object.assign(sending, { status, error });
    sim.changed('sigma');
  });
}
