import { runInNewContext } from 'node:vm';
import { beforeEach, expect, test } from 'vitest';
import {
  createBookingButton,
  deleteBookingButton,
  listBookingButtons,
  restoreBookingButton,
  saveBookingButton,
} from '#contract/booking/buttons.ts';
import { listNotices } from '#contract/onboarding/calls.ts';
import { decideTableRequest, listTableRequests } from '#contract/booking/table-requests.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { iikoRestaurant, type SimulatedRestaurant } from '#server/testing/houses/iiko-restaurant.ts';

const { server, world, found, connect, reset } = await iikoRestaurant();
const { call } = server;
let restaurant: SimulatedRestaurant;
let owner: Awaited<ReturnType<typeof connect>>;
let nextAddress = 1;

const TERMS = { opensAt: '12:00', closesAt: '22:00', mostGuests: 8, daysAhead: 30, leadMinutes: 60 };
const FORM = {
  date: '2026-03-05',
  time: '19:00',
  guests: '4',
  name: 'Анна <b>',
  phone: '8 916 123-45-67',
  comment: 'у окна',
};

beforeEach(async () => {
  await reset();
  restaurant = await found();
  owner = await connect(restaurant);
});

async function aButton(change: object = {}) {
  const branchId = owner.connection.branches[0]?.id;
  const body = {
    branchId,
    opens: 'table',
    targetUrl: null,
    label: 'Стол',
    accent: null,
    position: 'bottom_right',
    terms: TERMS,
  };
  const { body: button, status } = await call(createBookingButton, {
    token: owner.token,
    body: { ...body, ...change },
  });
  expect(status, JSON.stringify(button)).toBe(200);
  return { ...button, path: new URL(button.pageUrl).pathname, script: button.scriptUrl.replace(/^.*?(?=\/embed)/, '') };
}

/** Opens an address as a browser without scripts does; with a form it is submitted. */
async function open(path: string, form?: Record<string, string>, address = `10.1.0.${nextAddress++ % 250}`) {
  const answer = await fetch(`${server.origin}${path}`, {
    redirect: 'manual',
    headers: { 'accept-language': 'en', 'x-forwarded-for': address },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  const location = answer.headers.get('location');
  return { status: answer.status, headers: answer.headers, body: await answer.text(), location };
}
const keyIn = (body: string) => /name="key" value="([^"]+)"/.exec(body)?.[1] ?? '';

/** Fills in the form of a button. @returns the path of the request's page */
async function request(path: string, change: Record<string, string> = {}): Promise<string> {
  const key = keyIn((await open(path)).body);
  const { status, location, body } = await open(path, { ...FORM, ...change, key });
  expect(status, body).toBe(303);
  return `/book/${location}`;
}
const requests = async () => (await call(listTableRequests, { token: owner.token })).body;
const reserves = async () =>
  (
    await world.control<{ reserves: { id: string; cancelReason: unknown; guestsCount: number; startsAt: number }[] }>(
      'GET',
      '/iiko',
    )
  ).reserves;
const deny = () => world.control('POST', '/iiko/permissions', { login: restaurant.apiLogin, deny: ['1/reserve'] });

test('a request is confirmed by the restaurant’s system, and its page says so', async () => {
  const { path } = await aButton();
  const page = await request(path);
  expect((await open(page)).body).toContain('We have your request');
  await server.runJobs();
  const { body } = await open(page);
  expect(body).toContain('Your table is booked');
  expect(body).toContain('Thursday, 5 March, 19:00');
  expect(body).toContain('Анна &lt;b&gt;');
  const [reserve] = await reserves();
  expect(reserve).toMatchObject({ guestsCount: 4 });
  const { items } = await requests();
  expect(items).toMatchObject([{ id: reserve?.id, status: 'confirmed', reserve: 'held', phone: '+79161234567' }]);
});

test('the answer is written to a guest whose phone is that of a contact, and to nobody else', async () => {
  const { path } = await aButton();
  const { tenantId } = owner;
  const { aChannel, aContact, anAddress } = builders(server.owner, server.ctx.vault);
  const channel = await aChannel({ tenantId });
  const guest = await aContact({ tenantId, phone: '+79161234567' });
  await anAddress({
    tenantId,
    contactId: guest.id,
    channelId: channel.id,
    windowUntil: server.clock.now().add({ hours: 20 }),
  });
  const messages = async () => {
    const { rows } = await server.owner.query(
      'select contact_id, status, content from messages where tenant_id = $1 order by id',
      [tenantId],
    );
    return rows;
  };
  await request(path, { phone: '8 916 000-00-09' });
  const known = await request(path, { time: '20:00' });
  await server.runJobs();
  const [message, ...others] = await messages();
  expect(others).toEqual([]);
  expect(message.contact_id).toBe(guest.id);
  expect(JSON.stringify(message.content)).toContain('your table is booked. Thursday, 5 March, 20:00');
  expect(JSON.stringify(message.content)).toContain(known);
});

