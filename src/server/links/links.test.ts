import { expect, test } from 'vitest';
import * as contract from '#contract/links/calls.ts';
import { createQrPage, deleteQrPage, getQrPageVisits, restoreQrPage, saveQrPage } from '#contract/links/qr-pages.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { testServer } from '#server/testing/server/http.ts';

const { call, signUp, clock, origin, owner, runRepeated } = await testServer({
  env: { LINK_BLOCKED_HOSTS: 'Evil.Example., зло.рф', TRUST_PROXY: '1' },
});

const PERSON = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36';
const TARGET = 'https://salon.ru/price';

async function aCabinet() {
  const { token, tenantId } = await signUp();
  const create = (body: object) =>
    call(contract.createShortLink, { token, body: { title: 'Price list', target: TARGET, ...body } });
  const clicksOf = async (linkId: string) => (await call(contract.getLinkClicks, { token, params: { linkId } })).body;
  return { token, tenantId, create, clicksOf };
}

const pathOf = (url: string) => new URL(url).pathname;

/** Requests a link as somebody's program. */
function follow(url: string, headers: Record<string, string> = {}, options: RequestInit = {}) {
  const given = { 'user-agent': PERSON, 'x-forwarded-for': '203.0.113.7', ...headers };
  return fetch(`${origin}${pathOf(url)}${new URL(url).search}`, { redirect: 'manual', headers: given, ...options });
}

test('a link leads to its target with its campaign marks, and an edited one to the new target at once', async () => {
  const { token, create } = await aCabinet();
  const { body: link } = await create({ utm: { source: 'vk' } });
  expect(link.url).toMatch(/\/to\/[a-z0-9]{11}\/$/);
  const first = await follow(link.url);
  expect([first.status, first.headers.get('location'), first.headers.get('cache-control')]).toEqual([
    302,
    `${TARGET}?utm_source=vk`,
    'no-store',
  ]);
  const change = { title: 'Masters', target: 'https://salon.ru/masters', utm: {}, expiresAt: null };
  const saved = await call(contract.saveShortLink, {
    token,
    params: { linkId: link.id },
    body: { ...change, baseVersion: link.version },
  });
  expect(saved.body).toMatchObject({ url: link.url, target: change.target, version: link.version + 1 });
  expect((await follow(link.url.toUpperCase())).headers.get('location')).toBe(change.target);
  const late = await call(contract.saveShortLink, {
    token,
    params: { linkId: link.id },
    body: { ...change, baseVersion: link.version },
  });
  expect(late.body.code).toBe('link.changed_meanwhile');
});

test('a link is found by any spelling of its address', async () => {
  const { create } = await aCabinet();
  const { body: link } = await create({});
  const code = pathOf(link.url).split('/')[2] ?? '';
  const letter = `%${code.charCodeAt(0).toString(16)}`;
  for (const path of [
    `/%74o/${code}/`,
    `/%74%6F/${code}`,
    `/%54O/${code.toUpperCase()}/`,
    `/TO/${letter}${code.slice(1)}/`,
    `/to/${code}/?qr`,
  ])
    expect((await follow(`http://x${path}`)).headers.get('location'), path).toBe(TARGET);
});

test('a target of other letters is followed, with its own escapes as they are', async () => {
  const { create } = await aCabinet();
  const { body: link } = await create({ target: 'https://salon.ru/цены?x=a%20b+c', utm: { source: 'vk' } });
  expect((await follow(link.url)).headers.get('location')).toBe(
    'https://salon.ru/%D1%86%D0%B5%D0%BD%D1%8B?x=a%20b+c&utm_source=vk',
  );
});

test('a target that was blocked after its check, or leads back to us, is followed no more', async () => {
  const { token, tenantId, create } = await aCabinet();
  const { body: link } = await create({});
  const { body: page } = await call(createQrPage, {
    token,
    body: { title: 'Mirror', heading: 'Hello', channelIds: [], greeting: '', bookingUrl: TARGET, reviewUrl: TARGET },
  });
  const pressed = `${page.url}/booking`;
  for (const [target, isFollowed] of [
    ['https://salon.ru/', true],
    ['https://evil.example/', false],
    ['https://evil.example./', false],
    ['https://Shop.EVIL.example.:8443/x', false],
    ['https://user@evil.example/', false],
    ['https://xn--g1aij.xn--p1ai/', false],
    ['http://app.localhost/%74o/abcde123456/', false],
    ['https://iplogger.org/x', false],
  ] as const) {
    await owner.query('update short_links set target = $2 where tenant_id = $1', [tenantId, target]);
    await owner.query('update qr_pages set booking_url = $2 where tenant_id = $1', [tenantId, target]);
    for (const url of [link.url, pressed]) {
      const answer = await follow(url);
      const location = answer.headers.get('location');
      expect([url, target, answer.status, location]).toEqual(
        isFollowed ? [url, target, 302, target] : [url, target, 303, '../../widget/404'],
      );
    }
  }
});

