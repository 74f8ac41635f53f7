import { expect, test } from 'vitest';
import { ANNA, simulatedNumber } from '#server/testing/world/simulated-number.ts';

const { world, caught, options, hub, hubKey, webhook, aMessage, send, read } = await simulatedNumber();
const { signal } = new AbortController();
const NOW = Temporal.Instant.from('2026-03-02T08:00:00Z');

const statuses = () => read().flatMap((event) => (event.kind === 'status' ? [event.status] : []));

test('statuses contain our reference and are authentic', async () => {
  const message = aMessage();
  await send(message);
  await world.passTime(60_000);
  expect(statuses()).toEqual(['sent', 'delivered', 'read']);
  expect(read().every((event) => event.kind === 'status' && event.reference === message.reference)).toBe(true);
  expect(caught.payloads.every((post) => hub.verify(post, webhook, hubKey))).toBe(true);
});

test('a payload that was tampered with is not authentic', async () => {
  await send();
  await world.passTime(60_000);
  const [post] = caught.payloads;
  const body = Buffer.from(post!.body.toString().replace('sent', 'read'));
  expect(hub.verify({ ...post!, body }, webhook, hubKey)).toBe(false);
  expect(hub.verify(post!, { ...webhook, headerSecret: 'another' }, hubKey)).toBe(false);
});

test('statuses may come in any order and more than once', async () => {
  await world.control('POST', '/d360/reorder', { on: true });
  await send();
  await world.passTime(60_000);
  expect(statuses()).toEqual(['read', 'delivered', 'sent']);
  const { webhooks } = await world.control<{ webhooks: { id: string }[] }>('GET', '/webhooks?channel=d360');
  await world.control('POST', `/webhooks/${webhooks[0]!.id}/repeat`, {});
  expect(statuses()).toEqual(['read', 'delivered', 'sent', 'read']);
});

test('a webhook we did not accept is delivered again', async () => {
  caught.answers.push(500);
  await world.control('POST', '/d360/inbound', { from: ANNA.slice(1), text: 'Да' });
  await world.passTime(0);
  expect(caught.payloads).toHaveLength(1);
  await world.passTime(10_000);
  expect(caught.payloads).toHaveLength(2);
  expect(caught.payloads[1]!.body).toEqual(caught.payloads[0]!.body);
});

test.each([
  ['79990001026', 'recipient_invalid', '131026', null],
  ['79990001049', 'temporary', '131049', 86_400_000],
  ['79990001050', 'opted_out', '131050', null],
])('what cannot be delivered to %s fails by a status: %s', async (phone, errorClass, code, pauseMs) => {
  await world.control('POST', '/d360/window', { phone: `+${phone}`, open: true });
  await send({ to: { phone: `+${phone}`, channelUserId: null } });
  await world.passTime(60_000);
  const failed = { kind: 'status', status: 'failed', errorClass, code, retryAfterMs: pauseMs };
  expect(read()).toContainEqual(expect.objectContaining(failed));
  const texts = read().flatMap((event) => (event.kind === 'status' && event.text ? event.text.split(': ') : []));
  expect(texts.length).toBeGreaterThan(0);
  expect(new Set(texts).size).toBe(texts.length);
});

test('free text after the messaging window is refused, by a status or at once', async () => {
  await world.control('POST', '/d360/window', { phone: ANNA, open: false });
  expect(await send()).toMatchObject({ kind: 'accepted' });
  await world.passTime(60_000);
  const failed = { kind: 'status', status: 'failed', errorClass: 'window_closed', code: '131047' };
  expect(read()).toContainEqual(expect.objectContaining(failed));

  await world.control('POST', '/d360/sync-window-errors', { on: true });
  expect(await send()).toMatchObject({ kind: 'refused', errorClass: 'window_closed', code: '131047' });
});

test('inbound texts, files, taps and quotes are read', async () => {
  const from = ANNA.slice(1);
  const sent = await send();
  const quoted = sent.kind === 'accepted' ? sent.providerMessageId : '';
  await world.control('POST', '/d360/inbound', { from, text: 'Да', quoted });
  await world.control('POST', '/d360/inbound', { from, media: { type: 'image', mime: 'image/jpeg', caption: 'Вот' } });
  await world.control('POST', '/d360/inbound', { from, button: { id: 'confirm:42', title: 'Подтвердить' } });
  await world.control('POST', '/d360/inbound', { from, text: 'Это я', omitFrom: true });
  await world.passTime(0);
  const messages = read().filter((event) => event.kind === 'message');
  expect(messages).toMatchObject([
    { content: 'text', text: 'Да', quotedProviderId: quoted, from: { phone: ANNA } },
    { content: 'image', text: 'Вот', media: { mime: 'image/jpeg' } },
    { content: 'button', buttonId: 'confirm:42', text: 'Подтвердить' },
    { content: 'text', text: 'Это я', from: { phone: null } },
  ]);
  expect(new Set(messages.map((event) => event.kind === 'message' && event.from.channelUserId)).size).toBe(1);
});