test('a form that is posted again is the same request, and a guest who cancels frees the table', async () => {
  const { path } = await aButton();
  const form = { ...FORM, key: keyIn((await open(path)).body) };
  const answers = await Promise.all(Array.from({ length: 3 }, () => open(path, form)));
  expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
  await server.runJobs();
  expect(await reserves()).toHaveLength(1);

  const page = `/book/${answers[0]?.location}`;
  for (let n = 0; n < 2; n++) expect((await open(page, {})).status).toBe(303);
  await server.runJobs();
  expect((await open(page)).body).toContain('You cancelled the request');
  expect(await reserves()).toMatchObject([{ cancelReason: 'ClientRefused' }]);
});

test('where the system has no table, or takes no reserves, staff is told and answers', async () => {
  const { path } = await aButton();
  await request(path, { guests: '8' });
  await server.runJobs();
  const full = await request(path, { guests: '8', time: '20:00' });
  await server.runJobs();
  expect((await requests()).items.map(({ status, reserve }) => [status, reserve])).toEqual([
    ['new', 'refused'],
    ['confirmed', 'held'],
  ]);
  const notices = async () => (await call(listNotices, { token: owner.token })).body.notices;
  expect(await notices()).toMatchObject([{ kind: 'table_request', isResolved: false }]);
  const [first] = (await requests()).items;
  const decide = (decision: string) =>
    call(decideTableRequest, { token: owner.token, params: { requestId: first?.id ?? '' }, body: { decision } });
  expect((await decide('decline')).body).toMatchObject({ status: 'declined' });
  expect((await decide('decline')).status).toBe(200);
  expect((await decide('confirm')).body).toMatchObject({ code: 'table_request.decided' });
  expect(await notices()).toMatchObject([{ isResolved: true }]);
  expect((await open(full)).body).toContain('There is no table for this time');

  await deny();
  const closed = await request(path, { date: '2026-03-06' });
  await server.runJobs();
  expect((await requests()).items[0]).toMatchObject({ status: 'new', reserve: 'none' });
  expect((await open(closed)).body).toContain('We have your request');
});

test('a restaurant whose computer is slow is read again, and one that refuses is shown in its own words', async () => {
  const { path } = await aButton();
  await world.control('POST', '/iiko/switches', { commands: 'hang' });
  await request(path);
  await server.runJobs();
  expect((await requests()).items).toMatchObject([{ status: 'new', reserve: 'pending' }]);
  const [reserve] = await reserves();
  await world.control('PUT', `/iiko/reserves/${reserve?.id}`, { creation: 'Success', webhook: false });
  await server.clock.advance({ minutes: 10 });
  await server.runJobs();
  expect((await requests()).items).toMatchObject([{ status: 'confirmed', reserve: 'held' }]);

  await world.control('POST', '/iiko/switches', { commands: 'fail' });
  await request(path, { date: '2026-03-07' });
  await server.runJobs();
  expect((await requests()).items[0]).toMatchObject({
    status: 'new',
    reserve: 'refused',
    reserveText: 'Банкетный зал закрыт',
  });
  await world.control('POST', '/iiko/switches', { commands: 'work' });
});

test('a form with errors comes back as it was typed, and nothing is stored', async () => {
  const { path } = await aButton();
  const { body } = await open(path);
  expect(body).toContain('min="2026-03-0');
  const wrong = await open(path, { ...FORM, phone: '12', guests: '99', key: keyIn(body) });
  expect(wrong.status).toBe(422);
  expect(wrong.body).toContain('Enter a phone we can call.');
  expect(wrong.body).toContain('We seat from 1 to 8 guests here');
  expect(wrong.body).toContain('value="Анна &lt;b&gt;"');
  expect((await open(path, { guests: '2' })).status).toBe(400);
  expect((await requests()).items).toEqual([]);
});

test('characters that the database cannot store are removed from a form', async () => {
  const { path } = await aButton();
  await request(path, { name: 'Анна\0', comment: '\0у \ud83dокна\0', guests: '4\0' });
  expect((await requests()).items).toMatchObject([{ name: 'Анна', comment: 'у \ufffdокна' }]);
  expect((await open(`${path}?x=%00&%00=1`)).status).toBe(200);
  expect((await open(`${path}%00`)).status).toBeLessThan(500);
});

test('requests with one phone are limited, with a word about it', async () => {
  const { path } = await aButton();
  const statuses = [];
  for (let n = 0; n < 8; n++) {
    const key = keyIn((await open(path)).body);
    statuses.push(await open(path, { ...FORM, key }, '10.2.0.1'));
  }
  const last = statuses.at(-1);
  expect(last?.status).toBe(429);
  expect(last?.body).toContain('There are too many requests right now. Try again in');
});

