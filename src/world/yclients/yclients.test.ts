import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createCaller } from '../testing/caller.ts';
import type { Json } from '../testing/json.ts';
import { type Product, startProduct } from '../testing/product.ts';
import { type World, startWorld } from '../world.ts';

let world: World;
let product: Product;
let sim: Caller;
let api: Caller;

const AUTH = {
  accept: 'application/vnd.yclients.v2+json',
  authorization: 'Bearer partner-demo-token, User user-demo-token',
};

beforeAll(async () => {
  product = await startProduct();
  world = await startWorld({ seed: 'test', now: '2026-11-21T09:00:00Z' });
  sim = createCaller(world.url);
  api = createCaller(`${world.url}/yclients/api/v1`, AUTH);
});
afterAll(async () => {
  await world.close();
  await product.close();
});
beforeEach(async () => {
  await sim('POST', '/_sim/seed', {});
  await sim('POST', '/_sim/behaviour', { channel: 'yclients', limits: 'off' });
  await api('POST', '/hooks_settings/4564', { urls: [`${product.url}/hooks/y/s`], active: 1, record: 1, client: 1 });
  product.hooks.length = 0;
});

const settle = () => sim('POST', '/_sim/settle', {});
const book = async (extra = {}) =>
  (await sim('POST', '/_sim/yclients/records', { date: '2026-11-25 12:00', ...extra })).body;

test('without the right Accept header or token nothing is given', async () => {
  expect((await api('GET', '/companies', undefined, { accept: 'application/json' })).status).toBe(400);
  const wrong = await api('GET', '/companies?my=1', undefined, { authorization: 'Bearer nope, User user-demo-token' });
  expect(wrong.body).toMatchObject({ success: false, data: null, meta: { message: 'Необходима авторизация' } });
  expect(wrong.status).toBe(401);
  expect((await api('GET', '/companies?my=1', undefined, { authorization: 'Bearer partner-demo-token' })).status).toBe(
    401,
  );
});

test('a login gives the user token with 201', async () => {
  const login = { login: 'salon@example.test', password: 'salon-demo' };
  const headers = { authorization: 'Bearer partner-demo-token' };
  const answer = await api('POST', '/auth', login, headers);
  expect([answer.status, answer.body.data.user_token]).toEqual([201, 'user-demo-token']);
  expect((await api('POST', '/auth', { ...login, password: 'x' }, headers)).status).toBe(401);
});

test('the branches of the user are listed with their zones, numbers sometimes as texts', async () => {
  const { body } = await api('GET', '/companies?my=1&count=100&page=1');
  expect(body.meta).toEqual({ total_count: 2, page: 1 });
  expect(body.data.map(({ id, timezone, active }: Json) => [id, timezone, active])).toEqual([
    [4564, 'Europe/Moscow', '1'],
    [4565, 'Asia/Yekaterinburg', '1'],
  ]);
});

test('masters may have an empty list for a position, services prices as texts', async () => {
  const staff = (await api('GET', '/company/4564/staff')).body.data;
  expect(staff).toHaveLength(5);
  expect(staff.filter(({ position }: Json) => Array.isArray(position))).toHaveLength(1);
  const services = (await api('GET', '/company/4564/services')).body.data;
  expect(new Set(services.map(({ price_min }: Json) => typeof price_min))).toEqual(new Set(['number', 'string']));
});

test('what was changed after a moment is found, cancelled visits only on request', async () => {
  const record = await book();
  await sim('DELETE', `/_sim/yclients/records/${record.id}`);
  const after = encodeURIComponent('2026-11-21T08:59:00+00:00');
  const list = async (extra: string) =>
    (await api('GET', `/records/4564?count=300&changed_after=${after}${extra}`)).body.data;
  expect(await list('')).toEqual([]);
  expect((await list('&with_deleted=1')).map(({ id, deleted }: Json) => [id, deleted])).toEqual([[record.id, true]]);
});

test('a break has no client', async () => {
  const record = await book({ isBreak: true });
  expect((await api('GET', `/record/4564/${record.id}`)).body.data.client).toBeNull();
});