test('an ending of the owner is part of the address, and is taken once per cabinet', async () => {
  const [one, other] = [await aCabinet(), await aCabinet()];
  const { body: link } = await one.create({ ending: 'Spring-Sale' });
  expect(link.url).toMatch(/\/to\/[a-z0-9]{5}-spring-sale\/$/);
  expect((await follow(link.url)).status).toBe(302);
  expect((await one.create({ ending: 'spring-sale' })).body.details).toEqual({ fields: { ending: ['taken'] } });
  expect((await other.create({ ending: 'spring-sale' })).status).toBe(200);
  expect((await one.create({ ending: '../x' })).body.details).toEqual({ fields: { ending: ['ending'] } });
});

test.each([
  ['javascript:alert(1)', 'url'],
  ['http://169.254.169.254/', 'target_inner'],
  ['https://shop.evil.example/', 'target_blocked'],
  ['http://app.localhost/to/abcde123456/', 'target_loop'],
])('a target %s is refused', async (target, reason) => {
  const { create } = await aCabinet();
  expect((await create({ target })).body.details).toEqual({ fields: { target: [reason] } });
});

test('an unknown, expired or deleted link leads to the page that says so, and a deletion can be undone', async () => {
  const { token, create } = await aCabinet();
  const { body: link } = await create({ expiresAt: clock.now().add({ hours: 2 }).toString() });
  const params = { linkId: link.id };
  const isGone = async (url: string) => (await follow(url)).headers.get('location') === '../../widget/404';
  expect(await isGone(link.url)).toBe(false);
  await call(contract.deleteShortLink, { token, params });
  expect(await isGone(link.url)).toBe(true);
  await call(contract.restoreShortLink, { token, params });
  expect(await isGone(link.url)).toBe(false);
  clock.advance({ hours: 3 });
  expect(await isGone(link.url)).toBe(true);
  for (const unknown of ['zzzzz222222', 'x', '..%2f..%2f', `${'a'.repeat(300)}`, '%00', 'abcde-<b>'])
    expect(await isGone(`http://x/to/${unknown}/`), unknown).toBe(true);
  const page = await fetch(new URL('/widget/404', origin), { headers: { 'accept-language': 'uk' } });
  expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('lang="uk-UA"')]);
});

test('a person whose IPv6 address changes within their network is counted once', async () => {
  const { create, clicksOf } = await aCabinet();
  const { body: link } = await create({});
  for (const address of [
    '2001:db8:1:2::1',
    '2001:db8:1:2:aaaa::2',
    '2001:db8:1:3::1',
    '203.0.113.9',
    '::ffff:203.0.113.9',
  ])
    await follow(link.url, { 'x-forwarded-for': address });
  await expect.poll(() => clicksOf(link.id)).toMatchObject({ clicks: 3, repeated: 2 });
});

