import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { OutgoingMessage } from '#server/channels/port.ts';
import { createHttpClient } from '#server/platform/http/http-client.ts';
import { simulateWorld } from '#server/testing/world/simulated-world.ts';
import { catchWebhooks } from '#server/testing/world/webhook-catcher.ts';
import { createTwilioSms } from './provider.ts';

const world = await simulateWorld();
const caught = await catchWebhooks();
const http = createHttpClient();
afterAll(() => http.close());

const options = {
  http: http.send,
  baseUrl: `${world.url}/twilio`,
  messagingUrl: `${world.url}/twilio`,
  contentUrl: `${world.url}/twilio`,
};
const twilio = createTwilioSms(options);
const SID = `AC${'1'.padStart(32, '0')}`;
const SERVICE = `MG${'1'.padStart(32, '0')}`;
const account = { accountSid: SID, authToken: 'twilio-demo-token', sender: '+79990000101' };
const webhook = { url: caught.url, headerSecret: 'unused' };
const ANNA = '+79160000001';
const { signal } = new AbortController();

type Sent = { sid: string; from: string; body: string; status: string; segments: number; serviceSid: string | null };

beforeEach(async () => {
  await world.control('POST', '/seed', {});
  caught.payloads.length = 0;
  await twilio.subscribe(account, webhook);
});
afterEach(async () => {
  expect(await world.control('GET', '/warnings')).toEqual({ warnings: [] });
});

const send = (change: Partial<OutgoingMessage> = {}, credentials = account) => {
  const message: OutgoingMessage = {
    reference: randomUUID(),
    to: { phone: ANNA, channelUserId: null },
    text: 'Ждём вас завтра в 12:00',
    image: null,
    buttons: [],
    template: null,
    ...change,
  };
  return twilio.send({ credentials, webhook, message, signal });
};
const idOf = (outcome: Awaited<ReturnType<typeof send>>) =>
  outcome.kind === 'accepted' ? outcome.providerMessageId : '';
const messages = async () => (await world.control<{ messages: Sent[] }>('GET', '/twilio')).messages;
const read = () => caught.payloads.flatMap((post) => twilio.read(post));
const statuses = () => read().flatMap((event) => (event.kind === 'status' ? [event.status] : []));
const fault = (change: Record<string, unknown>) => world.control('POST', '/fault', { channel: 'twilio', ...change });

test('the numbers and messaging services of an account are listed', async () => {
  expect(await twilio.listSenders!(account)).toEqual({
    isOk: true,
    value: [
      { id: '+79990000101', title: '+79990000101' },
      { id: SERVICE, title: 'Студия Ромашка SMS' },
    ],
  });
});

test('a sender is identified by its number, a service by its name', async () => {
  expect(await twilio.check(account)).toMatchObject({ value: { externalId: '+79990000101', address: '+79990000101' } });
  expect(await twilio.check({ ...account, sender: SERVICE })).toMatchObject({
    value: { externalId: SERVICE, address: 'Студия Ромашка SMS' },
  });
});

test.each([
  ['a wrong token', { ...account, authToken: 'wrong' }, 'wrong_auth_token'],
  ['no account', { ...account, accountSid: '../Accounts' }, 'wrong_auth_token'],
  ["somebody else's number", { ...account, sender: '+79990000110' }, 'not_permitted'],
])('%s is refused', async (_what, credentials, trouble) => {
  expect(await twilio.check(credentials)).toMatchObject({ isOk: false, trouble, isTemporary: false });
});

test('a suspended account is distinguished from a wrong token', async () => {
  await world.control('PATCH', `/twilio/accounts/${SID}`, { status: 'suspended' });
  expect(await twilio.check(account)).toMatchObject({ isOk: false, trouble: 'blocked' });
  expect(await send()).toMatchObject({ kind: 'refused', errorClass: 'account_blocked' });
});

test('an outage is not taken for a wrong account', async () => {
  await fault({ action: 'http', status: 503 });
  expect(await twilio.check(account)).toMatchObject({ isOk: false, trouble: 'unreachable', isTemporary: true });
});

