import { expect, test } from 'vitest';
import { type ChannelEvent, UnreadableWebhook } from '#server/channels/port.ts';
import { UnreadablePayload } from '#server/connections/port.ts';
import { peopleOf } from './dialog360/standing.ts';
import { readWebhook as readDialog360 } from './dialog360/webhook.ts';
import { readWebhook as readEvolution } from './evolution/webhook.ts';
import { TELEGRAM_CHATS } from './green-api/telegram-chats.ts';
import { readWebhook as readGreenApi } from './green-api/webhook.ts';
import { sortOrders } from './iiko/orders.ts';
import { checkAccount } from './sigma/account.ts';
import type { Sigma } from './sigma/api.ts';
import { pollStatuses as pollSigma } from './sigma/statuses.ts';
import { readWebhook as readTelegram } from './telegram/webhook.ts';
import { readBalance as readTwilioBalance } from './twilio/balance.ts';
import { pollStatuses as pollTwilio } from './twilio/polls.ts';
import { readWebhook as readTwilio } from './twilio/webhook.ts';
import { readPayload } from './yclients/notices.ts';
import { readVisit } from './yclients/records.ts';

/*
 * Any number in a payload or an answer is parsed into values that can be stored and summed, or refused as unreadable: parsing
 * never fails otherwise.
 */

const receivedAt = Temporal.Instant.from('2026-03-02T08:00:00Z');
const webhook = (json: unknown) => ({ headers: {}, body: Buffer.from(JSON.stringify(json)), receivedAt });
const PLACE = { externalId: '4564', timeZone: 'Europe/Moscow', currency: 'RUB', phones: 'russian' } as const;

const FROM = { id: 5550001, is_bot: false, first_name: 'Анна' };
const CHAT = { id: 5550001, type: 'private' };
const MESSAGE = { message_id: 15, date: 1763683200, chat: CHAT, from: FROM, text: 'Да' };

const message360 = (value: object) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '1', changes: [{ field: 'messages', value: { messaging_product: 'whatsapp', ...value } }] }],
});

const GREEN_MESSAGE = {
  typeWebhook: 'incomingMessageReceived',
  instanceData: { idInstance: 7103000000, wid: '79990000001@c.us' },
  timestamp: 1763683200,
  idMessage: '3EB0',
};
const GREEN_STATUS = { ...GREEN_MESSAGE, typeWebhook: 'outgoingMessageStatus', status: 'failed' };
const GREEN_PLACE = { typeMessage: 'locationMessage', locationMessageData: { latitude: 55.7, longitude: 37.6 } };

/** A Sigma account whose every call has this answer. */
const sigmaWith = (json: unknown): Sigma => ({
  call: async (_credentials, { path }) => ({ kind: 'ok', json: path === '/sendernames' ? [{ name: 'Salon' }] : json }),
  accountOf: async () => ({ kind: 'ok', account: '1' }),
});

/** A Twilio account whose every call has this answer. */
const twilioWith = (json: unknown) => ({
  http: async () => ({ kind: 'answered' as const, status: 200, json, text: '', headers: {}, ms: 0 }),
  baseUrl: '',
  messagingUrl: '',
  contentUrl: '',
});
const TWILIO = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'token' };

type Reader = { payload: unknown; read: (payload: unknown) => unknown };