test('people are counted once an hour, and programs are kept apart', async () => {
  const { token, create, clicksOf } = await aCabinet();
  const { body: link } = await create({});
  await follow(link.url, { referer: 'https://www.instagram.com/' });
  await follow(link.url);
  await follow(`${link.url}?qr`, { 'x-forwarded-for': '203.0.113.8', 'user-agent': 'Mozilla/5.0 (Windows NT 10.0)' });
  await follow(link.url, { 'user-agent': 'WhatsApp/2.24' });
  await follow(link.url, { 'user-agent': 'WhatsApp/2.24' });
  await follow(link.url, {}, { method: 'HEAD' });
  await follow(link.url, { 'sec-purpose': 'prefetch' });
  await expect.poll(async () => (await clicksOf(link.id)).filtered).toBe(4);
  clock.advance({ hours: 1 });
  await follow(link.url);
  await expect.poll(async () => (await clicksOf(link.id)).clicks).toBe(3);

  const counts = await clicksOf(link.id);
  expect(counts).toMatchObject({ clicks: 3, clicksBefore: 0, filtered: 4, repeated: 1 });
  expect(counts.days).toHaveLength(30);
  expect(counts.days.at(-1)?.clicks).toBe(3);
  expect(counts.sources).toEqual(
    expect.arrayContaining([
      { source: 'qr', clicks: 1 },
      { source: 'instagram.com', clicks: 1 },
    ]),
  );
  expect(counts.devices).toEqual([
    { device: 'phone', clicks: 2 },
    { device: 'computer', clicks: 1 },
  ]);
  const { items } = (await call(contract.listShortLinks, { token, query: { search: 'PRICE' } })).body;
  expect(items.map(({ id, clicks }) => [id, clicks])).toEqual([[link.id, 3]]);

  clock.advance({ hours: 24 * 91 });
  await runRepeated('links.delete-old-programs');
  const { rows } = await owner.query<{ verdict: string }>('select distinct verdict from link_clicks');
  expect(rows.map(({ verdict }) => verdict)).toEqual(['click']);
});

test('the list is paged, the newest first, and a link of another cabinet is not found', async () => {
  const [one, other] = [await aCabinet(), await aCabinet()];
  const ids: string[] = [];
  for (const title of ['First', 'Second', 'Third']) {
    ids.unshift((await one.create({ title })).body.id);
    clock.advance({ minutes: 1 });
  }
  const { body: page } = await call(contract.listShortLinks, { token: one.token, query: { limit: 2 } });
  const cursor = page.nextCursor ?? '';
  const { body: rest } = await call(contract.listShortLinks, { token: one.token, query: { limit: 2, cursor } });
  expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual(ids);
  const foreign = await call(contract.getShortLink, { token: other.token, params: { linkId: ids[0]! } });
  expect(foreign.body.code).toBe('link.not_found');
});

test('the page behind a QR code opens the chosen chats with the first text, a booking and a review', async () => {
  const { token, tenantId } = await aCabinet();
  const { aChannel } = builders(owner);
  const whatsApp = await aChannel({ tenantId, kind: 'dialog360', address: '+79161234567' });
  const sms = await aChannel({ tenantId, kind: 'twilio_sms', address: '+79160000000' });
  const written = {
    title: 'Mirror',
    heading: 'Hello <b>',
    channelIds: [whatsApp.id, sms.id],
    greeting: 'Хочу записаться',
  };
  const made = await call(createQrPage, { token, body: { ...written, bookingUrl: 'https://n1.yclients.com/' } });
  const { body: page } = made;
  const open = (path: string) => fetch(`${origin}${path}`, { redirect: 'manual', headers: { 'user-agent': PERSON } });
  const shown = await open(`${pathOf(page.url)}?qr`);
  const html = await shown.text();
  expect(shown.status).toBe(200);
  expect(html).toContain('Hello &lt;b&gt;');
  const code = pathOf(page.url).split('/').at(-1);
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to)).toEqual([`${code}/chat-1`, `${code}/booking`]);
  const chat = await open(`/q/${code}/chat-1`);
  expect(chat.headers.get('location')).toBe(`https://wa.me/79161234567?text=${encodeURIComponent('Хочу записаться')}`);
  expect((await open(`/q/${code}/booking`)).headers.get('location')).toBe('https://n1.yclients.com/');
  expect((await open(`/q/${code}/review`)).headers.get('location')).toBe('../../widget/404');
  await expect
    .poll(async () => (await call(getQrPageVisits, { token, params: { pageId: page.id } })).body)
    .toMatchObject({
      clicks: 1,
      sources: [{ source: 'qr', clicks: 1 }],
      buttons: [
        { button: 'chat', clicks: 1 },
        { button: 'booking', clicks: 1 },
        { button: 'review', clicks: 0 },
      ],
    });
  const params = { pageId: page.id };
  const inner = { ...written, reviewUrl: 'http://192.168.0.1/', baseVersion: page.version };
  expect((await call(saveQrPage, { token, params, body: inner })).body.details).toEqual({
    fields: { reviewUrl: ['target_inner'] },
  });
  await call(deleteQrPage, { token, params });
  expect((await open(`/q/${code}`)).status).toBe(404);
  await call(restoreQrPage, { token, params });
  expect((await open(`/q/${code}`)).status).toBe(200);
  expect((await open('/q/zzzzz123456')).status).toBe(404);
});
