import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCaller } from '../testing/caller.ts';
import { PHONE, aText, changeOf, dialog360Scene } from '../testing/dialog360-scene.ts';
import type { Json } from '../testing/json.ts';
import { startWorld } from '../world.ts';

const { world, product, sim, d360, statuses, settle, advance, openWindow } = dialog360Scene();

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
  expect(statuses().at(-1)).toMatchObject({ status: 'read' });
  const [message] = product().webhooks.flatMap(({ body }) => changeOf(body).messages ?? []);
  expect(message).toMatchObject({ type: 'button', button: { payload: 'confirm:42', text: 'Подтвердить' } });
});

test('a template with a wrong number of parameters is 132000, an unknown or unapproved one 132001', async () => {
  expect((await d360('POST', '/messages', template(['Анна']))).body.error.code).toBe(132000);
  const unknown = template([], { name: 'nope', components: [] });
  expect((await d360('POST', '/messages', unknown)).body.error.code).toBe(132001);
  const pending = template([], { name: 'visit_review', components: [] });
  expect((await d360('POST', '/messages', pending)).body.error.code).toBe(132001);
});

const withHeader = (name: string, body: string[], ...parameters: object[]) => ({
  ...template([]),
  template: {
    name,
    language: { code: 'ru' },
    components: [
      { type: 'header', parameters },
      { type: 'body', parameters: body.map((text) => ({ type: 'text', text })) },
    ],
  },
});
const picture = { type: 'image', image: { link: 'https://ex.test/a.jpg' } };

test('a header is filled with the one file its format names; another, two or none are refused', async () => {
  const codeOf = async (body: object) => (await d360('POST', '/messages', body)).body.error?.code;
  const memo = ['Анна', '21.11', 'Стрижка', 'Ромашка'];
  expect(await codeOf(withHeader('birthday_photo', ['Анна']))).toBe(132012);
  expect(await codeOf(withHeader('birthday_photo', ['Анна'], { type: 'text', text: 'Привет' }))).toBe(132012);
  expect(await codeOf(withHeader('birthday_photo', ['Анна'], picture, picture))).toBe(132000);
  expect(await codeOf(withHeader('birthday_photo', ['Анна'], { type: 'image', image: {} }))).toBe(131008);
  expect(await codeOf(withHeader('visit_memo', memo, picture))).toBe(132012);
  expect(await codeOf(withHeader('visit_created', memo, picture))).toBe(132000);
  expect(await codeOf(withHeader('birthday_photo', ['Анна'], picture))).toBeUndefined();
});

test('a picture that cannot be fetched is found out after the message was accepted', async () => {
  const lost = { type: 'image', image: { link: 'http://127.0.0.1:9/a.jpg' } };
  expect((await d360('POST', '/messages', withHeader('birthday_photo', ['Анна'], lost))).status).toBe(200);
  await advance(5000);
  await settle();
  expect(statuses()).toMatchObject([{ status: 'failed', errors: [{ code: 131053 }] }]);
});

test('a new template waits, is approved or refused by its name, and the account webhook is called', async () => {
  await d360('POST', '/waba_webhook', { url: `${product().url}/hooks/waba` });
  const body = { category: 'UTILITY', language: 'ru', components: [{ type: 'BODY', text: 'Ждём вас.' }] };
  const created = await d360('POST', '/v1/configs/templates', { ...body, name: 'plain_one' });
  expect([created.status, created.body.status]).toEqual([201, 'pending']);
  await d360('POST', '/v1/configs/templates', { ...body, name: 'reject_me' });
  await advance(31_000);
  await settle();
  const events = product()
    .webhooks.filter(({ path }) => path === '/hooks/waba')
    .map(({ body: webhook }) => changeOf(webhook));
  expect(events.map(({ message_template_name: name, event }) => [name, event])).toEqual([
    ['plain_one', 'APPROVED'],
    ['reject_me', 'REJECTED'],
  ]);
});

test('a webhook is repeated with growing delays until it is answered with 2xx', async () => {
  product().answers.push(500, 503);
  await sim('POST', '/_sim/d360/inbound', { from: PHONE, text: 'Да' });
  await settle();
  expect(product().webhooks).toHaveLength(1);
  await advance(5000);
  await settle();
  expect(product().webhooks).toHaveLength(2);
  await advance(5000);
  await settle();
  expect(product().webhooks).toHaveLength(2);
  await advance(5000);
  await settle();
  expect(product().webhooks).toHaveLength(3);
  expect((await sim('GET', '/_sim/webhooks')).body.webhooks.at(-1).state).toBe('delivered');
});

