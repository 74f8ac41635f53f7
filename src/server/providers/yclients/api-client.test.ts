import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '#server/connections/port.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { createHttpClient } from '#server/platform/http/http-client.ts';
import { createYclients } from './provider.ts';

type Answer = { status?: number; headers?: Record<string, string>; body?: string };

/** Answers of the simulated vendor, in order; the last one repeats. */
let answers: Answer[] = [];
const requests: { method: string; url: string; headers: Record<string, unknown>; body: string }[] = [];
const server = createServer((request, reply) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    reply.writeHead(answer?.status ?? 200, { 'content-type': 'application/json', ...answer?.headers });
    reply.end(answer?.body ?? '');
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const http = createHttpClient();
afterAll(async () => {
  await http.close();
  server.close();
});

const pauses: number[] = [];
const yclients = createYclients({
  http: http.send,
  rateLimiter: { take: async () => 0, pause: async (ms) => void pauses.push(ms) },
  baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
  partnerToken: 'partner',
  partnerId: '42',
});
const caller: Caller = {
  tenantId: TenantId.parse('019a0000-0000-7000-8000-000000000001'),
  credentials: { userToken: 'user' },
  isUrgent: true,
};
const place = { externalId: '4564', timeZone: 'Europe/Moscow', currency: 'RUB' };
const ok = (data: unknown, meta: unknown = []): Answer => ({ body: JSON.stringify({ success: true, data, meta }) });
const refused = (status: number, message: string, headers = {}): Answer => ({
  status,
  headers,
  body: JSON.stringify({ success: false, data: null, meta: { message } }),
});

beforeEach(() => {
  requests.length = 0;
  pauses.length = 0;
});

test('every call carries the version, both tokens and the partner’s id', async () => {
  answers = [ok({})];
  await yclients.missingRights(caller, '4564');
  expect(requests[0]).toMatchObject({
    url: '/api/v1/user/permissions/4564',
    headers: {
      accept: 'application/vnd.yclients.v2+json',
      authorization: 'Bearer partner, User user',
      'x-partner-id': '42',
    },
  });
});

test('a deletion answers 204 without a body, and that is success', async () => {
  answers = [{ status: 204 }];
  expect(await yclients.bookings.cancelVisit(caller, '4564', '900001')).toEqual({ isOk: true, value: null });
  expect(requests[0]).toMatchObject({ method: 'DELETE', url: '/api/v1/record/4564/900001' });
});

test('a deleted record is null, and cancelling it succeeds', async () => {
  answers = [refused(404, 'Not found')];
  expect(await yclients.bookings.getVisit(caller, place, '900001')).toEqual({ isOk: true, value: null });
  expect(await yclients.bookings.cancelVisit(caller, '4564', '900001')).toEqual({ isOk: true, value: null });
});

test.each([
  [402, 'Renew the licence', 'licence_expired', false],
  [403, 'Необходимо продлить лицензию филиала', 'licence_expired', false],
  [403, 'No access', 'rights_missing', false],
  [422, 'Wrong', 'unexpected_answer', false],
  [500, 'Oops', 'unreachable', true],
  [503, 'Later', 'unreachable', true],
] as const)('%i «%s» means %s', async (status, message, trouble, isTemporary) => {
  answers = [refused(status, message)];
  expect(await yclients.bookings.getVisit(caller, place, '1')).toMatchObject({
    isOk: false,
    trouble,
    text: message,
    isTemporary,
  });
});

test('a refusal names the fields that are wrong', async () => {
  const meta = { message: 'Validation', errors: { filters: ['unknown filter'] } };
  answers = [{ status: 422, body: JSON.stringify({ success: false, data: null, meta }) }];
  expect(await yclients.bookings.getVisit(caller, place, '1')).toMatchObject({ text: 'Validation; unknown filter' });
});

test('an answer with success: false is a refusal', async () => {
  answers = [{ status: 200, body: JSON.stringify({ success: false, data: null, meta: { message: 'No' } }) }];
  expect(await yclients.bookings.getVisit(caller, place, '1')).toMatchObject({
    isOk: false,
    trouble: 'unexpected_answer',
    text: 'No',
  });
  expect(await yclients.signIn(caller, { login: 'a', password: 'b' })).toMatchObject({
    trouble: 'wrong_login',
    text: 'No',
  });
});

test('a 401 means the user’s token, unless the partner’s token is refused as well', async () => {
  answers = [refused(401, 'Who?'), ok([])];
  expect(await yclients.bookings.getVisit(caller, place, '1')).toMatchObject({
    trouble: 'token_expired',
    isTemporary: false,
  });
  answers = [refused(401, 'Who?')];
  expect(await yclients.bookings.getVisit(caller, place, '1')).toMatchObject({ trouble: 'wrong_partner_token' });
});

test('the refused token is determined by requesting a branch with the partner’s token alone', async () => {
  answers = [refused(401, 'Who?'), ok({ id: 4564 }), refused(401, 'Wrong password'), refused(404, 'No such branch')];
  expect(await yclients.missingRights(caller, '4564')).toMatchObject({ trouble: 'token_expired' });
  expect(await yclients.signIn(caller, { login: 'a', password: 'b' })).toMatchObject({ trouble: 'wrong_login' });
  const probes = [requests[1], requests[3]].map((one) => [one?.url, one?.headers['authorization']]);
  expect(probes).toEqual([
    ['/api/v1/company/4564/', 'Bearer partner'],
    ['/api/v1/company/1/', 'Bearer partner'],
  ]);
});

test('missing webhook settings may be an empty list', async () => {
  answers = [ok([]), ok([])];
  expect(
    await yclients.subscribe(caller, '4564', { url: 'https://desk.example/h', token: '' }, { takes: false }),
  ).toEqual({ isOk: true, value: { state: 'set' } });
  expect(JSON.parse(requests[1]?.body ?? '')).toMatchObject({ urls: ['https://desk.example/h'], active: 1, record: 1 });
});

test('after a 429 all calls pause for the requested time, and the call is repeated', async () => {
  answers = [refused(429, 'Too many', { 'retry-after': '7' }), refused(404, 'Not found')];
  expect(await yclients.bookings.getVisit(caller, place, '1')).toEqual({ isOk: true, value: null });
  expect(pauses).toEqual([7_000]);
  expect(requests).toHaveLength(2);
});

test('a repeated 429 fails with the time of the next attempt', async () => {
  answers = [refused(429, 'Too many', { 'retry-after': '3' })];
  expect(await yclients.bookings.getVisit(caller, place, '1')).toMatchObject({
    isOk: false,
    trouble: 'unreachable',
    isTemporary: true,
    retryAfterMs: 3_000,
  });
});

test('an unreadable record does not affect the rest of the page', async () => {
  const record = { id: '1', date: '2026-01-20 10:00:00', client: null, staff: [], services: [] };
  answers = [ok([record, { id: 2, date: 'soon' }, 'nonsense'], { total_count: 3 })];
  const period = { from: Temporal.PlainDate.from('2026-01-01'), to: Temporal.PlainDate.from('2026-02-01') };
  const result = await yclients.bookings.listVisits(caller, place, period, 1);
  const unreadable = [
    { body: '{"id":2,"date":"soon"}', problem: 'not understood: date' },
    { body: '"nonsense"', problem: 'not understood: record' },
  ];
  expect(result).toMatchObject({ isOk: true, value: { unreadable, nextPage: null } });
  expect(result.isOk && result.value.visits.map((visit) => visit.externalId)).toEqual(['1']);
});

test('unreadable masters and services do not affect the others', async () => {
  answers = [ok([{ id: '7', name: 'Anna', fired: '0', hidden: 0 }, { name: 'nobody' }, null])];
  expect(await yclients.bookings.listMasters(caller, '4564')).toMatchObject({
    value: [{ externalId: '7', isActive: true }],
  });
  answers = [
    ok([{ title: 'no id' }, { id: 1, title: 'Hair' }]),
    ok(['nonsense', { id: 2, title: 'Cut', category_id: 1 }]),
  ];
  expect(await yclients.bookings.listServices(caller, place)).toMatchObject({
    value: [{ externalId: '2', categoryTitle: 'Hair' }],
  });
});

test('a page with fewer records than requested is not the last while the total is larger', async () => {
  const record = { id: '1', date: '2026-01-20 10:00:00' };
  answers = [ok([record], { total_count: '3' })];
  const since = { changedAfter: Temporal.Instant.from('2026-01-20T07:00:00Z') };
  expect(await yclients.bookings.listVisits(caller, place, since, 1)).toMatchObject({ value: { nextPage: 2 } });
  expect(new URL(requests[0]?.url ?? '', 'http://x').searchParams.get('changed_after')).toBe(
    '2026-01-20T10:00:00+03:00',
  );
  answers = [ok([])];
  expect(await yclients.bookings.listVisits(caller, place, since, 4)).toMatchObject({ value: { nextPage: null } });
});

test('all pages of branches are read, and a branch with an unknown time zone is omitted', async () => {
  const branch = (id: number, timezone: string) => ({ id: String(id), title: `Branch ${id}`, timezone });
  answers = [
    ok([branch(1, 'Europe/Moscow')], { total_count: 3 }),
    ok([branch(2, 'Asia/Almaty'), branch(3, 'Mars/Base')], { total_count: 3 }),
  ];
  const result = await yclients.listBranches(caller);
  expect(result.isOk && result.value.map(({ externalId }) => externalId)).toEqual(['1', '2']);
  expect(requests.map(({ url }) => new URL(url, 'http://x').searchParams.get('page'))).toEqual(['1', '2']);
});

test('a user without a branch gets a refusal', async () => {
  answers = [ok([], { total_count: 0 })];
  expect(await yclients.listBranches(caller)).toMatchObject({ isOk: false, trouble: 'no_branches' });
});

test('the answer to signing in may come bare', async () => {
  answers = [{ status: 201, body: JSON.stringify({ id: 1, user_token: 'abc', name: 'Olga' }) }];
  expect(await yclients.signIn(caller, { login: 'a', password: 'b' })).toEqual({
    isOk: true,
    value: { credentials: { userToken: 'abc' }, name: 'Olga' },
  });
  expect(requests[0]?.headers['authorization']).toBe('Bearer partner');
});

test('an answer that is no JSON is unexpected', async () => {
  answers = [{ body: '<html>maintenance</html>' }];
  expect(await yclients.bookings.getVisit(caller, place, '1')).toMatchObject({
    isOk: false,
    trouble: 'unexpected_answer',
  });
});

test('without a partner token no request is made', async () => {
  const mute = createYclients({
    http: http.send,
    rateLimiter: { take: async () => 0, pause: async () => {} },
    baseUrl: 'http://127.0.0.1:9',
    partnerToken: undefined,
    partnerId: undefined,
  });
  expect(await mute.listBranches(caller)).toMatchObject({ isOk: false, trouble: 'wrong_partner_token' });
});

test('when no slot is free in time, the caller gets the time of the next attempt', async () => {
  const busy = createYclients({
    http: http.send,
    rateLimiter: { take: async () => 1_234, pause: async () => {} },
    baseUrl: 'http://127.0.0.1:9',
    partnerToken: 'partner',
    partnerId: undefined,
  });
  expect(await busy.listBranches(caller)).toMatchObject({
    trouble: 'unreachable',
    isTemporary: true,
    retryAfterMs: 1_234,
  });
});