test('only the form may be framed by other sites', async () => {
  const { path } = await aButton();
  const { headers } = await open(path);
  expect(headers.get('content-security-policy')).toContain('frame-ancestors *');
  expect(headers.get('x-frame-options')).toBeNull();
  const other = await open('/widget/404');
  expect(other.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

/** Runs the script of a button on a page that is as small as it needs. */
function runOn(script: string) {
  const added: { href?: string; textContent?: string; style: Record<string, string> }[] = [];
  const element = () => {
    const style: Record<string, string> = {};
    const setProperty = (name: string, value: string) => void (style[name] = value);
    return { style: Object.assign(style, { setProperty }), addEventListener() {} };
  };
  const body = { appendChild: (link: (typeof added)[number]) => void added.push(link) };
  const page = { document: { currentScript: null, body, createElement: element } };
  const names = Object.keys(page);
  runInNewContext(script, page);
  expect(Object.keys(page)).toEqual(names);
  return added;
}

test('the script adds a link to the booking page, is small, and may be loaded by any site', async () => {
  const targetUrl = 'https://n1.yclients.com/company/4564';
  const { script, path } = await aButton({ opens: 'page', targetUrl, label: '</script>', accent: '#7c3aed' });
  const { body, headers } = await open(script);
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(headers.get('set-cookie')).toBeNull();
  expect(Buffer.byteLength(body)).toBeLessThan(15_000);
  expect(body).not.toContain('</script>');
  expect(runOn(body)).toMatchObject([
    { href: targetUrl, textContent: '</script>', style: { background: '#7c3aed', right: '20px' } },
  ]);
  expect(await open(path)).toMatchObject({ status: 303, location: targetUrl });
});

test('an error of the site does not come out of the script', async () => {
  const { script } = await aButton();
  const { body } = await open(script);
  const broken = {
    currentScript: null,
    body: {},
    createElement: () => {
      throw new Error('broken');
    },
  };
  expect(() => void runInNewContext(body, { document: broken })).not.toThrow();
});

test('a deleted button disappears from sites and its page is gone, until it is restored', async () => {
  const { id, script, path } = await aButton();
  const page = await request(path);
  const params = { buttonId: id };
  await call(deleteBookingButton, { token: owner.token, params });
  expect((await open(script)).body).toBe('');
  expect((await open(path)).status).toBe(404);
  expect((await open(path, { ...FORM, key: crypto.randomUUID() })).status).toBe(404);
  expect((await open(page)).status).toBe(200);
  await call(restoreBookingButton, { token: owner.token, params });
  expect((await open(path)).status).toBe(200);
  for (const guessed of ['/embed/booking.js?id=x', '/embed/booking.js']) expect((await open(guessed)).body).toBe('');
  expect((await open('/book/x')).status).toBe(404);
  expect((await open(`${path}/x`)).status).toBe(404);
});

test('a booking page whose host was blocked after it was saved is not led to', async () => {
  const { id, script, path } = await aButton({ opens: 'page', targetUrl: 'https://n1.yclients.com/' });
  expect([(await open(path)).location, (await open(script)).body]).toEqual([
    'https://n1.yclients.com/',
    expect.stringContaining('https://n1.yclients.com/'),
  ]);
  await server.owner.query('update booking_buttons set target_url = $2 where id = $1', [id, 'https://iplogger.org./x']);
  expect([(await open(path)).status, (await open(script)).body]).toEqual([404, '']);
});

test('an address that does not book, or a branch of somebody else, is refused', async () => {
  const { id, branchId } = await aButton();
  const save = (change: object) => {
    const body = { branchId, opens: 'page', label: 'Book', accent: null, position: 'inline', terms: TERMS, ...change };
    return call(saveBookingButton, { token: owner.token, params: { buttonId: id }, body });
  };
  for (const [targetUrl, reason] of [
    [null, 'required'],
    ['javascript:alert(1)', 'url'],
    ['http://127.0.0.1/', 'target_inner'],
  ])
    expect((await save({ targetUrl })).body, String(targetUrl)).toMatchObject({
      details: { fields: { targetUrl: [reason] } },
    });
  expect((await save({ targetUrl: 'https://book.example.com', branchId: crypto.randomUUID() })).body).toMatchObject({
    code: 'branch.not_found',
  });
  expect((await save({ targetUrl: 'https://book.example.com', label: 'Book now' })).body).toMatchObject({
    label: 'Book now',
  });
  const { body } = await call(listBookingButtons, { token: owner.token });
  expect(body).toMatchObject({ buttons: [{ label: 'Book now' }], branches: [{ usualAction: 'table' }] });
});