test('templates are listed, and the review of one is reported at once', async () => {
  const listed = await hub.listTemplates!(hubKey);
  const templates = listed.isOk ? listed.value : [];
  expect(templates).toContainEqual(
    expect.objectContaining({ name: 'visit_reminder', language: 'ru', status: 'approved', reason: null }),
  );
  await world.control('POST', '/d360/templates', { name: 'visit_reminder', language: 'ru', status: 'PAUSED' });
  await world.passTime(0);
  expect(read()).toEqual([
    {
      kind: 'template',
      name: 'visit_reminder',
      language: 'ru',
      status: 'paused',
      reason: 'FIRST_PAUSE',
      category: 'utility',
    },
  ]);
});

test('a missing webhook is detected', async () => {
  expect(await hub.inspectWebhook!(hubKey, webhook, NOW)).toEqual({ isOk: true, value: null });
  const moved = { ...webhook, url: 'https://other.example/hooks' };
  expect(await hub.inspectWebhook!(hubKey, moved, NOW)).toMatchObject({ isOk: false, trouble: 'hook_failing' });
  const bad = await hub.subscribe(hubKey, { ...webhook, url: 'http://salon.example:8080/hooks' });
  expect(bad).toMatchObject({ isOk: false, trouble: 'hook_refused', isTemporary: false });
});

test('an outage while connecting is temporary', async () => {
  await world.control('POST', '/fault', { channel: 'd360', action: 'http', status: 502, times: 1 });
  expect(await hub.check(hubKey)).toMatchObject({ isOk: false, trouble: 'unreachable', isTemporary: true });
});

/** The number as Meta itself knows it. */
type MetaNumber = Record<'graphToken' | 'phoneNumberId' | 'wabaId' | 'appSecret' | 'phone', string>;

const metaKey = ({ graphToken, phoneNumberId, wabaId, appSecret }: MetaNumber) => ({
  accessToken: graphToken,
  phoneNumberId,
  wabaId,
  appSecret,
});

test('Meta has the same API under other URLs', async () => {
  const { numbers } = await world.control<{ numbers: MetaNumber[] }>('GET', '/d360');
  const key = metaKey(numbers[0]!);
  expect(await hub.check(key)).toMatchObject({ isOk: true, value: { externalId: key.phoneNumberId } });
  expect(await hub.send({ credentials: key, webhook, message: aMessage(), signal })).toMatchObject({
    kind: 'accepted',
  });
  expect(
    await hub.send({ credentials: { ...key, accessToken: 'x' }, webhook, message: aMessage(), signal }),
  ).toMatchObject({ errorClass: 'auth' });
});

test("Meta's templates are read page by page to the last", async () => {
  const { numbers } = await world.control<{ numbers: MetaNumber[] }>('GET', '/d360');
  const key = metaKey(numbers[0]!);
  const names = Array.from({ length: 120 }, (_, nth) => `reminder_${String(nth).padStart(3, '0')}`);
  for (const name of names) {
    const components = [{ type: 'BODY', text: 'Ждём вас' }];
    const made = await fetch(`${options.graphUrl}/${key.wabaId}/message_templates`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, language: 'ru', category: 'UTILITY', components }),
    });
    expect(made.status).toBe(200);
  }
  const listed = await hub.listTemplates!(key);
  const found = listed.isOk ? listed.value.map(({ name }) => name) : [];
  expect(found.filter((name) => names.includes(name))).toEqual(names);
});

test("Meta verifies the webhook URL by a challenge and signs payloads with the app's secret", async () => {
  caught.answerGet = (query) => hub.answerChallenge!(query, webhook);
  const order = { key: 'k', phone: '79990000077', meta: { url: webhook.url, verifyToken: webhook.headerSecret } };
  const number = await world.control<MetaNumber>('POST', '/d360/numbers', order);
  const key = metaKey(number);
  await world.control('POST', '/d360/inbound', { number: number.phoneNumberId, from: ANNA.slice(1), text: 'Да' });
  await world.passTime(0);
  const [post] = caught.payloads;
  expect(read()).toMatchObject([{ kind: 'message', text: 'Да' }]);
  expect(hub.verify(post!, webhook, key)).toBe(true);
  expect(hub.verify(post!, webhook, { ...key, appSecret: 'another' })).toBe(false);
});

test("Meta's challenge is answered only with the right verify token", () => {
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'our-secret', 'hub.challenge': '1158201444' };
  expect(hub.answerChallenge!(query, webhook)).toBe('1158201444');
  expect(hub.answerChallenge!({ ...query, 'hub.verify_token': 'x' }, webhook)).toBeNull();
  expect(hub.answerChallenge!({}, webhook)).toBeNull();
});
