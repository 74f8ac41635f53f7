import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { TenantId } from '#contract/tenants/ids.ts';
import type { Caller } from '#server/connections/port.ts';
import { createHttpClient } from '#server/platform/http/http-client.ts';
import { createYclients } from './provider.ts';
import { createAltegio } from './altegio.ts';

/** Answers of the simulated server to both vendors' clients. */
let data: unknown = {};
const accepted: unknown[] = [];
const server = createServer((request, reply) => {
  accepted.push(request.headers.accept);
  request.resume();
  reply.setHeader('content-type', 'application/json');
  reply.end(JSON.stringify({ success: true, data, meta: [] }));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const http = createHttpClient();
afterAll(async () => {
  await http.close();
  server.close();
});

const options = {
  http: http.send,
  rateLimiter: { take: async () => 0, pause: async () => {} },
  baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
  partnerToken: 'partner',
  partnerId: undefined,
};
const altegio = createAltegio(options);
const yclients = createYclients(options);
const caller: Caller = {
  tenantId: TenantId.parse('019a0000-0000-7000-8000-000000000001'),
  credentials: { userToken: 'user' },
  isUrgent: true,
};

beforeEach(() => {
  accepted.length = 0;
});

test("each vendor's media type is requested", async () => {
  await yclients.missingRights(caller, '1');
  await altegio.missingRights(caller, '1');
  expect(accepted).toEqual(['application/vnd.yclients.v2+json', 'application/vnd.api.v2+json']);
});

const place = { externalId: '80011', timeZone: 'Asia/Nicosia', currency: 'EUR' };

test.each([
  ['84912345678', '+84912345678'],
  ['+995 599 000041', '+995 599 000041'],
  ['00357 99000051', '+35799000051'],
  ['112', '112'],
])('a client’s phone %s is %s: numbers begin with the country', async (phone, expected) => {
  data = { id: 1, name: 'Linh', phone };
  expect(await altegio.bookings.getClient(caller, place, '1')).toMatchObject({ value: { phone: expected } });
  expect(await yclients.bookings.getClient(caller, place, '1')).toMatchObject({ value: { phone } });
});

const company = (change: object) => ({ id: 1, title: 'Aurora', ...change });

test('the time zone is read from either of its two fields', async () => {
  data = [
    company({ id: 1, timezone: '4', timezone_name: 'Asia/Tbilisi' }),
    company({ id: 2, timezone: 'Asia/Nicosia', timezone_name: '' }),
    company({ id: 3, timezone: 'Asia/Almaty', timezone_name: 'UTC+5' }),
    company({ id: 4, timezone: 3, timezone_name: null }),
  ];
  const result = await altegio.listBranches(caller);
  expect(result.isOk && result.value.map(({ externalId, timeZone }) => [externalId, timeZone])).toEqual([
    ['1', 'Asia/Tbilisi'],
    ['2', 'Asia/Nicosia'],
    ['3', 'Asia/Almaty'],
  ]);
});

test('currencies are read from their signs, and an unknown sign does not become roubles', async () => {
  const titles = ['₾', '₸', '€', 'AED', '¤', null];
  data = titles.map((currency_short_title, nth) =>
    company({ id: nth + 1, timezone: 'Asia/Tbilisi', currency_short_title }),
  );
  const result = await altegio.listBranches(caller);
  expect(result.isOk && result.value.map(({ currency }) => currency)).toEqual([
    'GEL',
    'KZT',
    'EUR',
    'AED',
    'USD',
    'USD',
  ]);
});

test.each([
  // The clocks of Larnaca go from 03:00 to 04:00 that night, and from 04:00 back to 03:00 in autumn.
  ['2027-03-28 02:30:00', '+03:00', '2027-03-28T00:30:00Z'],
  ['2027-03-28 03:30:00', '+02:00', '2027-03-28T01:30:00Z'],
  ['2027-03-28 12:00:00', '+02:00', '2027-03-28T09:00:00Z'],
  ['2026-10-25 03:30:00', '+02:00', '2026-10-25T00:30:00Z'],
])(
  'a visit at %s is at that time of the salon’s wall clock, whatever offset %s is written',
  async (date, offset, at) => {
    data = { id: 9, date, datetime: `${date.replace(' ', 'T')}${offset}`, attendance: 0, services: [], client: null };
    const result = await altegio.bookings.getVisit(caller, place, '9');
    expect(result.isOk && String(result.value?.startsAt)).toBe(at);
  },
);
