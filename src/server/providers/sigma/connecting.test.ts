import { beforeEach, expect, test } from 'vitest';
import * as contract from '#contract/channels/calls.ts';
import { testServer } from '#server/testing/server/http.ts';
import { messengersIn, simulateWorld } from '#server/testing/world/simulated-world.ts';

const world = await simulateWorld();
const server = await testServer({ env: messengersIn(world) });
const { call, owner } = server;

const LOGIN = { kind: 'sigma_sms' as const, username: 'romashka@example.test', password: 'sigma-romashka-password' };
const ACCOUNT = '10000000-0000-4000-8000-000000000001';

let [token, otherToken, tenantId] = ['', '', ''];
beforeEach(async () => {
  await world.control('POST', '/seed', {});
  await world.control('POST', '/behaviour', { channel: 'sigma', limits: 'off' }); // NOTE: channels of former tests are checked too
  ({ token, tenantId } = await server.signUp());
  otherToken = (await server.signUp()).token;
});

const connect = (change: Record<string, string> = {}, as = token) =>
  call(contract.connectChannel, { token: as, body: { ...LOGIN, sender: 'ROMASHKA', ...change } });
const get = async (channelId: string) => (await call(contract.getChannel, { token, params: { channelId } })).body;
const account = (change: Record<string, unknown>) => world.control('PATCH', `/sigma/accounts/${ACCOUNT}`, change);
const check = async () => {
  await server.runRepeated('channels.check-all');
  await server.runJobs();
};
const notices = async () =>
  (
    await owner.query(
      `select kind, resolved_at is null as is_open from notices where tenant_id = $1 and kind = 'balance_low' order by id`,
      [tenantId],
    )
  ).rows;

test('sender names are listed, and one is connected with the balance of its account', async () => {
  const listed = await call(contract.listChannelSenders, { token, body: LOGIN });
  expect(listed.body.senders).toEqual([{ id: 'ROMASHKA', title: 'ROMASHKA' }]);
  const channel = (await connect()).body;
  expect(channel).toMatchObject({ kind: 'sigma_sms', title: 'ROMASHKA', address: 'ROMASHKA', state: 'Authorized' });
  await server.runJobs();
  const known = await get(channel.id);
  expect(known.balance).toEqual({ amount: 1_000, currency: 'RUB', isLow: false });
  expect(JSON.stringify(known)).not.toContain(LOGIN.password);
});

test('a token is connected without a login', async () => {
  const { username: _none, ...rest } = LOGIN;
  const body = { ...rest, password: 'sigma-romashka-token', sender: 'ROMASHKA' };
  expect((await call(contract.connectChannel, { token, body })).body).toMatchObject({ state: 'Authorized' });
});

test('one sender name of an account is in one cabinet', async () => {
  expect((await connect()).status).toBe(200);
  expect((await connect()).body).toMatchObject({ code: 'channel.already_connected' });
  expect((await connect({}, otherToken)).body).toMatchObject({ code: 'channel.connected_elsewhere' });
});

test('a wrong password is refused with the words of the service', async () => {
  expect((await connect({ password: 'wrong' })).body).toMatchObject({
    code: 'channel.check_failed',
    details: { trouble: 'wrong_credentials', text: 'Неверный логин или пароль' },
  });
});

test('a low balance is told once, until it is filled up', async () => {
  const { id } = (await connect()).body;
  await account({ balance: 120 });
  await check();
  await check();
  expect((await get(id)).balance).toMatchObject({ amount: 120, isLow: true });
  expect(await notices()).toEqual([{ kind: 'balance_low', is_open: true }]);
  await account({ balance: 900 });
  await check();
  expect(await notices()).toEqual([{ kind: 'balance_low', is_open: false }]);
});

test('a channel that waits for a payment works again once the balance shows it', async () => {
  const { id } = (await connect()).body;
  await owner.query(`update channels set state = 'error', trouble = 'payment_needed' where id = $1`, [id]);
  await account({ balance: 120 });
  await check();
  expect(await get(id)).toMatchObject({ state: 'error', trouble: 'payment_needed' });
  await account({ balance: 900 });
  await check();
  expect(await get(id)).toMatchObject({ state: 'Authorized', trouble: null });
});

test('a changed password stops the channel, and the new one restores it', async () => {
  const { id } = (await connect()).body;
  await account({ password: 'changed' });
  await check();
  expect(await get(id)).toMatchObject({ state: 'NotAuthorized', trouble: 'wrong_credentials' });
  const body = { password: 'changed' };
  expect((await call(contract.reconnectChannel, { token, params: { channelId: id }, body })).body).toMatchObject({
    state: 'Authorized',
  });
});
