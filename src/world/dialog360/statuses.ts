import { isRecord } from '../values/fields.ts';
import { waIdOf } from '../cast/people.ts';
import type { Sim } from '../sim/sim.ts';
import { emitMessages } from './emit.ts';
import { TITLES } from './errors.ts';
import { type Message, type MessageStatus, chatOf, windowUntil } from './state.ts';

const TASK = 'd360.status';
const RANK: Record<MessageStatus, number> = { accepted: 0, sent: 1, failed: 1, delivered: 2, read: 3 };
/** When each comes, in multiples of the status delay. */
const STEPS = [1, 2, 4] as const;

type Step = { status: MessageStatus; at: number };

/** Plans what the network will say about an accepted message. */
export function planStatuses(sim: Sim, message: Message, failsWith: number | null): void {
  const { statusDelayMs, statuses: mode, reads } = sim.behaviours.of('d360');
  if (mode === 'off') return;
  const nth = sim.ids.next('d360.accepted') % 10;
  const statuses: MessageStatus[] = ['sent'];
  if (nth !== 4) statuses.push('delivered');
  if (nth === 8) statuses.push('delivered');
  if (reads === 'on') statuses.push('read');

  const steps = failsWith === null ? statuses.map((status) => toStep(message, status, statusDelayMs)) : [];
  if (failsWith !== null) steps.push({ status: 'failed', at: message.at + statusDelayMs });
  const times = steps.map((step) => step.at);
  const arrivals = sim.state.d360.reorder ? times.toReversed() : times;
  for (const [index, step] of steps.entries()) {
    sim.agenda.schedule(TASK, arrivals[index] ?? step.at, { id: message.id, ...step, code: failsWith });
  }
}

export function runStatuses(sim: Sim): void {
  sim.agenda.on(TASK, (task) => {
    if (!isRecord(task)) return;
    const message = sim.state.d360.messages[String(task['id'])];
    // The plan was written by planStatuses above.
    const change = { status: task['status'] as MessageStatus, at: Number(task['at']), code: Number(task['code']) };
    if (message) emitStatus(sim, message, change);
  });
}

/** `code` says why it failed. */
export type StatusChange = { status: MessageStatus; at: number; code: number };

/** Sends one status webhook. */
export function emitStatus(sim: Sim, message: Message, { status, at, code }: StatusChange): void {
  const number = sim.state.d360.numbers.find((candidate) => candidate.phoneNumberId === message.phoneNumberId);
  const person = sim.people.byUserId(message.userId);
  if (!number || !person) return;
  if (RANK[status] > RANK[message.status]) message.status = status;
  if (status === 'failed') message.error = { code, title: TITLES[code] ?? 'Error' };
  emitMessages(sim, number, {
    statuses: [
      {
        id: message.id,
        status,
        timestamp: String(Math.floor(at / 1000)),
        recipient_id: waIdOf(person),
        recipient_user_id: person.userId,
        ...(message.ref !== null && { biz_opaque_callback_data: message.ref }),
        ...(status === 'failed' ? { errors: [failure(code)] } : billing(sim, message, status)),
      },
    ],
  });
  sim.changed('d360');
}

const failure = (code: number) => ({
  code,
  title: TITLES[code] ?? 'Error',
  message: TITLES[code] ?? 'Error',
  error_data: { details: TITLES[code] ?? 'Error' },
  href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
});

function billing(sim: Sim, message: Message, status: MessageStatus): Record<string, unknown> {
  if (status === 'read') return {};
  const until = windowUntil(chatOf(sim.state.d360, message.phoneNumberId, message.userId));
  const isFree = message.at < until;
  const origin = message.templateName === null ? 'service' : 'utility';
  return {
    conversation: {
      id: `conv_${message.userId}`,
      ...(isFree && { expiration_timestamp: String(Math.floor(until / 1000)) }),
      origin: { type: origin },
    },
    pricing: {
      billable: !isFree,
      pricing_model: 'PMP',
      type: isFree ? 'free_customer_service' : 'regular',
      category: origin,
    },
  };
}

function toStep(message: Message, status: MessageStatus, delayMs: number): Step {
  const multiple = STEPS[RANK[status] - 1] ?? 1;
  return { status, at: message.at + delayMs * multiple };
}
