import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { PHONE, aText, changeOf, dialog360Scene } from '../testing/dialog360-scene.ts';
import type { Json } from '../testing/json.ts';

const { product, sim, d360, statuses, settle, advance, openWindow } = dialog360Scene();

test('a wrong key is 401 and an unknown path 404, both in JSON', async () => {
  const wrong = await d360('POST', '/messages', aText(PHONE), { 'D360-API-KEY': 'nope' });
  expect(wrong.status).toBe(401);
  expect(wrong.body.meta.developer_message).toBe('Invalid api_key');
  expect((await sim('GET', '/d360/no/such/path')).status).toBe(404);
});

test('a message within the window is sent, delivered and read, with our reference echoed', async () => {
  await openWindow();
  const sent = await d360('POST', '/messages', aText(PHONE, { biz_opaque_callback_data: 'msg_1' }));
  expect(sent.status).toBe(200);
  expect(sent.body.contacts[0]).toMatchObject({ input: PHONE, wa_id: PHONE });
  expect(sent.body.messages[0].message_status).toBe('accepted');

  await advance(10_000);
  await settle();
  expect(statuses().map(({ status }: Json) => status)).toEqual(['sent', 'delivered', 'read']);
  expect(statuses()[0]).toMatchObject({ id: sent.body.messages[0].id, biz_opaque_callback_data: 'msg_1' });
  const judge = await sim('GET', '/_sim/judge?channel=d360');
  expect(judge.body).toMatchObject({ accepted: 1, duplicates: [], counts: { msg_1: 1 } });
});

test('webhooks carry our own header and the platform signature over the raw body', async () => {
  await sim('POST', '/_sim/d360/inbound', { from: PHONE, text: 'Да' });
  await settle();
  const [webhook] = product().webhooks;
  const signature = createHmac('sha256', 'd360-demo-platform-secret').update(webhook!.raw).digest('hex');
  expect(webhook!.headers.authorization).toBe('Bearer ours');
  expect(webhook!.headers['x-360dialog-signature']).toBe(signature);
});

test('a free-form message outside the window is accepted and then fails with 131047', async () => {
  const sent = await d360('POST', '/messages', aText(PHONE));
  expect(sent.status).toBe(200);
  await advance(5000);
  await settle();
  expect(statuses()).toMatchObject([{ status: 'failed', errors: [{ code: 131047 }] }]);
});

test('with the switch on, the API itself refuses outside the window', async () => {
  await sim('POST', '/_sim/d360/sync-window-errors', { on: true });
  const refused = await d360('POST', '/messages', aText(PHONE));
  expect(refused.status).toBe(400);
  expect(refused.body.error).toMatchObject({ code: 131047, type: 'OAuthException' });
});

test('a window closes 24 hours after the last message of the person', async () => {
  await sim('POST', '/_sim/d360/inbound', { from: PHONE, text: 'Да' });
  await advance(24 * 3_600_000);
  await d360('POST', '/messages', aText(PHONE));
  await advance(5000);
  await settle();
  expect(statuses()).toMatchObject([{ status: 'failed', errors: [{ code: 131047 }] }]);
});

test.each([
  ['79160000026', 131026],
  ['79160000049', 131049],
  ['79160000050', 131050],
])('a phone like %s fails with %i', async (phone, code) => {
  await openWindow(phone);
  await d360('POST', '/messages', aText(phone));
  await advance(5000);
  await settle();
  expect(statuses()).toMatchObject([{ status: 'failed', errors: [{ code }] }]);
});

test('a second message to one person within 6 seconds is refused, and allowed after them', async () => {
  await openWindow();
  expect((await d360('POST', '/messages', aText(PHONE))).status).toBe(200);
  const soon = await d360('POST', '/messages', aText(PHONE));
  expect([soon.status, soon.body.error.code]).toEqual([400, 131056]);
  await advance(6000);
  expect((await d360('POST', '/messages', aText(PHONE))).status).toBe(200);
  expect((await sim('GET', '/_sim/judge')).body.pairViolations).toBe(1);
});

test('the 81st message within a second is refused with 429 and 130429', async () => {
  await sim('POST', '/_sim/clock', { factor: 0.001 });
  const sends = Array.from({ length: 90 }, (_, nth) =>
    d360('POST', '/messages', aText(`7900${String(1_000_000 + nth)}`)),
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
    await d360('POST', '/messages', aText(`7900200000${nth}`));
  }
  await advance(1000);
  await settle();
  const delivered = statuses().filter(({ status }: Json) => status === 'delivered');
  const perMessage = Object.values(Object.groupBy(delivered, ({ id }: Json) => id)).map((list) => list!.length);
  expect(perMessage.toSorted()).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 2]);
});

test('with reordering on, read arrives before sent', async () => {
  await sim('POST', '/_sim/d360/reorder', { on: true });
  await openWindow();
  await d360('POST', '/messages', aText(PHONE));
  for (let nth = 0; nth < 5; nth++) {
    await advance(800);
    await settle();
  }
  expect(statuses().map(({ status }: Json) => status)).toEqual(['read', 'delivered', 'sent']);
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
  const [message] = product().webhooks.flatMap(({ body }) => changeOf(body).messages ?? []);
  expect(message).toMatchObject({
    type: 'interactive',
    interactive: { type: 'button_reply', button_reply: { id: 'b0', title: 'Подтвердить' } },
    context: { id: sent.body.messages[0].id },
  });
});