test('attendance is set by an edit with 201 and the rest stays', async () => {
  const record = await book({ comment: 'Аллергия' });
  const answer = await api('PUT', `/record/4564/${record.id}`, { attendance: 2, save_if_busy: true, send_sms: false });
  expect(answer.status).toBe(201);
  expect(answer.body.data).toMatchObject({ attendance: 2, comment: 'Аллергия', date: '2026-11-25 12:00:00' });
  expect((await sim('GET', '/_sim/yclients')).body.platformSms).toEqual([]);
});

test('the small edit of a visit demands a comment and wipes the old one with it', async () => {
  const record = await book({ comment: 'Аллергия' });
  const path = `/visits/${Number(record.visit_id)}/${record.id}`;
  expect((await api('PUT', path, { attendance: 2 })).status).toBe(422);
  expect((await api('PUT', path, { attendance: 2, comment: '' })).status).toBe(200);
  expect((await api('GET', `/record/4564/${record.id}`)).body.data).toMatchObject({ attendance: 2, comment: '' });
});

test('a cancellation is 204 with an empty body, and then the visit is not there to cancel', async () => {
  const { id } = await book();
  const answer = await api('DELETE', `/record/4564/${id}`);
  expect([answer.status, answer.body]).toEqual([204, null]);
  expect((await api('DELETE', `/record/4564/${id}`)).status).toBe(404);
});

test('one change gives several nearly equal events, without any signature, to every address', async () => {
  const urls = [`${product.url}/hooks/y/s`, `${product.url}/other`];
  await api('POST', '/hooks_settings/4564', { urls, active: 1, record: 1 });
  const { id } = await book();
  await settle();
  expect(product.hooks.map(({ path, body }) => `${path} ${body.status}`).toSorted()).toEqual([
    '/hooks/y/s create',
    '/hooks/y/s update',
    '/other create',
    '/other update',
  ]);
  expect(Object.keys(product.hooks[0]!.headers).filter((name) => /sign|secret|auth/.test(name))).toEqual([]);
  product.hooks.length = 0;
  await sim('PUT', `/_sim/yclients/records/${id}`, { date: '2026-11-25 15:00' });
  await sim('DELETE', `/_sim/yclients/records/${id}`);
  await settle();
  const mine = product.hooks.filter(({ path }) => path === '/hooks/y/s').map(({ body }) => body.status);
  expect(mine.toSorted()).toEqual(['delete', 'update', 'update', 'update']);
});

test('the settings of webhooks are replaced whole', async () => {
  await api('POST', '/hooks_settings/4564', { urls: [`${product.url}/new`], active: 1 });
  const { data } = (await api('GET', '/hooks_settings/4564')).body;
  expect([data.urls, data.record]).toEqual([[`${product.url}/new`], 0]);
});

test('lost webhooks are not repeated', async () => {
  await sim('POST', '/_sim/yclients/webhooks', { enabled: false });
  await book();
  await sim('POST', '/_sim/yclients/webhooks', { enabled: true });
  await settle();
  expect(product.hooks).toEqual([]);
});

test('over five calls in a second are 429 with Retry-After', async () => {
  await sim('POST', '/_sim/behaviour', { channel: 'yclients', limits: 'on' });
  const answers = await Promise.all(Array.from({ length: 7 }, () => api('GET', '/company/4564')));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(2);
  expect(refused[0]!.headers.get('retry-after')).toBe('1');
});

test('over 200 calls in a minute are 429 however slowly they come', async () => {
  await sim('POST', '/_sim/behaviour', { channel: 'yclients', limits: 'on' });
  for (let nth = 0; nth < 40; nth++) {
    await Promise.all(Array.from({ length: 5 }, () => api('GET', '/company/4564')));
    await sim('POST', '/_sim/clock', { advanceMs: 1001 });
  }
  expect((await api('GET', '/company/4564')).status).toBe(429);
  await sim('POST', '/_sim/clock', { advanceMs: 60_000 });
  expect((await api('GET', '/company/4564')).status).toBe(200);
});

