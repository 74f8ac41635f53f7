import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createCaller } from '../testing/caller.ts';
import { type World, startWorld } from '../world.ts';

let world: World;
let sim: Caller;
let yclients: Caller;
let altegio: Caller;

beforeAll(async () => {
  world = await startWorld({ seed: 'test', now: '2026-11-21T09:00:00Z' });
  sim = createCaller(world.url);
  yclients = createCaller(`${world.url}/yclients/api/v1`, {
    accept: 'application/vnd.yclients.v2+json',
    authorization: 'Bearer partner-demo-token, User user-demo-token',
  });
  altegio = createCaller(`${world.url}/altegio/api/v1`, {
    accept: 'application/vnd.api.v2+json',
    authorization: 'Bearer altegio-partner-demo-token, User user-aurora-token',
  });
});
afterAll(() => world.close());
beforeEach(() => sim('POST', '/_sim/seed', {}));

test('each vendor demands its own Accept header', async () => {
  const swapped = (accept: string) => ({ accept });
  const requests = [
    await yclients('GET', '/companies', undefined, swapped('application/vnd.api.v2+json')),
    await altegio('GET', '/companies', undefined, swapped('application/vnd.yclients.v2+json')),
  ];
  expect(requests.map(({ status }) => status)).toEqual([400, 400]);
});

test('the tokens of one vendor are strangers to the other', async () => {
  const authorization = 'Bearer partner-demo-token, User user-demo-token';
  expect((await altegio('GET', '/companies?my=1', undefined, { authorization })).status).toBe(401);
});

test('the branches abroad name their zone twice and have their own country and money', async () => {
  const { data } = (await altegio('GET', '/companies?my=1')).body;
  expect(data).toMatchObject([
    { timezone_name: 'Asia/Tbilisi', country: 'Georgia', currency_short_title: '₾', phone: '+995322000010' },
    { timezone_name: 'Asia/Nicosia', country: 'Cyprus', currency_short_title: '€', phone: '+35724000011' },
  ]);
  const [moscow] = (await yclients('GET', '/companies?my=1')).body.data;
  expect(moscow).toMatchObject({ country: 'Россия', currency_short_title: '₽' });
  expect(moscow).not.toHaveProperty('timezone_name');
});

test('a number that begins with 8 is Russian with YCLIENTS and foreign with Altegio', async () => {
  const booked = async (vendor: string, phone: string) =>
    (await sim('POST', `/_sim/${vendor}/records`, { client: { name: 'Linh', phone } })).body.client.phone;
  expect(await booked('yclients', '8 916 555-00-00')).toBe('+79165550000');
  expect(await booked('altegio', '+84 912 345 678')).toBe('+84912345678');
});

test('a branch may have the same number with both, and stays two branches', async () => {
  const order = { id: 4564, title: 'Tbilisi 2', empty: true };
  expect((await sim('POST', '/_sim/altegio/companies', order)).status).toBe(201);
  await sim('POST', '/_sim/altegio/records', { companyId: 4564, date: '2026-12-01 12:00', isBreak: true });
  const day = '?start_date=2026-12-01&end_date=2026-12-01';
  expect((await altegio('GET', `/records/4564${day}`)).body.data).toHaveLength(1);
  expect((await yclients('GET', `/records/4564${day}`)).body.data).toEqual([]);
});

test('the limits of one vendor are not used up by the other', async () => {
  await Promise.all(Array.from({ length: 5 }, () => yclients('GET', '/company/4564')));
  expect((await yclients('GET', '/company/4564')).status).toBe(429);
  expect((await altegio('GET', '/company/80010')).status).toBe(200);
});

test('a visit keeps its wall time when daylight saving time in Larnaca changes', async () => {
  const record = (await sim('POST', '/_sim/altegio/records', { companyId: 80_011, date: '2027-03-29 12:00' })).body;
  expect([record.date, record.datetime]).toEqual(['2027-03-29 12:00:00', '2027-03-29T12:00:00+03:00']);
  const winter = (await sim('POST', '/_sim/altegio/records', { companyId: 80_011, date: '2027-03-27 12:00' })).body;
  expect(winter.datetime).toBe('2027-03-27T12:00:00+02:00');
});
