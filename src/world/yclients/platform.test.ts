import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createCaller } from '../testing/caller.ts';
import type { Json } from '../testing/json.ts';
import { type Product, startProduct } from '../testing/product.ts';
import { type World, startWorld } from '../world.ts';

/** Both vendors with the seeded salon that is asked, its second branch, and what is known of it. */
const SALONS = [
  {
    vendor: 'yclients',
    accept: 'application/vnd.yclients.v2+json',
    partner: 'partner-demo-token',
    user: { token: 'user-demo-token', login: 'salon@example.test', password: 'salon-demo' },
    branches: [
      [4564, 'Europe/Moscow', '1'],
      [4565, 'Asia/Yekaterinburg', '1'],
    ],
    company: 4564,
    masters: 5,
    offset: { right: '+03:00', wrong: '+04:00' },
    found: { digits: '0000003', name: 'Иван' },
    richest: 134_900,
    clients: 12,
  },
  {
    vendor: 'altegio',
    accept: 'application/vnd.api.v2+json',
    partner: 'altegio-partner-demo-token',
    user: { token: 'user-aurora-token', login: 'aurora@example.test', password: 'aurora-demo' },
    branches: [
      [80_010, 'Asia/Tbilisi', '1'],
      [80_011, 'Asia/Nicosia', '1'],
    ],
    company: 80_010,
    masters: 4,
    offset: { right: '+04:00', wrong: '+05:00' },
    found: { digits: '7000042', name: 'Giorgi' },
    richest: 2310,
    clients: 7,
  },
] as const;

let world: World;
let product: Product;
let sim: Caller;

beforeAll(async () => {
  product = await startProduct();
  world = await startWorld({ seed: 'test', now: '2026-11-21T09:00:00Z' });
  sim = createCaller(world.url);
});
afterAll(async () => {
  await world.close();
  await product.close();
});

