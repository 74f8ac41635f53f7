import { afterAll, beforeEach, expect, test } from 'vitest';
import { TenantId } from '#contract/tenants/ids.ts';
import type { ClinicOrder } from '#server/connections/clinic-port.ts';
import { createHttpClient } from '#server/platform/http/http-client.ts';
import { simulateWorld } from '#server/testing/world/simulated-world.ts';
import type { MedflexOptions } from './api-client.ts';
import { createMedflex } from './provider.ts';

const world = await simulateWorld();
const http = createHttpClient();
afterAll(() => http.close());

const pauses: number[] = [];
const options: MedflexOptions = {
  http: http.send,
  baseUrl: `${world.url}/medflex`,
  schedulePath: '/schedule/lpu/',
  rateLimiter: { take: async () => 0, pause: async (_caller, ms) => void pauses.push(ms) },
};
const medflex = createMedflex(options);
const caller = {
  tenantId: TenantId.parse('0190a000-0000-7000-8000-000000000001'),
  isUrgent: true,
  token: 'medflex-zdorovie-token',
};
const NEXT_DAYS = { from: Temporal.PlainDate.from('2026-03-03'), days: 3 };

type Simulated = { appointments: { start: string; isCancelled: boolean }[] };
const appointments = async () => (await world.control<Simulated>('GET', '/medflex')).appointments;
const breakNext = (fault: object) => world.control('POST', '/fault', { channel: 'medflex', ...fault });

beforeEach(async () => {
  await world.control('POST', '/seed', {});
  pauses.length = 0;
});

async function anOrder(change: Partial<ClinicOrder> = {}): Promise<ClinicOrder> {
  const times = await medflex.listTimes(caller, ['101'], NEXT_DAYS);
  const time = times.isOk ? times.value.find(({ doctorId }) => doctorId === '501') : undefined;
  if (!time) throw new Error('There is no free time');
  const patient = {
    firstName: 'Иван',
    lastName: 'Петров',
    birthday: Temporal.PlainDate.from('1990-05-01'),
    phone: '+79990001122',
  };
  return { ...time, specialityId: '11', price: 2_500, patient, mayBeMade: false, ...change };
}

test('clinics and doctors are read with their specialities and prices', async () => {
  expect(await medflex.listClinics(caller)).toMatchObject({
    isOk: true,
    value: [
      { externalId: '101', title: 'Клиника Здоровье на Покровке', canCancel: true },
      { externalId: '102', canCancel: false },
    ],
  });
  const doctors = await medflex.listDoctors(caller, ['101']);
  expect(doctors.isOk && doctors.value[0]).toEqual({
    externalId: '501',
    name: 'Иванова Анна Сергеевна',
    specialities: [{ externalId: '11', title: 'Терапевт' }],
    clinicIds: ['101'],
    prices: [{ clinicId: '101', specialityId: '11', amount: 2_500 }],
  });
});

test.each(['data', 'results'])('both shapes of a schedule in %s have the same times', async (envelope) => {
  await world.control('PATCH', '/medflex', { envelope });
  const nested = await medflex.listTimes(caller, ['101', '102'], NEXT_DAYS);
  await world.control('PATCH', '/medflex', { shape: 'flat' });
  const flat = await createMedflex({ ...options, schedulePath: '/schedule/' }).listTimes(
    caller,
    ['101', '102'],
    NEXT_DAYS,
  );
  const keysOf = (times: typeof flat) =>
    times.isOk && times.value.map((one) => `${one.clinicId} ${one.doctorId} ${one.startsAt.toString()}`).toSorted();
  expect(keysOf(nested)).toEqual(keysOf(flat));
  expect(nested.isOk && nested.value.length).toBeGreaterThan(20);
});

test('an appointment is made, and its time is free no longer', async () => {
  const order = await anOrder();
  expect(await medflex.book(caller, order)).toMatchObject({ isOk: true, value: { kind: 'made' } });
  expect(await medflex.book(caller, order)).toEqual({ isOk: true, value: { kind: 'taken' } });
  const { phone } = order.patient;
  expect(await medflex.listAppointments(caller, { phone, from: NEXT_DAYS.from })).toMatchObject({
    isOk: true,
    value: [{ startsAt: order.startsAt, isCancelled: false }],
  });
});

