import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { TenantId } from '#contract/tenants.ts';
import type { Caller } from '#server/connections/port.ts';
import { createOutgoing } from '#server/platform/outgoing.ts';
import { simulateWorld } from '#server/testing/simulated-world.ts';
import type { SimulatedRecord, SimulatedYclients } from '#server/testing/yclients-salon.ts';
import { createYclients } from './provider.ts';

const world = await simulateWorld();
const outgoing = createOutgoing();
afterAll(() => outgoing.close());

const yclients = createYclients({
  outgoing: outgoing.send,
  turns: { take: async () => 0, pause: async () => {} },
  baseUrl: `${world.url}/yclients/api/v1`,
  partnerToken: 'partner-demo-token',
  partnerId: undefined,
});
const asker = { tenantId: TenantId.parse('019a0000-0000-7000-8000-000000000001'), isUrgent: true };
const caller: Caller = { ...asker, credentials: { userToken: 'user-demo-token', userName: '' } };
const place = { externalId: '4564', timeZone: 'Europe/Moscow', currency: 'RUB' };
const HOOK = 'http://127.0.0.1:9/hooks/yclients/secret';

beforeEach(async () => {
  await world.control('POST', '/seed', {});
  await world.control('POST', '/behaviour', { channel: 'yclients', limits: 'off' });
});
afterEach(async () => {
  expect(await world.control('GET', '/warnings?channel=yclients')).toEqual({ warnings: [] });
});

const book = (order: object = {}) =>
  world.control<SimulatedRecord>('POST', '/yclients/records', { companyId: 4564, ...order });
const recordOf = async (id: number) =>
  (await world.control<SimulatedYclients>('GET', '/yclients')).records.find((record) => record.id === id);

test('a login and its password open the branches of its user', async () => {
  const credentials = { userToken: 'user-demo-token', userName: 'Наталья Ромашова' };
  const given = { login: 'salon@example.test', password: 'salon-demo' };
  expect(await yclients.signIn(asker, given)).toEqual({ isOk: true, value: credentials });
  const told = await yclients.listBranches(caller);
  expect(
    told.isOk &&
      told.value.map(({ externalId, title, city, timeZone, currency }) => ({
        externalId,
        title,
        city,
        timeZone,
        currency,
      })),
  ).toEqual([
    {
      externalId: '4564',
      title: 'Студия Ромашка, Покровка',
      city: 'Москва',
      timeZone: 'Europe/Moscow',
      currency: 'RUB',
    },
    {
      externalId: '4565',
      title: 'Студия Ромашка, Урал',
      city: 'Екатеринбург',
      timeZone: 'Asia/Yekaterinburg',
      currency: 'RUB',
    },
  ]);
});

test('a wrong password and a token that is none are told apart from a wrong partner token', async () => {
  expect(await yclients.signIn(asker, { login: 'salon@example.test', password: 'guess' })).toMatchObject({
    trouble: 'wrong_login',
  });
  expect(await yclients.signIn(asker, { userToken: 'guess' })).toMatchObject({ trouble: 'wrong_login' });
  expect(await yclients.signIn(asker, { userToken: 'user-demo-token' })).toMatchObject({ isOk: true });
  const stranger = createYclients({
    outgoing: outgoing.send,
    turns: { take: async () => 0, pause: async () => {} },
    baseUrl: `${world.url}/yclients/api/v1`,
    partnerToken: 'wrong',
    partnerId: undefined,
  });
  expect(await stranger.signIn(asker, { userToken: 'user-demo-token' })).toMatchObject({
    trouble: 'wrong_partner_token',
  });
});

test('a branch says what it is, and whether its licence is paid', async () => {
  expect(await yclients.getBranch(caller, '4564')).toMatchObject({
    value: { address: 'ул. Покровка, 14', phone: '+74950000000', isLicenceActive: true, cancelClosesMinutes: 0 },
  });
  await world.control('POST', '/yclients/licence', { companyId: 4564, active: false });
  expect(await yclients.getBranch(caller, '4564')).toMatchObject({ value: { isLicenceActive: false } });
  expect(await yclients.listMasters(caller, '4564')).toMatchObject({ isOk: false, trouble: 'licence_expired' });
});

test('our address is added to the hooks and taken away again; others stay', async () => {
  const others = 'https://other.example/hook';
  await yclients.subscribe(caller, '4564', others);
  expect(await yclients.subscribe(caller, '4564', HOOK)).toEqual({ isOk: true, value: 'set' });
  expect(await yclients.subscribe(caller, '4564', HOOK)).toEqual({ isOk: true, value: 'set' });
  const hooksOf = async () => (await world.control<SimulatedYclients>('GET', '/yclients')).hooks;
  expect(JSON.stringify(await hooksOf())).toContain(JSON.stringify([others, HOOK]));
  expect(await yclients.unsubscribe(caller, '4564', HOOK)).toEqual({ isOk: true, value: null });
  expect(JSON.stringify(await hooksOf())).toContain(JSON.stringify([others]));
});

test('where the settings of hooks are closed or not served, the address is entered by hand', async () => {
  await world.control('POST', '/yclients/permissions', { companyId: 4564, deny: ['settings_access'] });
  expect(await yclients.subscribe(caller, '4564', HOOK)).toEqual({ isOk: true, value: 'manual' });
  await world.control('POST', '/yclients/hooks-settings', { supported: false });
  expect(await yclients.subscribe(caller, '4565', HOOK)).toEqual({ isOk: true, value: 'manual' });
});