test('a right taken away is 403 where it is needed and shown in the tree', async () => {
  await sim('POST', '/_sim/yclients/permissions', { deny: ['edit_records_access', 'timetable_phones_access'] });
  const record = await book();
  expect((await api('PUT', `/record/4564/${record.id}`, { attendance: 2 })).status).toBe(403);
  expect((await api('GET', `/record/4564/${record.id}`)).body.data.client.phone).toBe('');
  const tree = (await api('GET', '/user/permissions/4564')).body.data;
  expect(tree.record_form).toMatchObject({ edit_records_access: false, create_records_access: true });
  await sim('POST', '/_sim/yclients/permissions', { deny: ['*'] });
  expect((await api('GET', '/records/4564')).status).toBe(403);
  expect((await api('GET', '/records/4565')).status).toBe(200);
  expect((await api('GET', '/records/nope')).status).toBe(404);
});

test('an unpaid licence is 402 on clients and 403 on staff', async () => {
  await sim('POST', '/_sim/yclients/licence', { active: false });
  expect((await api('GET', '/clients/4564')).status).toBe(402);
  expect((await api('GET', '/company/4564/staff')).status).toBe(403);
  expect((await api('GET', '/license/4564')).body.data.active).toBe(0);
});

test('with the offset defect on, datetime lies and date does not', async () => {
  const { id } = await book();
  await sim('POST', '/_sim/yclients/datetime-offset-bug', { on: true });
  const { data } = (await api('GET', `/record/4564/${id}`)).body;
  expect([data.date, data.datetime]).toEqual(['2026-11-25 12:00:00', '2026-11-25T12:00:00+04:00']);
});

test('a changed password makes the old token 401', async () => {
  const { userToken } = (await sim('POST', '/_sim/yclients/password', {})).body;
  expect((await api('GET', '/records/4564')).status).toBe(401);
  const authorization = `Bearer partner-demo-token, User ${userToken}`;
  expect((await api('GET', '/records/4564', undefined, { authorization })).status).toBe(200);
});

test('a busy time is 422 unless it is to be saved all the same', async () => {
  const { staff_id } = await book();
  const order = {
    staff_id,
    datetime: '2026-11-25T12:30:00+03:00',
    client: { name: 'Пётр', phone: '79165550000' },
    send_sms: false,
  };
  expect((await api('POST', '/records/4564', order)).status).toBe(422);
  const saved = await api('POST', '/records/4564', { ...order, save_if_busy: true });
  expect([saved.status, saved.body.data.client.phone]).toEqual([201, '+79165550000']);
});

test('an unknown field is listed as a warning', async () => {
  await api('GET', '/records/4564?colour=red');
  expect((await sim('GET', '/_sim/warnings')).body.warnings).toMatchObject([
    { channel: 'yclients', field: 'query.colour' },
  ]);
});

test('the client base is searched by phone and ordered by money', async () => {
  const byPhone = { fields: ['id', 'name', 'phone'], filters: [{ type: 'quick_search', state: { value: '0000003' } }] };
  expect((await api('POST', '/company/4564/clients/search', byPhone)).body.data).toMatchObject([{ name: 'Иван' }]);
  const rich = { fields: ['sold_amount'], order_by: 'sold_amount', order_by_direction: 'DESC', page_size: 1 };
  expect((await api('POST', '/company/4564/clients/search', rich)).body).toMatchObject({
    data: [{ sold_amount: 134900 }],
    meta: { total_count: 12 },
  });
});

test('one more branch comes with its own tokens', async () => {
  const order = { userToken: 'u2', partnerToken: 'p2', timezone: 'America/Sao_Paulo', empty: true };
  const { id } = (await sim('POST', '/_sim/yclients/companies', order)).body;
  const authorization = 'Bearer p2, User u2';
  expect((await api('GET', '/companies?my=1', undefined, { authorization })).body.data).toMatchObject([
    { id, timezone: 'America/Sao_Paulo' },
  ]);
  expect((await api('GET', `/records/${id}`)).status).toBe(403);
});
