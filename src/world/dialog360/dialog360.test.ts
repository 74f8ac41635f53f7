import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createCaller } from '../testing/caller.ts';
import { type Product, startProduct } from '../testing/product.ts';
import { type World, startWorld } from '../world.ts';

const PHONE = '79160000001';
let world: World;
let product: Product;
let sim: Caller;
let d360: Caller;

beforeAll(async () => {
  product = await startProduct();
  world = await startWorld({ seed: 'test', now: '2026-11-21T09:00:00Z' });
  sim = createCaller(world.url);
  d360 = createCaller(`${world.url}/d360`, { 'D360-API-KEY': 'd360-demo-key' });
});
afterAll(async () => {
  await world.close();
  await product.close();
});
beforeEach(async () => {
  await sim('POST', '/_sim/seed', {});
  product.hooks.length = 0;
  product.answers.length = 0;
  await d360('POST', '/v1/configs/webhook', {
    url: `${product.url}/hooks/d360/t`,
    headers: { Authorization: 'Bearer ours' },
  });
});

const text = (to: string, extra = {}) => ({
  messaging_product: 'whatsapp',
  to,
  type: 'text',
  text: { body: 'Привет' },
  ...extra,
});
const statusesOf = () => product.hooks.flatMap(({ body }) => changeOf(body).statuses ?? []);
const changeOf = (body: any) => body.entry[0].changes[0].value;
const settle = () => sim('POST', '/_sim/settle', {});
const advance = (advanceMs: number) => sim('POST', '/_sim/clock', { advanceMs });
const openWindow = (phone = PHONE) => sim('POST', '/_sim/d360/window', { phone, open: true });

test('a wrong key is 401 and an unknown path 404, both in JSON', async () => {
  const wrong = await d360('POST', '/messages', text(PHONE), { 'D360-API-KEY': 'nope' });
  expect(wrong.status).toBe(401);
  expect(wrong.body.meta.developer_message).toBe('Invalid api_key');
  expect((await sim('GET', '/d360/no/such/path')).status).toBe(404);
});

test('a message within the window is sent, delivered and read, with our reference echoed', async () => {
  await openWindow();
  const sent = await d360('POST', '/messages', text(PHONE, { biz_opaque_callback_data: 'msg_1' }));
  expect(sent.status).toBe(200);
  expect(sent.body.contacts[0]).toMatchObject({ input: PHONE, wa_id: PHONE });
  expect(sent.body.messages[0].message_status).toBe('accepted');

  await advance(10_000);
  await settle();
  expect(statusesOf().map(({ status }: any) => status)).toEqual(['sent', 'delivered', 'read']);
  expect(statusesOf()[0]).toMatchObject({ id: sent.body.messages[0].id, biz_opaque_callback_data: 'msg_1' });
  const judge = await sim('GET', '/_sim/judge?channel=d360');
  expect(judge.body).toMatchObject({ accepted: 1, duplicates: [], counts: { msg_1: 1 } });
});

test('webhooks carry our own header and the platform signature over the raw body', async () => {
  await sim('POST', '/_sim/d360/inbound', { from: PHONE, text: 'Да' });
  await settle();
  const [hook] = product.hooks;
  const signature = createHmac('sha256', 'd360-demo-platform-secret').update(hook!.raw).digest('hex');
  expect(hook!.headers.authorization).toBe('Bearer ours');
  expect(hook!.headers['x-360dialog-signature']).toBe(signature);
});

test('a free-form message outside the window is accepted and then fails with 131047', async () => {
  const sent = await d360('POST', '/messages', text(PHONE));
  expect(sent.status).toBe(200);
  await advance(5000);
  await settle();
  expect(statusesOf()).toMatchObject([{ status: 'failed', errors: [{ code: 131047 }] }]);
});

test('with the switch on, the API itself refuses outside the window', async () => {
  await sim('POST', '/_sim/d360/sync-window-errors', { on: true });
  const refused = await d360('POST', '/messages', text(PHONE));
  expect(refused.status).toBe(400);
  expect(refused.body.error).toMatchObject({ code: 131047, type: 'OAuthException' });
});

