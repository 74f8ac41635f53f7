import { expect, test } from 'vitest';
import { listChannelStops } from '#contract/channels/stops.ts';
import { listBranchStops, listConnectionStops } from '#contract/connections/stops.ts';
import { listConnections, removeConnection, setBranchActive } from '#contract/connections/calls.ts';
import { pauseFlow } from '#contract/flows/calls.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { builders } from '#server/testing/rows/builders.ts';

const { server, open } = await bookedSalons();
const { aBranch, aConnection } = builders(server.owner);

const connectionOf = async ({ owner }: Salon) => {
  const [connection] = (await server.call(listConnections, { token: owner.token })).body.connections;
  return connection!.id;
};
const stopsOf = async ({ owner }: Salon, connectionId: string) =>
  server.call(listConnectionStops, { token: owner.token, params: { connectionId } });
const titlesOf = async (salon: Salon, connectionId: string) =>
  (await stopsOf(salon, connectionId)).body.flows.map(({ title }) => title);

test('disconnecting the only connection stops every working flow, and exactly the reported messages are not sent', async () => {
  const salon = await open();
  const reminder = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  const paused = await salon.aFlow({ kind: 'visit_cancelled' });
  await server.call(pauseFlow, { token: salon.owner.token, params: { flowId: paused.id } });
  await salon.book({});
  await salon.book({ phone: '+79162223344' });
  const id = await connectionOf(salon);
  const { body } = await stopsOf(salon, id);
  expect(body).toEqual({ flows: [{ id: reminder.id, title: reminder.title }], messagesCount: 2, channels: [] });

  await server.call(removeConnection, { token: salon.owner.token, params: { connectionId: id } });
  await server.clock.advance({ hours: 240 });
  await server.runJobs();
  expect(salon.whatsApp.sent).toEqual([]);
  expect((await salon.messages()).map(({ status }) => status)).toEqual(['skipped', 'skipped']);
});

test('a flow that another connection still feeds goes on, unless it is for these branches alone', async () => {
  const salon = await open();
  const { settings } = await salon.aFlow({ kind: 'visit_created' });
  const here = { field: 'branch' as const, isNot: false, values: [salon.branchId] };
  const conditions = { match: 'all' as const, groups: [{ match: 'all' as const, conditions: [here] }] };
  const narrowed = { ...settings, conditions };
  const tied = await salon.aFlow({ kind: 'visit_created', title: 'Tied', settings: narrowed });
  const { tenantId } = salon.owner;
  const credentials = server.ctx.vault.seal(tenantId, { userToken: 't', userName: '', webhookSecret: 's' });
  const other = await aConnection({ tenantId, kind: 'altegio', credentials });
  await aBranch({ tenantId, connectionId: other.id });
  expect(await titlesOf(salon, await connectionOf(salon))).toEqual([tied.title]);
  expect(await titlesOf(salon, other.id)).toEqual([]);
});

test('a branch that is switched off stops the flows it alone feeds, and exactly the reported messages are not sent', async () => {
  const salon = await open();
  const { token, tenantId } = salon.owner;
  const connectionId = await connectionOf(salon);
  const second = await aBranch({ tenantId, connectionId });
  const { settings } = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  const here = { field: 'branch' as const, isNot: false, values: [salon.branchId] };
  const conditions = { match: 'all' as const, groups: [{ match: 'all' as const, conditions: [here] }] };
  const tied = await salon.aFlow({ kind: 'visit_reminder', title: 'Tied', settings: { ...settings, conditions } });
  await salon.book({});
  const stops = (branchId: string) => server.call(listBranchStops, { token, params: { connectionId, branchId } });
  expect((await stops(salon.branchId)).body).toEqual({
    flows: [{ id: tied.id, title: 'Tied' }],
    messagesCount: 2,
    channels: [],
  });
  expect((await stops(second.id)).body).toEqual({ flows: [], messagesCount: 0, channels: [] });

  const params = { connectionId, branchId: salon.branchId };
  await server.call(setBranchActive, { token, params, body: { isActive: false } });
  await server.clock.advance({ hours: 240 });
  await server.runJobs();
  expect(salon.whatsApp.sent).toEqual([]);
});

test('another cabinet’s connection does not exist', async () => {
  const [salon, stranger] = [await open(), await open()];
  const { status, body } = await stopsOf(stranger, await connectionOf(salon));
  expect([status, body]).toMatchObject([404, { code: 'connection.not_found' }]);
  const params = { connectionId: await connectionOf(stranger), branchId: salon.branchId };
  const foreign = await server.call(listBranchStops, { token: stranger.owner.token, params });
  expect(foreign).toMatchObject({ status: 404, body: { code: 'branch.not_found' } });
});

test('the only channel stops every working flow; beside another it stops those that have no other', async () => {
  const salon = await open();
  const { token } = salon.owner;
  const { settings } = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60, title: 'Reminder' });
  const params = { channelId: salon.channelId };
  const here = { ...settings, channelIds: [salon.channelId] };
  const tied = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60, title: 'Tied', settings: here });
  await salon.book({});
  const stops = async () => (await server.call(listChannelStops, { token, params })).body;
  const alone = await stops();
  expect(alone.senders.map(({ title }) => title)).toEqual(['Reminder', 'Tied']);
  expect(alone.messagesCount).toBeGreaterThan(0);
  await salon.addChannel('telegram_bot', 'Telegram');
  expect((await stops()).senders).toEqual([{ kind: 'flow', id: tied.id, title: 'Tied' }]);

  const stranger = await open();
  const foreign = await server.call(listChannelStops, { token: stranger.owner.token, params });
  expect(foreign).toMatchObject({ status: 404, body: { code: 'channel.not_found' } });
});