test('a user without a visible number has a user id only', async () => {
  await sim('POST', '/_sim/d360/inbound', { from: PHONE, text: 'Да', omitFrom: true });
  await settle();
  const value = changeOf(product().webhooks[0]!.body);
  expect(value.messages[0].from).toBeUndefined();
  expect(value.messages[0].from_user_id).toMatch(/^RU\.\d+$/);
  const answer = { ...aText(PHONE), to: undefined, recipient: value.messages[0].from_user_id };
  expect((await d360('POST', '/messages', answer)).body.contacts[0].user_id).toBe(value.messages[0].from_user_id);
});

test('an unknown field does no harm and is listed as a warning', async () => {
  await openWindow();
  expect((await d360('POST', '/messages', aText(PHONE, { priority: 'high' }))).status).toBe(200);
  const { warnings } = (await sim('GET', '/_sim/warnings')).body;
  expect(warnings).toMatchObject([{ channel: 'd360', path: '/d360/messages', field: 'priority' }]);
});

test('a timeout takes the message and gives no answer; its statuses come', async () => {
  await openWindow();
  await sim('POST', '/_sim/fault', { channel: 'd360', match: 'POST /d360/messages', action: 'timeout' });
  const call = fetch(`${world().url}/d360/messages`, {
    method: 'POST',
    headers: { 'D360-API-KEY': 'd360-demo-key', 'content-type': 'application/json' },
    body: JSON.stringify(aText(PHONE, { biz_opaque_callback_data: 'lost' })),
    signal: AbortSignal.timeout(300),
  });
  await expect(call).rejects.toThrow();
  expect((await sim('GET', '/_sim/judge')).body.counts).toEqual({ lost: 1 });
  await advance(10_000);
  await settle();
  expect(statuses().map(({ biz_opaque_callback_data: ref }: Json) => ref)).toContain('lost');
});

test('an http fault answers without carrying anything out, as often as it was asked', async () => {
  await openWindow();
  await sim('POST', '/_sim/fault', { channel: 'd360', action: 'http', status: 503, times: 2 });
  expect((await d360('POST', '/messages', aText(PHONE))).status).toBe(503);
  expect((await d360('POST', '/messages', aText(PHONE))).status).toBe(503);
  expect((await d360('POST', '/messages', aText(PHONE))).status).toBe(200);
  expect((await sim('GET', '/_sim/judge')).body.accepted).toBe(1);
});

test("Meta's dialect asks a challenge, opens with a token and signs with the app secret", async () => {
  const meta = { url: `${product().url}/hooks/meta`, verifyToken: 'v' };
  const order = { key: 'k2', graphToken: 'g2', appSecret: 's2', meta };
  const { phoneNumberId } = (await sim('POST', '/_sim/d360/numbers', order)).body;
  const graph = createCaller(`${world().url}/graph`, { authorization: 'Bearer g2' });
  expect((await graph('POST', `/${phoneNumberId}/messages`, aText(PHONE))).status).toBe(200);
  expect((await sim('POST', `/graph/${phoneNumberId}/messages`, aText(PHONE))).status).toBe(401);
  await advance(5000);
  await settle();
  const [webhook] = product().webhooks;
  const signature = createHmac('sha256', 's2').update(webhook!.raw).digest('hex');
  expect(webhook!.headers['x-hub-signature-256']).toBe(`sha256=${signature}`);
});

test('two worlds of one seed give the same ids', async () => {
  const twin = await startWorld({ seed: 'test', now: '2026-11-21T09:00:00Z' });
  const there = createCaller(`${twin.url}/d360`, { 'D360-API-KEY': 'd360-demo-key' });
  const [one, other] = await Promise.all([
    d360('POST', '/messages', aText(PHONE)),
    there('POST', '/messages', aText(PHONE)),
  ]);
  expect(other.body).toEqual(one.body);
  await twin.close();
});

test('uploaded media is described, downloaded by its key, and its link lives five minutes', async () => {
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('file', new Blob(['hello'], { type: 'image/png' }), 'a.png');
  const upload = await fetch(`${world().url}/d360/media`, {
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