test('a window closes 24 hours after the last message of the person', async () => {
  await sim('POST', '/_sim/d360/inbound', { from: PHONE, text: 'Да' });
  await advance(24 * 3_600_000);
  await d360('POST', '/messages', text(PHONE));
  await advance(5000);
  await settle();
  expect(statusesOf()).toMatchObject([{ status: 'failed', errors: [{ code: 131047 }] }]);
});

test.each([
  ['79160000026', 131026],
  ['79160000049', 131049],
  ['79160000050', 131050],
])('a phone like %s fails with %i', async (phone, code) => {
  await openWindow(phone);
  await d360('POST', '/messages', text(phone));
  await advance(5000);
  await settle();
  expect(statusesOf()).toMatchObject([{ status: 'failed', errors: [{ code }] }]);
});

test('a second message to one person within 6 seconds is refused, and allowed after them', async () => {
  await openWindow();
  expect((await d360('POST', '/messages', text(PHONE))).status).toBe(200);
  const soon = await d360('POST', '/messages', text(PHONE));
  expect([soon.status, soon.body.error.code]).toEqual([400, 131056]);
  await advance(6000);
  expect((await d360('POST', '/messages', text(PHONE))).status).toBe(200);
  expect((await sim('GET', '/_sim/judge')).body.pairViolations).toBe(1);
});

test('the 81st message within a second is refused with 429 and 130429', async () => {
  const sends = Array.from({ length: 90 }, (_, nth) =>
    d360('POST', '/messages', text(`7900${String(1_000_000 + nth)}`)),
  );
  const answers = await Promise.all(sends);
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(80);
  expect(refused[0]!.body.error.code).toBe(130429);
});

test('one message in ten has no delivered and one in ten has it twice', async () => {
  await sim('POST', '/_sim/behaviour', { channel: 'd360', statusDelayMs: 10 });
  for (let nth = 0; nth < 10; nth++) {
    await openWindow(`7900200000${nth}`);
    await d360('POST', '/messages', text(`7900200000${nth}`));
  }
  await advance(1000);
  await settle();
  const delivered = statusesOf().filter(({ status }: any) => status === 'delivered');
  const perMessage = Object.values(Object.groupBy(delivered, ({ id }: any) => id)).map((list) => list!.length);
  expect(perMessage.toSorted()).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 2]);
});

test('with reordering on, read arrives before sent', async () => {
  await sim('POST', '/_sim/d360/reorder', { on: true });
  await openWindow();
  await d360('POST', '/messages', text(PHONE));
  for (let nth = 0; nth < 5; nth++) {
    await advance(800);
    await settle();
  }
  expect(statusesOf().map(({ status }: any) => status)).toEqual(['read', 'delivered', 'sent']);
});

const buttons = (titles: string[]) => ({
  messaging_product: 'whatsapp',
  to: PHONE,
  type: 'interactive',
  interactive: {
    type: 'button',
    body: { text: 'Ждём вас завтра' },
    action: { buttons: titles.map((title, nth) => ({ type: 'reply', reply: { id: `b${nth}`, title } })) },
  },
});

test('more than three buttons or a title longer than 20 characters is refused', async () => {
  expect((await d360('POST', '/messages', buttons(['1', '2', '3', '4']))).body.error.code).toBe(131009);
  expect((await d360('POST', '/messages', buttons(['Двадцать один знак!!!']))).body.error.code).toBe(131009);
});

test('a tap on a free-form button comes as a button_reply that quotes the message', async () => {
  await openWindow();
  const sent = await d360('POST', '/messages', buttons(['Подтвердить', 'Отменить']));
  await sim('POST', '/_sim/d360/inbound', { from: PHONE, button: 1 });
  await settle();
  const [message] = product.hooks.flatMap(({ body }) => changeOf(body).messages ?? []);
  expect(message).toMatchObject({
    type: 'interactive',
    interactive: { type: 'button_reply', button_reply: { id: 'b0', title: 'Подтвердить' } },
    context: { id: sent.body.messages[0].id },
  });
});