test('an appointment whose answer was lost is found and not made again', async () => {
  const order = await anOrder();
  await breakNext({ match: 'execute', action: 'http', status: 502, effect: 'done' });
  expect(await medflex.book(caller, order)).toMatchObject({ isOk: true, value: { kind: 'made' } });
  expect(await appointments()).toHaveLength(1);
  const again = { ...order, mayBeMade: true };
  expect(await medflex.book(caller, again)).toMatchObject({ isOk: true, value: { kind: 'made' } });
  expect(await appointments()).toHaveLength(1);
});

test('an attempt that was not carried out is repeated once', async () => {
  const order = await anOrder();
  await breakNext({ match: 'execute', action: 'http', status: 500 });
  expect(await medflex.book(caller, order)).toMatchObject({ isOk: true, value: { kind: 'made' } });
  await breakNext({ match: 'execute', action: 'http', status: 500, times: 2 });
  const later = await anOrder();
  expect(await medflex.book(caller, later)).toMatchObject({ isOk: false, trouble: 'unreachable', isTemporary: true });
  expect(await appointments()).toHaveLength(1);
});

test('while nobody can say whether it was made, it is not tried again', async () => {
  const order = await anOrder();
  await breakNext({ match: 'execute', action: 'http', status: 502, effect: 'done' });
  await breakNext({ match: 'history', action: 'http', status: 500 });
  expect(await medflex.book(caller, order)).toMatchObject({ isOk: false, trouble: 'unreachable' });
  expect(await appointments()).toHaveLength(1);
});

test('a time that another patient books is taken, one outside the hours is closed', async () => {
  const order = await anOrder();
  const start = order.startsAt.toString({ smallestUnit: 'minute' }).replace('T', ' ');
  await world.control('POST', '/medflex/blocks', { doctorId: 501, clinicId: 101, start });
  expect(await medflex.book(caller, order)).toEqual({ isOk: true, value: { kind: 'taken' } });
  const night = { startsAt: order.startsAt.with({ hour: 3 }), endsAt: order.endsAt.with({ hour: 3 }) };
  expect(await medflex.book(caller, { ...order, ...night })).toEqual({ isOk: true, value: { kind: 'closed' } });
});

test('an appointment is cancelled once, and where the clinic allows it', async () => {
  const booked = await medflex.book(caller, await anOrder());
  const claimId = booked.isOk && booked.value.kind === 'made' ? booked.value.claimId : '';
  await breakNext({ match: 'cancel', action: 'http', status: 502, effect: 'done' });
  expect(await medflex.cancel(caller, claimId)).toEqual({ isOk: true, value: 'cancelled' });
  expect(await medflex.cancel(caller, claimId)).toEqual({ isOk: true, value: 'cancelled' });
  const [time] = await timesOf('102');
  const elsewhere = await medflex.book(caller, await anOrder({ ...time!, specialityId: '11' }));
  const other = elsewhere.isOk && elsewhere.value.kind === 'made' ? elsewhere.value.claimId : '';
  expect(await medflex.cancel(caller, other)).toEqual({ isOk: true, value: 'unsupported' });
});

async function timesOf(clinicId: string) {
  const times = await medflex.listTimes(caller, [clinicId], NEXT_DAYS);
  return times.isOk ? times.value.filter(({ doctorId }) => doctorId === '502') : [];
}

test('a wrong token, a pause and an answer in another shape are told apart', async () => {
  expect(await medflex.listClinics({ ...caller, token: 'wrong' })).toMatchObject({
    isOk: false,
    trouble: 'wrong_login',
    text: 'Недопустимый токен.',
  });
  await breakNext({ match: 'lpu', action: 'http', status: 429, headers: { 'retry-after': '7' } });
  expect(await medflex.listClinics(caller)).toMatchObject({ isOk: false, isTemporary: true, retryAfterMs: 7_000 });
  expect(pauses).toEqual([7_000]);
  await breakNext({ match: 'lpu', action: 'http', status: 200, body: { surprise: true } });
  expect(await medflex.listClinics(caller)).toMatchObject({ isOk: false, trouble: 'unexpected_answer' });
});
