import { z } from 'zod';
import { ControlError, found } from '../../values/control-error.ts';
import { digits } from '../../cast/people.ts';
import { PIXEL } from '../../values/pixel.ts';
import type { Sim } from '../../sim/sim.ts';
import { type Account, greenTelegram, keepMessage, type Message } from './state.ts';
import { postMessage } from './webhooks.ts';

export const InboundOrder = z.strictObject({
  /** Phone or chat id of the person. */
  from: z.union([z.string(), z.number()]),
  /** Phone of the account; the first when left out. */
  to: z.string().optional(),
  text: z.string().default(''),
  quoted: z.string().optional(),
  file: z
    .strictObject({
      name: z.string(),
      mime: z.string(),
      url: z.string().optional(),
      base64: z.base64().default(PIXEL),
      /** The gateway does not have it yet when it posts the message. */
      isLate: z.boolean().default(false),
    })
    .optional(),
});
type InboundOrder = z.infer<typeof InboundOrder>;

/** A person writes to an account. */
export function receiveMessage(sim: Sim, { from, to, text, quoted, file }: InboundOrder): Message {
  const account = accountOf(sim, to);
  const person = sim.people.forTelegram(from);
  const message = keepMessage(sim, {
    account: account.phone,
    chatId: person.chatId,
    direction: 'in',
    by: 'person',
    text,
    quoted: quoted ?? null,
    file: file ? { ...file, url: file.url ?? '', isFetched: file.url !== undefined } : null,
  });
  postMessage(sim, message, person);
  return message;
}

/** Somebody of the business types a message on the account's own phone. */
export function typeOnPhone(sim: Sim, order: { account?: string | undefined; to: string | number; text: string }) {
  const account = accountOf(sim, order.account);
  const person = sim.people.forTelegram(order.to);
  if (person.chatId === account.chatId) throw new ControlError(400, 'an account cannot write to itself');
  const message = keepMessage(sim, {
    account: account.phone,
    chatId: person.chatId,
    direction: 'out',
    by: 'app',
    text: order.text,
  });
  postMessage(sim, message, person);
  return message;
}

export function accountOf(sim: Sim, phone: string | undefined): Account {
  const { accounts } = greenTelegram(sim);
  return found(phone === undefined ? accounts[0] : accounts.find((one) => one.phone === digits(phone)), 'account');
}