const template = (parameters: string[], extra = {}) => ({
  messaging_product: 'whatsapp',
  to: PHONE,
  type: 'template',
  template: {
    name: 'visit_reminder',
    language: { code: 'ru' },
    components: [
      { type: 'body', parameters: parameters.map((value) => ({ type: 'text', text: value })) },
      { type: 'button', sub_type: 'quick_reply', index: '0', parameters: [{ type: 'payload', payload: 'confirm:42' }] },
    ],
    ...extra,
  },
});

test('an approved template passes outside the window and its tap comes as type button with the payload', async () => {
  expect((await d360('POST', '/messages', template(['Анна', '21.11 12:00', 'Стрижка', 'Ромашка']))).status).toBe(200);
  await advance(10_000);
  await sim('POST', '/_sim/d360/inbound', { from: PHONE, button: 1 });
  await settle();
  expect(statusesOf().at(-1)).toMatchObject({ status: 'read' });
  const [message] = product.hooks.flatMap(({ body }) => changeOf(body).messages ?? []);
  expect(message).toMatchObject({ type: 'button', button: { payload: 'confirm:42', text: 'Подтвердить' } });
});

test('a template with a wrong number of parameters is 132000, an unknown or unapproved one 132001', async () => {
  expect((await d360('POST', '/messages', template(['Анна']))).body.error.code).toBe(132000);
  const unknown = template([], { name: 'nope', components: [] });
  expect((await d360('POST', '/messages', unknown)).body.error.code).toBe(132001);
  const pending = template([], { name: 'visit_review', components: [] });
  expect((await d360('POST', '/messages', pending)).body.error.code).toBe(132001);
});

test('a new template waits, is approved or refused by its name, and the account webhook is told', async () => {
  await d360('POST', '/waba_webhook', { url: `${product.url}/hooks/waba` });
  const body = { category: 'UTILITY', language: 'ru', components: [{ type: 'BODY', text: 'Ждём вас.' }] };
  const created = await d360('POST', '/v1/configs/templates', { ...body, name: 'plain_one' });
  expect([created.status, created.body.status]).toEqual([201, 'pending']);
  await d360('POST', '/v1/configs/templates', { ...body, name: 'reject_me' });
  await advance(31_000);
  await settle();
  const events = product.hooks.filter(({ path }) => path === '/hooks/waba').map(({ body: hook }) => changeOf(hook));
  expect(events.map(({ message_template_name: name, event }) => [name, event])).toEqual([
    ['plain_one', 'APPROVED'],
    ['reject_me', 'REJECTED'],
  ]);
});

test('a webhook is repeated with growing delays until it is answered with 2xx', async () => {
  product.answers.push(500, 503);
  await sim('POST', '/_sim/d360/inbound', { from: PHONE, text: 'Да' });
  await settle();
  expect(product.hooks).toHaveLength(1);
  await advance(5000);
  await settle();
  expect(product.hooks).toHaveLength(2);
  await advance(5000);
  await settle();
  expect(product.hooks).toHaveLength(2);
  await advance(5000);
  await settle();
  expect(product.hooks).toHaveLength(3);
  expect((await sim('GET', '/_sim/webhooks')).body.webhooks.at(-1).state).toBe('delivered');
});

test('a person without a shown number is known by her user id alone', async () => {
  await sim('POST', '/_sim/d360/inbound', { from: PHONE, text: 'Да', omitFrom: true });
  await settle();
  const value = changeOf(product.hooks[0]!.body);
  expect(value.messages[0].from).toBeUndefined();
  expect(value.messages[0].from_user_id).toMatch(/^RU\.\d+$/);
  const answer = { ...text(PHONE), to: undefined, recipient: value.messages[0].from_user_id };
  expect((await d360('POST', '/messages', answer)).body.contacts[0].user_id).toBe(value.messages[0].from_user_id);
});