const READERS: Readonly<Record<string, Reader>> = {
  'a Telegram message': {
    payload: { update_id: 7, message: { ...MESSAGE, location: { latitude: 55.7, longitude: 37.6 } } },
    read: (json) => readTelegram(webhook(json)),
  },
  'a Telegram edit': {
    payload: { update_id: 7, edited_message: { ...MESSAGE, edit_date: 1763683260, reply_to_message: MESSAGE } },
    read: (json) => readTelegram(webhook(json)),
  },
  'a Telegram block': {
    payload: {
      update_id: 7,
      my_chat_member: { chat: CHAT, from: FROM, date: 1763683200, new_chat_member: { status: 'kicked' } },
    },
    read: (json) => readTelegram(webhook(json)),
  },
  'a WhatsApp message': {
    payload: message360({
      contacts: [{ profile: { name: 'Анна' }, wa_id: '79990001122' }],
      messages: [
        { from: '79990001122', id: 'wamid.1', timestamp: 1763683200, type: 'text', text: { body: 'Да' } },
        {
          from: '79990001122',
          id: 'wamid.2',
          timestamp: '1763683200',
          type: 'location',
          location: { latitude: 55.7, longitude: 37.6 },
        },
      ],
    }),
    read: (json) => readDialog360(webhook(json)),
  },
  'a WhatsApp status': {
    payload: message360({
      statuses: [
        {
          id: 'wamid.1',
          status: 'failed',
          timestamp: '1763683200',
          recipient_id: '79990001122',
          errors: [{ code: 131026, title: 'Undeliverable' }],
        },
      ],
    }),
    read: (json) => readDialog360(webhook(json)),
  },
  'a Twilio status': {
    payload: { MessageSid: 'SM1', MessageStatus: 'failed', ErrorCode: 30003, NumMedia: 0 },
    read: (json) => {
      const fields = Object.entries(Object(json)).map(([name, value]) => [name, String(value)]);
      return readTwilio({ body: Buffer.from(new URLSearchParams(fields).toString()), receivedAt });
    },
  },
  'a Twilio message that is polled': {
    payload: { status: 'delivered', error_code: 30003, price: '-0.05', num_segments: '2' },
    read: (json) => pollTwilio(twilioWith(json), TWILIO, ['SM1']),
  },
  'a Twilio balance': {
    payload: { balance: '12.5', currency: 'USD' },
    read: (json) => readTwilioBalance(twilioWith(json), TWILIO),
  },
  'a Sigma message that is polled': {
    payload: { state: { status: 'delivered' }, price: 3.2, parts: 2 },
    read: (json) => pollSigma(sigmaWith(json), {}, ['1']),
  },
  'a Sigma balance': {
    payload: { balance: 120.5, currency: 'RUB' },
    read: (json) => checkAccount(sigmaWith(json), { sender: 'Salon' }),
  },
  'a limit of a WhatsApp number': { payload: '250', read: (digits) => ({ peoplePerDay: peopleOf(`TIER_${digits}K`) }) },
  'a message of a linked WhatsApp number': {
    payload: { ...GREEN_MESSAGE, senderData: { chatId: '79990001122@c.us' }, messageData: GREEN_PLACE },
    read: (json) => readGreenApi(webhook(json)),
  },
  'a status of a linked WhatsApp number': {
    payload: { ...GREEN_STATUS, chatId: '79990001122@c.us' },
    read: (json) => readGreenApi(webhook(json)),
  },
  'a message of a Telegram account': {
    payload: {
      ...GREEN_MESSAGE,
      senderData: { chatId: '5550001', senderPhoneNumber: 79990001122 },
      messageData: GREEN_PLACE,
    },
    read: (json) => readGreenApi(webhook(json), TELEGRAM_CHATS),
  },
  'a message of a linked number at Evolution': {
    payload: {
      event: 'messages.upsert',
      sender: '79990000001@s.whatsapp.net',
      data: {
        key: { remoteJid: '79990001122@s.whatsapp.net', id: '3EB0' },
        message: { locationMessage: { degreesLatitude: 55.7, degreesLongitude: 37.6 } },
        messageTimestamp: 1763683200,
      },
    },
    read: (json) => readEvolution(webhook(json)),
  },
  'a booking notice': {
    payload: { company_id: 4564, resource: 'record', resource_id: 900001, data: { id: 900001 } },
    read: (json) => readPayload(webhook(json).body),
  },
  'a booking record': {
    payload: {
      id: 900001,
      company_id: 4564,
      staff_id: 77,
      visit_id: 800001,
      activity_id: 0,
      services: [
        { id: 31, title: 'Haircut', cost: 1500, cost_to_pay: 1350, discount: 10, first_cost: 1500, amount: 2 },
        { id: 32, title: 'Styling', cost: 500, amount: 1 },
      ],
      staff: { id: 77, name: 'Anna' },
      client: { id: 555, name: 'Ivan', phone: '+79990001122', success_visits_count: 8, visits: 9, spent: 12_000 },
      date: '2026-01-20 18:30:00',
      datetime: '2026-01-20T18:30:00+03:00',
      create_date: '2026-01-18T12:36:27+0300',
      last_change_date: '2026-01-18T14:22:50+0300',
      attendance: 2,
      seance_length: 1800,
      length: 1800,
      deleted: false,
    },
    read: (json) => readVisit(json, PLACE),
  },
  'a restaurant order': {
    payload: {
      id: 'order-1',
      timestamp: 1763683200000,
      creationStatus: 'Success',
      order: {
        phone: '+79161112233',
        status: 'OnWay',
        number: 412,
        sum: 1890.5,
        whenCreated: '2026-01-20 18:30:00.000',
        completeBefore: '2026-01-20T18:30:00+03:00',
        customer: { type: 'regular', id: 'c-1', name: 'Анна', birthdate: '1990-05-01 00:00:00.000' },
        items: [{ product: { name: 'Pizza' }, amount: 2 }],
      },
    },
    read: (json) => sortOrders([json], PLACE),
  },
};

