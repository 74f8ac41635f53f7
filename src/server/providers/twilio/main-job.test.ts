import { beforeAll, expect, test } from 'vitest';
import { type Channel, connectChannel, removeChannel } from '#contract/channels/calls.ts';
import { listMessageLog } from '#contract/delivery/calls.ts';
import { createFlow, type FlowKind, switchFlowMode } from '#contract/flows/calls.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';
import { wholeSalon } from '#server/testing/houses/whole-salon.ts';

const salon = await wholeSalon();
const { server, world, owner, pass } = salon;
const { token } = owner;

let sms: Channel;
beforeAll(async () => {
  const credentials = {
    accountSid: `AC${'1'.padStart(32, '0')}`,
    authToken: 'twilio-demo-token',
    sender: '+79990000101',
  };
  sms = (await server.call(connectChannel, { token, body: { kind: 'twilio_sms', ...credentials } })).body;
  for (const [kind, delay] of [['visit_created'], ['visit_reminder', -60 * 24]] as [FlowKind, number?][]) {
    const settings = defaultSettings(kind, 'ru', delay);
    // WhatsApp has no template for these, so its window keeps it from going first.
    const body = { kind, settings: { ...settings, content: { ...settings.content, templates: [] } } };
    const { body: flow } = await server.call(createFlow, { token, body });
    await server.call(switchFlowMode, { token, params: { flowId: flow.id }, body: { mode: 'combat' } });
  }
});

type Chat = { phone: string; messages: { direction: string; text: string; status: string; note: string | null }[] };
const phoneShows = async (phone: string) => {
  const { phones } = await world.control<{ phones: { chats: Chat[] }[] }>('GET', '/phones');
  const chat = phones.flatMap(({ chats }) => chats).find((one) => one.phone === phone);
  return (chat?.messages ?? [])
    .filter(({ note }) => note === null)
    .map(({ direction, text }) => `${direction}: ${text}`);
};
const text = (from: string, words: string) =>
  world.control('POST', '/phones/twilio/messages', { from, to: sms.address, text: words });
type VisitRecord = { id: number; attendance: number; deleted: boolean };
const book = (date: string, phone: string) =>
  world.control<VisitRecord>('POST', '/yclients/records', { client: { name: 'Анна', phone }, date });
const theRecord = async (id: number) => {
  const { records } = await world.control<{ records: VisitRecord[] }>('GET', '/yclients');
  return records.find((record) => record.id === id);
};
const log = async (search: string) => (await server.call(listMessageLog, { token, query: { search } })).body.items;

test('an SMS is sent where WhatsApp and Telegram cannot be used, and "1" confirms the visit', async () => {
  const { id } = await book('2026-03-04 15:00', '79161112233');
  await pass({ seconds: 5 });
  await pass({ hours: 28 });
  const shown = await phoneShows('+79161112233');
  expect(shown).toHaveLength(2);
  expect(shown[1]).toMatch(/1 - .+\n2 - /);
  expect(await log('79161112233')).toMatchObject([
    { channelKind: 'twilio_sms', status: 'delivered' },
    { channelKind: 'twilio_sms', status: 'delivered' },
  ]);

  await text('+79161112233', '1');
  await pass({ seconds: 1 });
  await pass({ seconds: 5 });
  expect((await phoneShows('+79161112233')).slice(2)).toEqual([
    'in: 1',
    'out: Спасибо, запись на 4 марта, 15:00 подтверждена. Ждём вас.',
  ]);
  expect(await theRecord(id)).toMatchObject({ attendance: 2 });
});

test('messages waiting for a disconnected channel are not sent', async () => {
  await server.call(removeChannel, { token, params: { channelId: sms.id } });
  await book('2026-03-12 15:00', '79160001122');
  await pass({ seconds: 5 });
  expect(await phoneShows('+79160001122')).toEqual([]);
});
