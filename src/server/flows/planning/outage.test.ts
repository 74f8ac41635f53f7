import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { getMessageTrace, listMessageLog } from '#contract/delivery/calls.ts';
import { createFlow, switchFlowMode } from '#contract/flows/calls.ts';
import { listBranchesForSending } from '#server/connections/storage/actions.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { wholeSalon } from '#server/testing/houses/whole-salon.ts';

const { server, world, owner, whatsApp, pass } = await wholeSalon();
const { token } = owner;

const settings = defaultSettings('visit_reminder', 'ru', -60);
const parameters = ['{clientName}', '{recordDate} {recordTime}', '{serviceTitle}', '{branchTitle}'];
const templates = [{ channelId: whatsApp.id, name: 'visit_reminder', language: 'ru', parameters }];
const body = {
  kind: 'visit_reminder' as const,
  settings: { ...settings, content: { ...settings.content, templates } },
};
const { id: flowId } = (await server.call(createFlow, { token, body })).body;
await server.call(switchFlowMode, { token, params: { flowId }, body: { mode: 'combat' } });

type Chat = { phone: string; messages: { direction: string; text: string }[] };
const phoneShows = async (phone: string) => {
  const { chats } = await world.control<{ chats: Chat[] }>('GET', '/d360');
  return (chats.find((chat) => chat.phone === phone)?.messages ?? []).map(({ text }) => text);
};
const book = (date: string, phone: string) =>
  world.control<{ id: number }>('POST', '/yclients/records', { client: { name: 'Анна', phone }, date });
const log = async (search: string) => (await server.call(listMessageLog, { token, query: { search } })).body.items;

/** Runs while our server is down: the salon goes on working and its webhooks are lost. */
async function away(meanwhile: () => Promise<unknown>): Promise<void> {
  await world.control('POST', '/yclients/webhooks', { enabled: false });
  await meanwhile();
  await world.control('POST', '/yclients/webhooks', { enabled: true });
}

test('after hours of outage visits cancelled or moved meanwhile get no message, and the other messages are sent at once', async () => {
  // Noon of the world's clock is 11:00 in Moscow on Monday, 2 March.
  const cancelled = await book('2026-03-02 16:00', '79161110001');
  const moved = await book('2026-03-02 16:10', '79161110002');
  await book('2026-03-02 16:20', '79161110003');
  await pass({ seconds: 5 });
  await away(async () => {
    await world.control('DELETE', `/yclients/records/${cancelled.id}`);
    await world.control('PUT', `/yclients/records/${moved.id}`, { date: '2026-03-02 19:00' });
  });
  await pass({ hours: 4, minutes: 30 });
  expect(await phoneShows('79161110001')).toEqual([]);
  expect(await phoneShows('79161110002')).toEqual([]);
  expect(await phoneShows('79161110003')).toEqual([expect.stringContaining('2 марта 16:20')]);
  expect(await log('79161110001')).toMatchObject([{ status: 'cancelled', rule: 'visit_cancelled' }]);
  expect(await log('79161110002')).toMatchObject([{ status: 'planned', rule: null }]);

  const [sent] = await log('79161110003');
  const { steps } = (await server.call(getMessageTrace, { token, params: { entryId: sent?.id ?? '' } })).body;
  expect(steps.filter(({ kind }) => kind === 'verdict').map(({ name, rule }) => [name, rule])).toEqual([
    ['planned', 'due'],
    ['deferred', 'visit_checking'],
    ['planned', 'due'],
  ]);
});

test('while the booking system is unavailable too, reminders wait a moment for it and are then sent', async () => {
  await book('2026-03-03 15:00', '79161110004');
  await pass({ seconds: 5 });
  await world.control('POST', '/fault', { channel: 'yclients', action: 'http', status: 502, times: 0 });
  await pass({ hours: 22, minutes: 40 });
  expect(await phoneShows('79161110004')).toEqual([]);
  expect(await log('79161110004')).toMatchObject([{ status: 'planned', rule: 'visit_checking' }]);
  await pass({ minutes: 3 });
  expect(await phoneShows('79161110004')).toEqual([expect.stringContaining('3 марта 15:00')]);
});

test('a message about a recent event is sent at once, though the branch was not polled for hours', async () => {
  await world.control('DELETE', '/faults');
  const visit = await book('2026-03-06 15:00', '79161110005');
  await pass({ seconds: 5 });
  const cancellation = defaultSettings('visit_cancelled', 'ru');
  const template = { channelId: whatsApp.id, name: 'visit_cancelled', language: 'ru', parameters };
  const content = { ...cancellation.content, templates: [template] };
  const body = { kind: 'visit_cancelled' as const, settings: { ...cancellation, content } };
  const flow = (await server.call(createFlow, { token, body })).body;
  await server.call(switchFlowMode, { token, params: { flowId: flow.id }, body: { mode: 'combat' } });
  await pass({ hours: 5 });
  await world.control('DELETE', `/yclients/records/${visit.id}`);
  await pass({ seconds: 5 });
  expect(await phoneShows('79161110005')).toEqual([expect.stringContaining('отменён')]);
});

test('a branch that was not read for long is read only after the messages that wait for it are postponed', async () => {
  await server.clock.advance({ hours: 2 });
  const after = await withTenant(server.ctx, owner.tenantId, async (scope) => {
    await listBranchesForSending(scope, scope.clock.now());
    const reading = server.owner.query('update branches set changed_until = changed_until');
    expect(await Promise.race([reading, setTimeout(100, 'waits')])).toBe('waits');
    return { reading };
  });
  expect((await after.reading).rowCount).toBeGreaterThan(0);
});