test('an unknown field does no harm and is listed as a warning', async () => {
  await openWindow();
  expect((await d360('POST', '/messages', text(PHONE, { priority: 'high' }))).status).toBe(200);
  const { warnings } = (await sim('GET', '/_sim/warnings')).body;
  expect(warnings).toMatchObject([{ channel: 'd360', path: '/d360/messages', field: 'priority' }]);
});

test('a timeout takes the message and gives no answer; its statuses come', async () => {
  await openWindow();
  await sim('POST', '/_sim/fault', { channel: 'd360', match: 'POST /d360/messages', action: 'timeout' });
  const call = fetch(`${world.url}/d360/messages`, {
    method: 'POST',
    headers: { 'D360-API-KEY': 'd360-demo-key', 'content-type': 'application/json' },
    body: JSON.stringify(text(PHONE, { biz_opaque_callback_data: 'lost' })),
    signal: AbortSignal.timeout(300),
  });
  await expect(call).rejects.toThrow();
  expect((await sim('GET', '/_sim/judge')).body.counts).toEqual({ lost: 1 });
  await advance(10_000);
  await settle();
  expect(statusesOf().map(({ biz_opaque_callback_data: ref }: any) => ref)).toContain('lost');
});

test('an http fault answers without carrying anything out, as often as it was asked', async () => {
  await openWindow();
  await sim('POST', '/_sim/fault', { channel: 'd360', action: 'http', status: 503, times: 2 });
  expect((await d360('POST', '/messages', text(PHONE))).status).toBe(503);
  expect((await d360('POST', '/messages', text(PHONE))).status).toBe(503);
  expect((await d360('POST', '/messages', text(PHONE))).status).toBe(200);
  expect((await sim('GET', '/_sim/judge')).body.accepted).toBe(1);
});

test("Meta's dialect asks a challenge, opens with a token and signs with the app secret", async () => {
  const meta = { url: `${product.url}/hooks/meta`, verifyToken: 'v' };
  const order = { key: 'k2', graphToken: 'g2', appSecret: 's2', meta };
  const { phoneNumberId } = (await sim('POST', '/_sim/d360/numbers', order)).body;
  const graph = createCaller(`${world.url}/graph`, { authorization: 'Bearer g2' });
  expect((await graph('POST', `/${phoneNumberId}/messages`, text(PHONE))).status).toBe(200);
  expect((await sim('POST', `/graph/${phoneNumberId}/messages`, text(PHONE))).status).toBe(401);
  await advance(5000);
  await settle();
  const [hook] = product.hooks;
  const signature = createHmac('sha256', 's2').update(hook!.raw).digest('hex');
  expect(hook!.headers['x-hub-signature-256']).toBe(`sha256=${signature}`);
});

test('two worlds of one seed give the same ids', async () => {
  const twin = await startWorld({ seed: 'test', now: '2026-11-21T09:00:00Z' });
  const there = createCaller(`${twin.url}/d360`, { 'D360-API-KEY': 'd360-demo-key' });
  const [one, other] = await Promise.all([
    d360('POST', '/messages', text(PHONE)),
    there('POST', '/messages', text(PHONE)),
  ]);
  expect(other.body).toEqual(one.body);
  await twin.close();
});

test('uploaded media is described, downloaded by its key, and its link lives five minutes', async () => {
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('file', new Blob(['hello'], { type: 'image/png' }), 'a.png');
  const upload = await fetch(`${world.url}/d360/media`, {
    method: 'POST',
    headers: { 'D360-API-KEY': 'd360-demo-key' },
    body: form,
  });
  const { id } = (await upload.json()) as { id: string }; // the shape under test
  const { url } = (await d360('GET', `/${id}`)).body;
  const { pathname, search } = new URL(url);
  expect((await d360('GET', pathname + search)).body).toBe('hello');
  await advance(6 * 60_000);
  expect((await d360('GET', pathname + search)).status).toBe(404);
});
