import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { createHttpClient } from '#server/platform/http/http-client.ts';
import { simulateWorld } from '#server/testing/world/simulated-world.ts';
import { createSigma } from './provider.ts';

const world = await simulateWorld();
const http = createHttpClient();
afterAll(() => http.close());

const options = { http: http.send, baseUrl: `${world.url}/sigma/api` };
let sigma = createSigma(options);
const ID = '10000000-0000-4000-8000-000000000001';
const login = { username: 'romashka@example.test', password: 'sigma-romashka-password', sender: 'ROMASHKA' };
const byToken = { password: 'sigma-romashka-token', sender: 'ROMASHKA' };
const ANNA = '+79160000001';

beforeEach(async () => {
  await world.control('POST', '/seed', {});
  sigma = createSigma(options);
});
afterEach(async () => {
  expect(await world.control('GET', '/warnings')).toEqual({ warnings: [] });
});

const send = (to = ANNA, text = 'Ждём вас', credentials: Record<string, string> = login) =>
  sigma.send({
    credentials,
    webhook: { url: 'https://unused.example', headerSecret: '' },
    signal: new AbortController().signal,
    message: {
      reference: randomUUID(),
      to: { phone: to, channelUserId: null },
      text,
      image: null,
      buttons: [],
      template: null,
    },
  });
type Sent = { id: string; sender: string; text: string; parts: number };
const stateOf = () => world.control<{ sendings: Sent[]; accounts: { balance: number }[] }>('GET', '/sigma');
const account = (change: Record<string, unknown>) => world.control('PATCH', `/sigma/accounts/${ID}`, change);
const fault = (change: Record<string, unknown>) => world.control('POST', '/fault', { channel: 'sigma', ...change });
const poll = (...ids: string[]) => sigma.pollStatuses!(login, ids);
const sentId = async (to?: string) => {
  const outcome = await send(to);
  return outcome.kind === 'accepted' ? outcome.providerMessageId : '';
};

test('approved sender names of SMS are offered, by a login or by a token', async () => {
  const offered = { isOk: true, value: [{ id: 'ROMASHKA', title: 'ROMASHKA' }] };
  expect(await sigma.listSenders!({ username: login.username, password: login.password })).toEqual(offered);
  expect(await sigma.listSenders!({ password: byToken.password })).toEqual(offered);
});

test('a login reports the account with its balance, a token does not', async () => {
  expect(await sigma.check(login)).toMatchObject({
    value: { externalId: `${ID}:ROMASHKA`, read: { account: ID }, balance: { amount: 1_000, currency: 'RUB' } },
  });
  const known = await sigma.check(byToken);
  expect(known).toMatchObject({ isOk: true, value: { address: 'ROMASHKA', balance: null } });
  expect(JSON.stringify(known)).not.toContain(byToken.password);
});

test.each([
  ['a wrong password', { ...login, password: 'wrong' }, 'wrong_credentials'],
  ['a wrong token', { ...byToken, password: 'wrong' }, 'wrong_credentials'],
  ['a name in moderation', { ...login, sender: 'ROMASHKA-NE' }, 'not_permitted'],
  ["another account's name", { ...login, sender: 'LAVANDA' }, 'not_permitted'],
])('%s is refused', async (_what, credentials, trouble) => {
  expect(await sigma.check(credentials)).toMatchObject({ isOk: false, trouble, isTemporary: false });
});

test('an SMS leaves as plain text from the sender name', async () => {
  expect(await send(ANNA, '*Ждём* вас')).toMatchObject({ kind: 'accepted', isSent: false, channelUserId: ANNA });
  expect((await stateOf()).sendings).toMatchObject([{ sender: 'ROMASHKA', text: 'Ждём вас', parts: 1 }]);
});

test('statuses are requested, with what the message cost', async () => {
  const id = await sentId();
  expect(await poll(id)).toMatchObject({ value: [{ providerMessageId: id, status: 'accepted' }] });
  await world.passTime(10_000);
  expect(await poll(id, 'unknown')).toMatchObject({
    value: [{ status: 'delivered', errorClass: null, cost: { amount: 4.5, currency: 'RUB', parts: 1 } }],
  });
});

test('a phone that was not reached fails for good', async () => {
  const id = await sentId('+79160000111');
  await world.passTime(10_000);
  expect(await poll(id)).toMatchObject({
    value: [{ status: 'failed', errorClass: 'recipient_invalid', text: 'Абонент недоступен' }],
  });
});

test.each([
  ['a number that is not served', '+79160000000', {}, 'recipient_invalid'],
  ['a number without its plus sign', '79160000001', {}, 'recipient_invalid'],
  ['an empty balance', ANNA, { balance: 1 }, 'quota'],
  ['a blocked account', ANNA, { isBlocked: true }, 'account_blocked'],
])('%s is refused at once', async (_what, to, change, errorClass) => {
  await account(change);
  expect(await send(to)).toMatchObject({ kind: 'refused', errorClass });
});

test('an expired token is renewed once, and the call repeated', async () => {
  await world.control('POST', '/sigma/switches', { tokenCalls: 1 });
  expect(await send()).toMatchObject({ kind: 'accepted' });
  expect(await send()).toMatchObject({ kind: 'accepted' });
  expect((await stateOf()).sendings).toHaveLength(2);
});

test('a changed password stops the channel, and no message is lost', async () => {
  expect(await send()).toMatchObject({ kind: 'accepted' });
  await account({ password: 'changed' });
  expect(await send()).toMatchObject({ kind: 'refused', errorClass: 'auth' });
  expect(await sigma.check(login)).toMatchObject({ isOk: false, trouble: 'wrong_credentials' });
});

test('an answer that was lost leaves the outcome unknown, a refusal does not', async () => {
  await fault({ action: 'http', status: 502, body: '<html>', match: 'sendings' });
  expect(await send()).toMatchObject({ kind: 'unknown' });
  await fault({ action: 'reset', match: 'sendings' });
  expect(await send()).toMatchObject({ kind: 'unknown' });
  await fault({ action: 'http', status: 200, body: '{"id":', match: 'sendings' });
  expect(await send()).toMatchObject({ kind: 'unknown' });
  await fault({ action: 'http', status: 429, headers: { 'retry-after': '3' }, body: { error: 'slow down' } });
  expect(await send()).toMatchObject({ kind: 'unreached', errorClass: 'rate_limited', retryAfterMs: 3_000 });
  await fault({ action: 'http', status: 429, body: { error: 'slow down' } });
  expect(await send()).toMatchObject({ kind: 'unreached', errorClass: 'rate_limited', retryAfterMs: null });
});

test('a login that was not answered leaves the message to be tried again', async () => {
  await fault({ action: 'reset', match: 'login' });
  expect(await send()).toMatchObject({ kind: 'unreached' });
  expect(await send()).toMatchObject({ kind: 'accepted' });
});

test('an outage is not taken for a wrong account', async () => {
  await fault({ action: 'http', status: 503, times: 2 });
  expect(await sigma.check(login)).toMatchObject({ isOk: false, trouble: 'unreachable', isTemporary: true });
  expect(await poll('any')).toMatchObject({ isOk: false, isTemporary: true });
});
