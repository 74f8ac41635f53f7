import { type SlidingWindow, slidingWindow } from '../values/limits.ts';
import { type Person, digits, waIdOf } from '../cast/people.ts';
import type { Sim } from '../sim/sim.ts';
import { readContent } from './content.ts';
import { MetaError } from './errors.ts';
import { SendBody, readPart } from './schemas.ts';
import { type Message, type WabaNumber, chatOf, keepMessage, windowUntil } from './state.ts';
import { planStatuses } from './statuses.ts';

/** The rates of a number; kept apart from the state because they are forgotten within seconds. */
export type Rates = { perSecond: SlidingWindow; perSecondCoexistence: SlidingWindow; pair: SlidingWindow };

/** One message to a person per 6 s; a quarter of a second is forgiven for the way to here. */
const PAIR_MS = 6000 - 250;

export function createRates(sim: Sim): Rates {
  const rates = {
    perSecond: slidingWindow(80, 1000),
    perSecondCoexistence: slidingWindow(20, 1000),
    pair: slidingWindow(1, PAIR_MS),
  };
  sim.onReset(() => {
    for (const rate of Object.values(rates)) rate.clear();
  });
  return rates;
}

/** The number that sends, and what limits it. */
export type Sender = { sim: Sim; rates: Rates; number: WabaNumber };

/** How phones end that never get a message. */
const FAILING_SUFFIXES: Record<string, number> = { '026': 131026, '049': 131049, '050': 131050 };

/**
 * Takes a message in, as `POST /messages` does.
 *
 * @returns the answer's body
 * @throws MetaError when the API refuses at once
 */
export async function sendMessage(
  { sim, rates, number }: Sender,
  body: unknown,
  warn: (field: string) => void,
): Promise<unknown> {
  const send = readPart(SendBody, body ?? {}, '', warn);
  const person = recipientOf(sim, send);
  if (person.phone === number.phone) throw new MetaError(131021, 'Sender and recipient phone numbers are the same');
  const content = await readContent(sim.state.d360, number.wabaId, send, warn);
  obeyLimits(sim, rates, number, person);

  const chat = chatOf(sim.state.d360, number.phoneNumberId, person.userId);
  const isOutside = send.type !== 'template' && sim.clock.now() >= windowUntil(chat);
  if (isOutside && sim.state.d360.syncWindowErrors) {
    throw new MetaError(131047, 'More than 24 hours have passed since the customer last replied to this number');
  }
  const { failsWith, ...shown } = content;
  const message: Message = {
    ...shown,
    id: `wamid.HBgL${sim.ids.token('wamid', 28)}`,
    phoneNumberId: number.phoneNumberId,
    userId: person.userId,
    direction: 'out',
    type: send.type,
    at: sim.clock.now(),
    ref: send.biz_opaque_callback_data ?? null,
    quoted: send.context?.message_id ?? null,
    status: 'accepted',
    error: null,
  };
  keepMessage(sim.state.d360, message);
  sim.judge.accept('d360', number.phoneNumberId, message.ref ?? undefined, message.at);
  planStatuses(sim, message, failureOf(person) ?? (isOutside ? 131047 : failsWith));
  sim.changed('d360');
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input: send.to ?? send.recipient, wa_id: waIdOf(person), user_id: person.userId }],
    messages: [{ id: message.id, message_status: 'accepted' }],
  };
}

function recipientOf(sim: Sim, { to, recipient }: SendBody): Person {
  if (to !== undefined) {
    const number = digits(to);
    if (number.length < 8 || number.length > 15) throw new MetaError(131009, `'${to}' is not a phone number`);
    return sim.people.byPhone(number);
  }
  if (recipient === undefined) throw new MetaError(131008, "Parameter 'to' is mandatory");
  const person = sim.people.byUserId(recipient);
  if (!person) throw new MetaError(131026, `user ${recipient} is not known`);
  return person;
}

function obeyLimits(sim: Sim, rates: Rates, number: WabaNumber, person: Person): void {
  if (sim.behaviours.of('d360').limits === 'off') return;
  const now = sim.clock.now();
  const perSecond = number.coexistence ? rates.perSecondCoexistence : rates.perSecond;
  if (perSecond.take(number.phoneNumberId, now) > 0) {
    throw new MetaError(130429, 'Cloud API message throughput has been reached', 429);
  }
  if (rates.pair.take(`${number.phoneNumberId}:${person.userId}`, now) > 0) {
    throw new MetaError(131056, 'Too many messages sent from this phone number to the same phone number');
  }
}

const failureOf = ({ phone }: Person) => (phone === null ? null : (FAILING_SUFFIXES[phone.slice(-3)] ?? null));