test('rights that were taken away are named one by one', async () => {
  expect(await yclients.missingRights(caller, '4564')).toEqual({ isOk: true, value: [] });
  const deny = ['timetable_phones_access', 'edit_records_attendance_access', 'stat_access'];
  await world.control('POST', '/yclients/permissions', { companyId: 4564, deny });
  expect(await yclients.missingRights(caller, '4564')).toEqual({
    isOk: true,
    value: ['timetable_phones', 'edit_records', 'analytics'],
  });
});

test('masters and services come with what is needed of them', async () => {
  const masters = await yclients.listMasters(caller, '4564');
  expect(masters.isOk && masters.value[0]).toEqual({
    externalId: '456401',
    name: 'Анна Белова',
    specialization: 'Парикмахер-стилист',
    isActive: true,
  });
  const services = await yclients.listServices(caller, place);
  expect(services.isOk && services.value[0]).toEqual({
    externalId: '456431',
    title: 'Женская стрижка',
    categoryTitle: 'Волосы',
    priceMinor: 240_000,
    durationMinutes: 60,
    isActive: true,
  });
});

test('records of a period and those changed since come page by page, deleted ones too', async () => {
  const period = { from: Temporal.PlainDate.from('2026-02-01'), to: Temporal.PlainDate.from('2026-04-01') };
  const whole = await yclients.listVisits(caller, place, period, 1);
  expect(whole).toMatchObject({ value: { unreadable: [], nextPage: 2 } });
  const rest = await yclients.listVisits(caller, place, period, 2);
  const ids = [whole, rest].flatMap((page) => (page.isOk ? page.value.visits.map((visit) => visit.externalId) : []));
  const there = (await world.control<SimulatedYclients>('GET', '/yclients')).records.filter(
    (one) => one.companyId === 4564,
  );
  expect(ids.toSorted()).toEqual(there.map((one) => String(one.id)).toSorted());
  expect(await yclients.listVisits(caller, place, period, 3)).toMatchObject({ value: { visits: [], nextPage: null } });

  const record = await book({ date: '2026-03-05 12:00' });
  await world.control('DELETE', `/yclients/records/${record.id}`);
  const changedAfter = Temporal.Instant.from('2026-03-02T07:59:00Z');
  const changed = await yclients.listVisits(caller, place, { changedAfter }, 1);
  expect(changed.isOk && changed.value.visits.find((visit) => visit.externalId === String(record.id))).toMatchObject({
    status: 'cancelled',
  });
});

test('the time is right while the vendor writes wrong offsets, and stays so when it is confirmed', async () => {
  await world.control('POST', '/yclients/datetime-offset-bug', { on: true });
  const record = await book({ date: '2026-03-05 12:00' });
  const read = await yclients.getVisit(caller, place, String(record.id));
  expect(read.isOk && String(read.value?.startsAt)).toBe('2026-03-05T09:00:00Z');
  await yclients.setStatus(caller, place, String(record.id), { status: 'confirmed', isWanted: () => true });
  expect(await recordOf(record.id)).toMatchObject({ date: '2026-03-05 12:00:00', attendance: 2 });
});

test('confirming changes the status alone, and the platform writes nothing to the client', async () => {
  const record = await book({ date: '2026-03-05 12:00', comment: 'with a dog' });
  const before = await recordOf(record.id);
  const told = await yclients.setStatus(caller, place, String(record.id), {
    status: 'confirmed',
    isWanted: () => true,
  });
  expect(told).toMatchObject({ value: { isWritten: true, visit: { status: 'confirmed', comment: 'with a dog' } } });
  expect(await recordOf(record.id)).toEqual({ ...before, attendance: 2, changedAt: expect.any(String) });
  expect((await world.control<SimulatedYclients>('GET', '/yclients')).platformSms ?? []).toEqual([]);
});

test('what is not wanted any more is not written', async () => {
  const record = await book({ date: '2026-03-05 12:00' });
  const change = { status: 'confirmed', isWanted: () => false } as const;
  expect(await yclients.setStatus(caller, place, String(record.id), change)).toMatchObject({
    value: { isWritten: false },
  });
  expect(await recordOf(record.id)).toMatchObject({ attendance: 0 });
  expect(await yclients.setStatus(caller, place, '1', change)).toEqual({
    isOk: true,
    value: { visit: null, isWritten: false },
  });
});

test('a break has no client, and a client without a phone has none', async () => {
  const pause = await book({ date: '2026-03-05 12:00', isBreak: true });
  expect(await yclients.getVisit(caller, place, String(pause.id))).toMatchObject({
    value: { client: null, services: [] },
  });
  const walkIn = await book({ date: '2026-03-05 15:00', client: { name: 'Гостья', phone: '' } });
  expect(await yclients.getVisit(caller, place, String(walkIn.id))).toMatchObject({
    value: { client: { name: 'Гостья', phone: null, isNew: true } },
  });
});

test('cancelling deletes the record; without the right it says so', async () => {
  const record = await book({ date: '2026-03-05 12:00' });
  await world.control('POST', '/yclients/permissions', { companyId: 4564, deny: ['delete_records_access'] });
  expect(await yclients.cancelVisit(caller, '4564', String(record.id))).toMatchObject({ trouble: 'rights_missing' });
  await world.control('POST', '/yclients/permissions', { companyId: 4564, grant: ['delete_records_access'] });
  expect(await yclients.cancelVisit(caller, '4564', String(record.id))).toEqual({ isOk: true, value: null });
  expect(await recordOf(record.id)).toMatchObject({ deleted: true });
});