describe.each(SALONS)('$vendor', ({ vendor, accept, partner, user, branches, company, ...salon }) => {
  const authorization = `Bearer ${partner}, User ${user.token}`;
  const [, [other]] = branches;
  let api: Caller;

  beforeEach(async () => {
    api = createCaller(`${world.url}/${vendor}/api/v1`, { accept, authorization });
    await sim('POST', '/_sim/seed', {});
    await sim('POST', '/_sim/behaviour', { channel: vendor, limits: 'off' });
    const hooks = { urls: [`${product.url}/hooks/y/s`], active: 1, record: 1, client: 1 };
    await api('POST', `/hooks_settings/${company}`, hooks);
    product.webhooks.length = 0;
  });

  const settle = () => sim('POST', '/_sim/settle', {});
  const book = async (extra = {}) =>
    (await sim('POST', `/_sim/${vendor}/records`, { date: '2026-11-25 12:00', ...extra })).body;

  test('without the right Accept header or token nothing is given', async () => {
    expect((await api('GET', '/companies', undefined, { accept: 'application/json' })).status).toBe(400);
    const wrong = await api('GET', '/companies?my=1', undefined, { authorization: `Bearer nope, User ${user.token}` });
    expect(wrong.body).toMatchObject({ success: false, data: null, meta: { message: 'Необходима авторизация' } });
    expect(wrong.status).toBe(401);
    const alone = { authorization: `Bearer ${partner}` };
    expect((await api('GET', '/companies', undefined, alone)).status).toBe(401);
    expect((await api('GET', `/company/${company}/`, undefined, alone)).status).toBe(200);
  });

  test('a login gives the user token with 201', async () => {
    const login = { login: user.login, password: user.password };
    const headers = { authorization: `Bearer ${partner}` };
    const answer = await api('POST', '/auth', login, headers);
    expect([answer.status, answer.body.data.user_token]).toEqual([201, user.token]);
    expect((await api('POST', '/auth', { ...login, password: 'x' }, headers)).status).toBe(401);
  });

  test('the branches of the user are listed with their zones, numbers sometimes as texts', async () => {
    const { body } = await api('GET', '/companies?my=1&count=100&page=1');
    expect(body.meta).toEqual({ total_count: 2, page: 1 });
    expect(body.data.map(({ id, timezone, active }: Json) => [id, timezone, active])).toEqual(branches);
  });

  test('masters may have an empty list for a position, services prices as texts', async () => {
    const staff = (await api('GET', `/company/${company}/staff`)).body.data;
    expect(staff).toHaveLength(salon.masters);
    expect(staff.filter(({ position }: Json) => Array.isArray(position))).toHaveLength(1);
    const services = (await api('GET', `/company/${company}/services`)).body.data;
    expect(new Set(services.map(({ price_min }: Json) => typeof price_min))).toEqual(new Set(['number', 'string']));
  });

  test('what was changed after a moment is found, cancelled visits only on request', async () => {
    const record = await book();
    await sim('DELETE', `/_sim/${vendor}/records/${record.id}`);
    const after = encodeURIComponent('2026-11-21T08:59:00+00:00');
    const list = async (extra: string) =>
      (await api('GET', `/records/${company}?count=300&changed_after=${after}${extra}`)).body.data;
    expect(await list('')).toEqual([]);
    expect((await list('&with_deleted=1')).map(({ id, deleted }: Json) => [id, deleted])).toEqual([[record.id, true]]);
  });

  test('a break has no client', async () => {
    const record = await book({ isBreak: true });
    expect((await api('GET', `/record/${company}/${record.id}`)).body.data.client).toBeNull();
  });

  test('attendance is set by an edit with 201 and the rest stays', async () => {
    const record = await book({ comment: 'Аллергия' });
    const answer = await api('PUT', `/record/${company}/${record.id}`, {
      attendance: 2,
      save_if_busy: true,
      send_sms: false,
    });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ attendance: 2, comment: 'Аллергия', date: '2026-11-25 12:00:00' });
    expect((await sim('GET', `/_sim/${vendor}`)).body.platformSms).toEqual([]);
  });

  test('the small edit of a visit demands a comment and wipes the old one with it', async () => {
    const record = await book({ comment: 'Аллергия' });
    const path = `/visits/${Number(record.visit_id)}/${record.id}`;
    expect((await api('PUT', path, { attendance: 2 })).status).toBe(422);
    expect((await api('PUT', path, { attendance: 2, comment: '' })).status).toBe(200);
    expect((await api('GET', `/record/${company}/${record.id}`)).body.data).toMatchObject({
      attendance: 2,
      comment: '',
    });
  });

  test('a cancellation is 204 with an empty body, and then the visit is not there to cancel', async () => {
    const { id } = await book();
    const answer = await api('DELETE', `/record/${company}/${id}`);
    expect([answer.status, answer.body]).toEqual([204, null]);
    expect((await api('DELETE', `/record/${company}/${id}`)).status).toBe(404);
  });

  test('one change gives several nearly equal events, without any signature, to every address', async () => {
    const urls = [`${product.url}/hooks/y/s`, `${product.url}/other`];
    await api('POST', `/hooks_settings/${company}`, { urls, active: 1, record: 1 });
    const { id } = await book();
    await settle();
    expect(product.webhooks.map(({ path, body }) => `${path} ${body.status}`).toSorted()).toEqual([
      '/hooks/y/s create',
      '/hooks/y/s update',
      '/other create',
      '/other update',
    ]);
    expect(Object.keys(product.webhooks[0]!.headers).filter((name) => /sign|secret|auth/.test(name))).toEqual([]);
    product.webhooks.length = 0;
    await sim('PUT', `/_sim/${vendor}/records/${id}`, { date: '2026-11-25 15:00' });
    await sim('DELETE', `/_sim/${vendor}/records/${id}`);
    await settle();
    const own = product.webhooks.filter(({ path }) => path === '/hooks/y/s').map(({ body }) => body.status);
    expect(own.toSorted()).toEqual(['delete', 'update', 'update', 'update']);
  });

  test('the settings of webhooks are replaced whole', async () => {
    await api('POST', `/hooks_settings/${company}`, { urls: [`${product.url}/new`], active: 1 });
    const { data } = (await api('GET', `/hooks_settings/${company}`)).body;
    expect([data.urls, data.record]).toEqual([[`${product.url}/new`], 0]);
  });

  test('lost webhooks are not repeated', async () => {
    await sim('POST', `/_sim/${vendor}/webhooks`, { enabled: false });
    await book();
    await sim('POST', `/_sim/${vendor}/webhooks`, { enabled: true });
    await settle();
    expect(product.webhooks).toEqual([]);
  });

  test('over five calls in a second are 429 with Retry-After', async () => {
    await sim('POST', '/_sim/behaviour', { channel: vendor, limits: 'on' });
    const answers = await Promise.all(Array.from({ length: 7 }, () => api('GET', `/company/${company}`)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(2);
    expect(refused[0]!.headers.get('retry-after')).toBe('1');
  });

  test('over 200 calls in a minute are 429 however slowly they come', async () => {
    await sim('POST', '/_sim/behaviour', { channel: vendor, limits: 'on' });
    for (let nth = 0; nth < 40; nth++) {
      await Promise.all(Array.from({ length: 5 }, () => api('GET', `/company/${company}`)));
      await sim('POST', '/_sim/clock', { advanceMs: 1001 });
    }
    expect((await api('GET', `/company/${company}`)).status).toBe(429);
    await sim('POST', '/_sim/clock', { advanceMs: 60_000 });
    expect((await api('GET', `/company/${company}`)).status).toBe(200);
  });

  test('a right taken away is 403 where it is needed and shown in the tree', async () => {
    await sim('POST', `/_sim/${vendor}/permissions`, { deny: ['edit_records_access', 'timetable_phones_access'] });
    const record = await book();
    expect((await api('PUT', `/record/${company}/${record.id}`, { attendance: 2 })).status).toBe(403);
    expect((await api('GET', `/record/${company}/${record.id}`)).body.data.client.phone).toBe('');
    const tree = (await api('GET', `/user/permissions/${company}`)).body.data;
    expect(tree.record_form).toMatchObject({ edit_records_access: false, create_records_access: true });
    await sim('POST', `/_sim/${vendor}/permissions`, { deny: ['*'] });
    expect((await api('GET', `/records/${company}`)).status).toBe(403);
    expect((await api('GET', `/records/${other}`)).status).toBe(200);
    expect((await api('GET', '/records/nope')).status).toBe(404);
  });

  test('an unpaid licence is 402 on clients and 403 on staff', async () => {
    await sim('POST', `/_sim/${vendor}/licence`, { active: false });
    expect((await api('GET', `/clients/${company}`)).status).toBe(402);
    expect((await api('GET', `/company/${company}/staff`)).status).toBe(403);
    expect((await api('GET', `/license/${company}`)).body.data.active).toBe(0);
  });

  test('with the offset defect on, datetime lies and date does not', async () => {
    const { id } = await book();
    await sim('POST', `/_sim/${vendor}/datetime-offset-bug`, { on: true });
    const { data } = (await api('GET', `/record/${company}/${id}`)).body;
    expect([data.date, data.datetime]).toEqual(['2026-11-25 12:00:00', `2026-11-25T12:00:00${salon.offset.wrong}`]);
  });

  test('a changed password makes the old token 401', async () => {
    const { userToken } = (await sim('POST', `/_sim/${vendor}/password`, {})).body;
    expect((await api('GET', `/records/${company}`)).status).toBe(401);
    const renewed = { authorization: `Bearer ${partner}, User ${userToken}` };
    expect((await api('GET', `/records/${company}`, undefined, renewed)).status).toBe(200);
  });

  test('a busy time is 422 unless it is to be saved all the same', async () => {
    const { staff_id } = await book();
    const order = {
      staff_id,
      datetime: `2026-11-25T12:30:00${salon.offset.right}`,
      client: { name: 'Пётр', phone: '79165550000' },
      send_sms: false,
    };
    expect((await api('POST', `/records/${company}`, order)).status).toBe(422);
    const saved = await api('POST', `/records/${company}`, { ...order, save_if_busy: true });
    expect([saved.status, saved.body.data.client.phone]).toEqual([201, '+79165550000']);
  });

  test('a move to a busy time is 422 unless it is to be saved all the same, and its own time is not busy', async () => {
    const { staff_id } = await book();
    const { id } = await book({ date: '2026-11-25 15:00', staffId: staff_id });
    const move = (time: string, flags: object = {}) =>
      api('PUT', `/record/${company}/${id}`, {
        datetime: `2026-11-25T${time}:00${salon.offset.right}`,
        send_sms: false,
        ...flags,
      });
    expect((await move('12:30')).status).toBe(422);
    expect((await move('15:30')).status).toBe(201);
    const saved = await move('12:30', { save_if_busy: true });
    expect([saved.status, saved.body.data.date]).toEqual([201, '2026-11-25 12:30:00']);
  });

  test('an unknown field is listed as a warning', async () => {
    await api('GET', `/records/${company}?colour=red`);
    expect((await sim('GET', '/_sim/warnings')).body.warnings).toMatchObject([
      { channel: vendor, field: 'query.colour' },
    ]);
  });

  test('the client base is searched by phone and ordered by money', async () => {
    const byPhone = {
      fields: ['id', 'name', 'phone'],
      filters: [{ type: 'quick_search', state: { value: salon.found.digits } }],
    };
    expect((await api('POST', `/company/${company}/clients/search`, byPhone)).body.data).toMatchObject([
      { name: salon.found.name },
    ]);
    const rich = { fields: ['sold_amount'], order_by: 'sold_amount', order_by_direction: 'DESC', page_size: 1 };
    expect((await api('POST', `/company/${company}/clients/search`, rich)).body).toMatchObject({
      data: [{ sold_amount: salon.richest }],
      meta: { total_count: salon.clients },
    });
  });

  test('one more branch comes with its own tokens', async () => {
    const order = { userToken: 'u2', partnerToken: 'p2', timezone: 'America/Sao_Paulo', empty: true };
    const { id } = (await sim('POST', `/_sim/${vendor}/companies`, order)).body;
    const own = { authorization: 'Bearer p2, User u2' };
    expect((await api('GET', '/companies?my=1', undefined, own)).body.data).toMatchObject([
      { id, timezone: 'America/Sao_Paulo' },
    ]);
    expect((await api('GET', `/records/${id}`)).status).toBe(403);
  });
});