test('a webhook replaced by another program is detected and left as it is', async () => {
  expect(await twilio.inspectWebhook!(account, webhook, Temporal.Now.instant())).toEqual({ isOk: true, value: null });
  const other = { ...webhook, url: `${caught.url}/other` };
  await twilio.subscribe(account, other);
  expect(await twilio.inspectWebhook!(account, webhook, Temporal.Now.instant())).toMatchObject({
    trouble: 'hook_failing',
  });
  await twilio.unsubscribe!(account, webhook);
  expect(await twilio.inspectWebhook!(account, other, Temporal.Now.instant())).toMatchObject({ isOk: true });
  await twilio.unsubscribe!(account, other);
  expect(await twilio.inspectWebhook!(account, other, Temporal.Now.instant())).toMatchObject({ isOk: false });
  expect(await twilio.subscribe(account, { ...webhook, url: 'http://salon.example/hooks' })).toMatchObject({
    trouble: 'hook_refused',
  });
});

test('an SMS is sent as plain text, and its statuses reach our webhook, signed', async () => {
  const outcome = await send({ text: '*Ждём* вас' });
  expect(outcome).toMatchObject({ kind: 'accepted', isSent: false, channelUserId: ANNA });
  expect(await messages()).toMatchObject([{ from: '+79990000101', body: 'Ждём вас', serviceSid: null, segments: 1 }]);
  await world.passTime(10_000);
  expect(statuses()).toEqual(['accepted', 'sent', 'delivered']);
  expect(read()).toMatchObject([{ providerMessageId: idOf(outcome) }, {}, {}]);
  expect(caught.payloads.every((post) => twilio.verify(post, webhook, account))).toBe(true);
  expect(twilio.verify(caught.payloads[0]!, webhook, { ...account, authToken: 'another' })).toBe(false);
  expect(twilio.verify(caught.payloads[0]!, { ...webhook, url: `${webhook.url}x` }, account)).toBe(false);
});

test('a messaging service sends by its SID', async () => {
  expect(await send({}, { ...account, sender: SERVICE })).toMatchObject({ kind: 'accepted' });
  expect(await messages()).toMatchObject([{ serviceSid: SERVICE }]);
});

test.each([
  ['+15005550001', 'recipient_invalid', '21211'],
  ['+15005550002', 'recipient_invalid', '21612'],
  ['+15005550003', 'recipient_invalid', '21408'],
  ['+15005550004', 'opted_out', '21610'],
  ['+15005550009', 'recipient_invalid', '21614'],
])('%s is refused at once: %s', async (phone, errorClass, code) => {
  expect(await send({ to: { phone, channelUserId: null } })).toMatchObject({ kind: 'refused', errorClass, code });
});

test.each([
  ['+79161130003', 'temporary'],
  ['+79161130005', 'recipient_invalid'],
  ['+79161130007', 'content_rejected'],
])('%s fails on its way: %s', async (phone, errorClass) => {
  await send({ to: { phone, channelUserId: null } });
  await world.passTime(10_000);
  expect(read().at(-1)).toMatchObject({ status: 'failed', errorClass, code: phone.slice(-5) });
});

test('a phone that sent STOP gets no messages until it sends START', async () => {
  const text = (words: string) => world.control('POST', '/twilio/inbound', { from: ANNA, text: words });
  await text('Стоп?');
  await text('STOP');
  await world.passTime(1);
  expect(read().map(({ kind }) => kind)).toEqual(['message', 'message', 'blocked']);
  expect(await send()).toMatchObject({ kind: 'refused', errorClass: 'opted_out', code: '21610' });
  await text('START');
  expect(await send()).toMatchObject({ kind: 'accepted' });
});

test('a send that was not certainly refused has an unknown outcome', async () => {
  await fault({ action: 'http', status: 502, body: '<html>' });
  expect(await send()).toMatchObject({ kind: 'unknown' });
  await fault({ action: 'reset', match: 'Messages' });
  expect(await send()).toMatchObject({ kind: 'unknown' });
  await fault({ action: 'http', status: 429, body: { code: 20429, message: 'Too Many Requests', status: 429 } });
  expect(await send()).toMatchObject({ kind: 'unreached', errorClass: 'rate_limited' });
  const nowhere = createTwilioSms({ ...options, baseUrl: 'http://127.0.0.1:9' });
  const message = {
    reference: '1',
    to: { phone: ANNA, channelUserId: null },
    text: 'a',
    image: null,
    buttons: [],
    template: null,
  };
  expect(await nowhere.send({ credentials: account, webhook, message, signal })).toMatchObject({ kind: 'unreached' });
});

test('a number with a queue longer than ten hours refuses messages', async () => {
  await world.control('PATCH', '/twilio/senders/+79990000101', { queueMs: 36_000_000 });
  expect(await send()).toMatchObject({ kind: 'unreached', errorClass: 'rate_limited', code: '21611' });
});