const NUMBERS = [1e22, -1e22, 1e308, 2 ** 53, 2 ** 31, 1e12, -1, 0, 0.1, 253_402_300_800, 8_640_000_000_001, 1e17];
const DATES = ['+012026-01-20T18:30:00+03:00', '9999-12-31 23:59:59', '-271821-04-20T00:00:00Z', '0000-00-00'];

/** The payload with each of its numbers, and each of its dates, replaced by one that is far out, one at a time. */
function mutantsOf(value: unknown): unknown[] {
  if (typeof value === 'number') return [...NUMBERS, ...NUMBERS.map(String), 'many'];
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\d/.test(value)) return DATES;
    return /^-?\d+(\.\d+)?$/.test(value) ? [...NUMBERS, ...NUMBERS.map(String)] : [];
  }
  if (Array.isArray(value)) return value.flatMap((item, at) => mutantsOf(item).map((mutant) => value.with(at, mutant)));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    mutantsOf(inner).map((mutant) => ({ ...value, [name]: mutant })),
  );
}

/** Values that the database stores as integers. */
const INTEGERS = new Set(['durationMinutes', 'visitsCount', 'peoplePerDay']);
/** The number of parts of a message is a small integer there. */
const LARGEST: Readonly<Record<string, number>> = { parts: 2 ** 15 };
const FAR = Temporal.Instant.from('2100-01-01T00:00:00Z').epochMilliseconds;

/** Paths of what cannot be stored or added to a time. */
function unusable(value: unknown, path = ''): string[] {
  if (value instanceof Temporal.Instant) return Math.abs(value.epochMilliseconds) <= FAR ? [] : [path];
  if (typeof value === 'number') {
    const name = path.split('.').at(-1) ?? '';
    const end = LARGEST[name] ?? (INTEGERS.has(name) ? 2 ** 31 : Number.MAX_SAFE_INTEGER);
    return Number.isFinite(value) && Math.abs(value) < end ? [] : [path];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => unusable(inner, `${path}.${name}`));
}

async function outcomeOf(read: Reader['read'], payload: unknown): Promise<string[]> {
  try {
    return unusable(await read(payload));
  } catch (error) {
    const isRefused = error instanceof UnreadableWebhook || error instanceof UnreadablePayload;
    return isRefused ? unusable((error as { events?: ChannelEvent[] }).events ?? []) : [String(error)];
  }
}

test.each(Object.entries(READERS))('%s with any number in it is read, or refused as unreadable', async (_, one) => {
  expect(await outcomeOf(one.read, one.payload)).toEqual([]);
  const mutants = mutantsOf(one.payload);
  expect(mutants.length).toBeGreaterThan(10);
  const failed: { outcome: string[]; mutant: string }[] = [];
  for (const mutant of mutants) {
    const outcome = await outcomeOf(one.read, mutant);
    if (outcome.length > 0) failed.push({ outcome, mutant: JSON.stringify(mutant) });
  }
  expect(failed).toEqual([]);
});

test('a Telegram message of a time beyond our calendar, and an order with a sum of 10²², are unreadable', () => {
  expect(() => readTelegram(webhook({ update_id: 7, message: { ...MESSAGE, date: 1e15 } }))).toThrow(UnreadableWebhook);
  const { payload } = READERS['a restaurant order'] as { payload: { order: object } };
  const { orders, unreadable } = sortOrders([payload, { ...payload, order: { ...payload.order, sum: 1e22 } }], PLACE);
  expect([orders.length, unreadable.length]).toEqual([1, 1]);
});
