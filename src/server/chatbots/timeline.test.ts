import { expect, test } from 'vitest';
import { listMessageLog } from '#contract/delivery/calls.ts';
import { createFlow, type FlowKind, switchFlowMode } from '#contract/flows/calls.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';
import { wholeSalon } from '#server/testing/houses/whole-salon.ts';

const salon = await wholeSalon();
const { server, world, owner, pass } = salon;
const { token } = owner;

/** A live flow with the salon's template for WhatsApp outside its 24 hours. */
async function live(kind: FlowKind, delayMinutes?: number) {
  const settings = defaultSettings(kind, 'ru', delayMinutes);
  const parameters = ['{clientName}', '{recordDate} {recordTime}', '{serviceTitle}', '{branchTitle}'];
  const templates = [{ channelId: salon.whatsApp.id, name: kind, language: 'ru', parameters }];
  const body = { kind, settings: { ...settings, content: { ...settings.content, templates } } };
  const { body: flow } = await server.call(createFlow, { token, body });
  await server.call(switchFlowMode, { token, params: { flowId: flow.id }, body: { mode: 'combat' } });
}

type Chat = { phone: string; messages: { direction: string; text: string; status: string }[] };
const phoneShows = async (phone: string) => {
  const { chats } = await world.control<{ chats: Chat[] }>('GET', '/d360');
  return (chats.find((chat) => chat.phone === phone)?.messages ?? []).map(
    ({ direction, text }) => `${direction}: ${text}`,
  );
};
type VisitRecord = { id: number; attendance: number; deleted: boolean };
const theRecord = async (id: number) => {
  const { records } = await world.control<{ records: VisitRecord[] }>('GET', '/yclients');
  return records.find((record) => record.id === id);
};
const book = (date: string, phone: string) =>
  world.control<VisitRecord>('POST', '/yclients/records', { client: { name: 'Анна', phone }, date });

test('a booking becomes a confirmation and three reminders; "1" confirms the visit in YCLIENTS', async () => {
  await live('visit_created');
  for (const hours of [24, 2, 1]) await live('visit_reminder', -60 * hours);
  // Noon of the world is 11:00 in Moscow on Monday, 2 March.
  const { id } = await book('2026-03-04 15:00', '79161112233');
  await pass({ seconds: 5 });
  expect(await phoneShows('79161112233')).toMatchObject([expect.stringContaining('Вы записаны на 4 марта 15:00')]);

  await pass({ hours: 28 });
  expect(await phoneShows('79161112233')).toHaveLength(2);
  await world.control('POST', '/d360/inbound', { from: '79161112233', text: '1' });
  await pass({ seconds: 1 });
  await pass({ seconds: 5 });
  expect((await phoneShows('79161112233')).slice(2)).toEqual([
    'in: 1',
    'out: Спасибо, запись на 4 марта, 15:00 подтверждена. Ждём вас.',
  ]);
  expect(await theRecord(id)).toMatchObject({ attendance: 2 });

  await pass({ hours: 22 });
  await pass({ hours: 1 });
  const shown = await phoneShows('79161112233');
  expect(shown.slice(4)).toEqual([
    expect.stringContaining('Анна, ждём вас 4 марта'),
    expect.stringContaining('Анна, ждём вас 4 марта'),
  ]);
  const { warnings } = await world.control<{ warnings: unknown[] }>('GET', '/warnings');
  expect(warnings).toEqual([]);
});

test('a tap on a template’s button cancels, and the rest is not sent', async () => {
  const date = '2026-03-06 15:00';
  const { id } = await book(date, '79164445566');
  await pass({ seconds: 5 });
  await pass({ hours: 26 });
  await world.control('POST', '/d360/inbound', { from: '79164445566', button: 2 });
  await pass({ seconds: 1 });
  await pass({ seconds: 5 });
  expect(await theRecord(id)).toMatchObject({ deleted: true });
  const before = (await phoneShows('79164445566')).length;
  await pass({ hours: 24 });
  expect(await phoneShows('79164445566')).toHaveLength(before);
  const log = await server.call(listMessageLog, { token, query: { search: '79164445566', status: 'cancelled' } });
  expect(log.body.items.map(({ rule }) => rule)).toEqual(['visit_cancelled', 'visit_cancelled']);
});
