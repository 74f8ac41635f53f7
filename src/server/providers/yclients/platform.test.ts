import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TenantId } from '#contract/tenants/ids.ts';
import type { Caller, ProviderResult } from '#server/connections/port.ts';
import { createHttpClient } from '#server/platform/http/http-client.ts';
import { createAltegio } from './altegio.ts';
import { simulateWorld } from '#server/testing/world/simulated-world.ts';
import type { SimulatedRecord, SimulatedYclients } from '#server/testing/houses/yclients-salon.ts';
import { createYclients } from './provider.ts';

const world = await simulateWorld();
const http = createHttpClient();
afterAll(() => http.close());

/** Both vendors of the platform, each with a salon of the simulated world. What they differ in is tested beside each. */
const SALONS = [
  {
    vendor: 'yclients',
    create: createYclients,
    partnerToken: 'partner-demo-token',
    credentials: { userToken: 'user-demo-token' },
    owner: 'Наталья Ромашова',
    login: { login: 'salon@example.test', password: 'salon-demo' },
    place: { externalId: '4564', timeZone: 'Europe/Moscow', currency: 'RUB' },
    branch: { title: 'Студия Ромашка, Покровка', city: 'Москва', address: 'ул. Покровка, 14', phone: '+74950000000' },
    other: {
      externalId: '4565',
      title: 'Студия Ромашка, Урал',
      city: 'Екатеринбург',
      timeZone: 'Asia/Yekaterinburg',
      currency: 'RUB',
    },
    master: { externalId: '456401', name: 'Анна Белова', specialization: 'Парикмахер-стилист' },
    service: { externalId: '456431', title: 'Женская стрижка', categoryTitle: 'Волосы', priceMinor: 240_000 },
    performers: ['456401', '456402'],
    pages: 2,
    noon: '2026-03-05T09:00:00Z',
  },
  {
    vendor: 'altegio',
    create: createAltegio,
    partnerToken: 'altegio-partner-demo-token',
    credentials: { userToken: 'user-aurora-token' },
    owner: 'Ana Dvali',
    login: { login: 'aurora@example.test', password: 'aurora-demo' },
    place: { externalId: '80010', timeZone: 'Asia/Tbilisi', currency: 'GEL' },
    branch: { title: 'Aurora Beauty, Tbilisi', city: 'Tbilisi', address: 'Rustaveli Ave 24', phone: '+995322000010' },
    other: {
      externalId: '80011',
      title: 'Aurora Beauty, Larnaca',
      city: 'Larnaca',
      timeZone: 'Asia/Nicosia',
      currency: 'EUR',
    },
    master: { externalId: '8001001', name: 'Nino Kapanadze', specialization: 'Hair stylist' },
    service: { externalId: '8001031', title: 'Haircut and styling', categoryTitle: 'Hair', priceMinor: 9_000 },
    performers: ['8001001'],
    pages: 1,
    noon: '2026-03-05T08:00:00Z',
  },
] as const;

async function listed<One>(answer: Promise<ProviderResult<One[]>> | undefined): Promise<One[]> {
  const result = await answer;
  return result?.isOk ? result.value : [];
}

describe.each(SALONS)(
  '$vendor',
  ({ vendor, create, partnerToken, credentials, login, place, branch, other, ...salon }) => {
    const options = {
      http: http.send,
      rateLimiter: { take: async () => 0, pause: async () => {} },
      baseUrl: `${world.url}/${vendor}/api/v1`,
      partnerToken,
      partnerId: undefined,
    };
    const provider = create(options);
    const requester = { tenantId: TenantId.parse('019a0000-0000-7000-8000-000000000001'), isUrgent: true };
    const caller: Caller = { ...requester, credentials };
    const branchId = place.externalId;
    const companyId = Number(branchId);
    const WEBHOOK_URL = `http://127.0.0.1:9/hooks/${vendor}/secret`;

    beforeEach(async () => {
      await world.control('POST', '/seed', {});
      await world.control('POST', '/behaviour', { channel: vendor, limits: 'off' });
    });
    afterEach(async () => {
      expect(await world.control('GET', `/warnings?channel=${vendor}`)).toEqual({ warnings: [] });
    });

    const book = (order: object = {}) =>
      world.control<SimulatedRecord>('POST', `/${vendor}/records`, { companyId, ...order });
    const recordOf = async (id: number) =>
      (await world.control<SimulatedYclients>('GET', `/${vendor}`)).records.find((record) => record.id === id);

    test('a login and password list the branches of the user', async () => {
      expect(await provider.signIn(requester, login)).toEqual({
        isOk: true,
        value: { credentials, name: salon.owner },
      });
      const result = await provider.listBranches(caller);
      expect(
        result.isOk &&
          result.value.map(({ externalId, title, city, timeZone, currency }) => ({
            externalId,
            title,
            city,
            timeZone,
            currency,
          })),
      ).toEqual([
        {
          externalId: branchId,
          title: branch.title,
          city: branch.city,
          timeZone: place.timeZone,
          currency: place.currency,
        },
        other,
      ]);
    });

    test('a wrong password and an invalid token are distinguished from a wrong partner token', async () => {
      expect(await provider.signIn(requester, { ...login, password: 'guess' })).toMatchObject({
        trouble: 'wrong_login',
      });
      expect(await provider.signIn(requester, { userToken: 'guess' })).toMatchObject({ trouble: 'wrong_login' });
      expect(await provider.signIn(requester, { userToken: credentials.userToken })).toMatchObject({ isOk: true });
      const stranger = create({ ...options, partnerToken: 'wrong' });
      expect(await stranger.signIn(requester, { userToken: credentials.userToken })).toMatchObject({
        trouble: 'wrong_partner_token',
      });
    });

    test('a branch has its facts and the state of its licence', async () => {
      expect(await provider.getBranch(caller, branchId)).toMatchObject({
        value: {
          address: branch.address,
          phone: branch.phone,
          isLicenceActive: true,
          cancelClosesMinutes: 0,
          moveClosesMinutes: 0,
        },
      });
      await world.control('POST', `/${vendor}/licence`, { companyId, active: false });
      expect(await provider.getBranch(caller, branchId)).toMatchObject({ value: { isLicenceActive: false } });
      expect(await provider.bookings.listMasters(caller, branchId)).toMatchObject({
        isOk: false,
        trouble: 'licence_expired',
      });
    });

    test('our URL is added to the webhooks and removed again; others stay', async () => {
      const others = 'https://other.example/hook';
      await provider.subscribe(caller, branchId, { url: others, token: '' }, { takes: false });
      expect(await provider.subscribe(caller, branchId, { url: WEBHOOK_URL, token: '' }, { takes: false })).toEqual({
        isOk: true,
        value: { state: 'set' },
      });
      expect(await provider.subscribe(caller, branchId, { url: WEBHOOK_URL, token: '' }, { takes: false })).toEqual({
        isOk: true,
        value: { state: 'set' },
      });
      const webhooksOf = async () => (await world.control<SimulatedYclients>('GET', `/${vendor}`)).hooks;
      expect(JSON.stringify(await webhooksOf())).toContain(JSON.stringify([others, WEBHOOK_URL]));
      expect(await provider.unsubscribe(caller, branchId, { url: WEBHOOK_URL, token: '' })).toEqual({
        isOk: true,
        value: null,
      });
      expect(JSON.stringify(await webhooksOf())).toContain(JSON.stringify([others]));
    });

    test('where webhook settings are closed or not served, the URL must be entered by hand', async () => {
      await world.control('POST', `/${vendor}/permissions`, { companyId, deny: ['settings_access'] });
      expect(await provider.subscribe(caller, branchId, { url: WEBHOOK_URL, token: '' }, { takes: false })).toEqual({
        isOk: true,
        value: { state: 'manual' },
      });
      await world.control('POST', `/${vendor}/hooks-settings`, { supported: false });
      expect(
        await provider.subscribe(caller, other.externalId, { url: WEBHOOK_URL, token: '' }, { takes: false }),
      ).toEqual({
        isOk: true,
        value: { state: 'manual' },
      });
    });

    test('each missing right is reported', async () => {
      expect(await provider.missingRights(caller, branchId)).toEqual({ isOk: true, value: [] });
      const deny = ['timetable_phones_access', 'edit_records_attendance_access', 'stat_access'];
      await world.control('POST', `/${vendor}/permissions`, { companyId, deny });
      expect(await provider.missingRights(caller, branchId)).toEqual({
        isOk: true,
        value: ['timetable_phones', 'edit_records', 'analytics'],
      });
    });

    test('masters and services are listed with their fields', async () => {
      const masters = await provider.bookings.listMasters(caller, branchId);
      expect(masters.isOk && masters.value[0]).toEqual({ ...salon.master, isActive: true });
      const services = await provider.bookings.listServices(caller, place);
      expect(services.isOk && services.value[0]).toEqual({
        ...salon.service,
        durationMinutes: 60,
        isActive: true,
        masters: salon.performers.map((externalId) => ({ externalId, durationMinutes: 60 })),
      });
    });

    test('the free times of a master leave room for the whole visit', async () => {
      const day = Temporal.PlainDate.from('2026-03-05');
      const record = await book({ date: '2026-03-05 12:00' });
      const staffId = (await recordOf(record.id))?.staffId;
      const free = await provider.bookings.listFreeTimes?.(caller, place, {
        masterExternalId: String(staffId),
        day,
        durationMinutes: 60,
      });
      const noon = Temporal.Instant.from(salon.noon);
      const isFree = (minutes: number) => free?.isOk && free.value.some((at) => at.equals(noon.add({ minutes })));
      expect([-30, 0, 60].map(isFree)).toEqual([false, false, true]);

      const without = { startsAt: noon, durationMinutes: 60 };
      const wanted = { masterExternalId: String(staffId), day, durationMinutes: 60, without };
      const withoutIt = await listed(provider.bookings.listFreeTimes?.(caller, place, wanted));
      expect(withoutIt.some((at) => at.equals(noon.add({ minutes: 30 })))).toBe(true);
    });

    test('records of a period and those changed since come page by page, deleted ones too', async () => {
      const period = { from: Temporal.PlainDate.from('2026-02-01'), to: Temporal.PlainDate.from('2026-04-01') };
      const whole = await provider.bookings.listVisits(caller, place, period, 1);
      expect(whole).toMatchObject({ value: { unreadable: [], nextPage: salon.pages === 1 ? null : 2 } });
      const rest = await provider.bookings.listVisits(caller, place, period, 2);
      const ids = [whole, rest].flatMap((page) =>
        page.isOk ? page.value.visits.map((visit) => visit.externalId) : [],
      );
      const there = (await world.control<SimulatedYclients>('GET', `/${vendor}`)).records.filter(
        (one) => one.companyId === companyId,
      );
      expect(ids.toSorted()).toEqual(there.map((one) => String(one.id)).toSorted());
      expect(await provider.bookings.listVisits(caller, place, period, 3)).toMatchObject({
        value: { visits: [], nextPage: null },
      });

      const record = await book({ date: '2026-03-05 12:00' });
      await world.control('DELETE', `/${vendor}/records/${record.id}`);
      const changedAfter = Temporal.Instant.from('2026-03-02T07:59:00Z');
      const changed = await provider.bookings.listVisits(caller, place, { changedAfter }, 1);
      expect(
        changed.isOk && changed.value.visits.find((visit) => visit.externalId === String(record.id)),
      ).toMatchObject({
        status: 'cancelled',
      });
    });

    test("the visit's time is right although the vendor's offset is wrong, and confirming keeps it", async () => {
      await world.control('POST', `/${vendor}/datetime-offset-bug`, { on: true });
      const record = await book({ date: '2026-03-05 12:00' });
      const read = await provider.bookings.getVisit(caller, place, String(record.id));
      expect(read.isOk && String(read.value?.startsAt)).toBe(salon.noon);
      await provider.bookings.setStatus(caller, place, String(record.id), {
        status: 'confirmed',
        isWanted: () => true,
      });
      expect(await recordOf(record.id)).toMatchObject({ date: '2026-03-05 12:00:00', attendance: 2 });
    });

    test('confirming changes the status alone, and the platform writes nothing to the client', async () => {
      const record = await book({ date: '2026-03-05 12:00', comment: 'with a dog' });
      const before = await recordOf(record.id);
      const result = await provider.bookings.setStatus(caller, place, String(record.id), {
        status: 'confirmed',
        isWanted: () => true,
      });
      expect(result).toMatchObject({
        value: { isWritten: true, visit: { status: 'confirmed', comment: 'with a dog' } },
      });
      expect(await recordOf(record.id)).toEqual({ ...before, attendance: 2, changedAt: expect.any(String) });
      expect((await world.control<SimulatedYclients>('GET', `/${vendor}`)).platformSms ?? []).toEqual([]);
    });

    test('a move changes the start alone, and the platform writes nothing to the client', async () => {
      const record = await book({ date: '2026-03-05 12:00', comment: 'with a dog', attendance: 2 });
      const before = await recordOf(record.id);
      const startsAt = Temporal.Instant.from(salon.noon).add({ minutes: 30 });
      const change = { startsAt, isWanted: () => true };
      const result = await provider.bookings.moveVisit?.(caller, place, String(record.id), change);
      expect(result).toMatchObject({
        value: { isWritten: true, visit: { startsAt, status: 'confirmed', comment: 'with a dog' } },
      });
      expect(await recordOf(record.id)).toEqual({
        ...before,
        date: '2026-03-05 12:30:00',
        startsAt: expect.any(String),
        changedAt: expect.any(String),
      });
      expect((await world.control<SimulatedYclients>('GET', `/${vendor}`)).platformSms ?? []).toEqual([]);
    });

    test('a move to the time of another visit is refused as taken, and one that is not wanted is not written', async () => {
      const record = await book({ date: '2026-03-08 12:00' });
      const { staffId } = record;
      await book({ date: '2026-03-08 15:00', staffId });
      const startsAt = Temporal.Instant.from(salon.noon).add({ hours: 72 + 3 });
      const move = (isWanted: boolean) =>
        provider.bookings.moveVisit?.(caller, place, String(record.id), { startsAt, isWanted: () => isWanted });
      expect(await move(true)).toEqual({ isOk: true, value: 'taken' });
      expect(await move(false)).toMatchObject({ isOk: true, value: { isWritten: false } });
      expect(await recordOf(record.id)).toMatchObject({ date: '2026-03-08 12:00:00' });
      const gone = await provider.bookings.moveVisit?.(caller, place, '1', { startsAt, isWanted: () => true });
      expect(gone).toEqual({ isOk: true, value: { visit: null, isWritten: false } });
    });

    test('a visit is created once for its key, also when it is repeated with another master', async () => {
      const [one, other] = (await listed(provider.bookings.listMasters(caller, branchId))).filter((m) => m.isActive);
      const visit = {
        key: 'turn 1',
        client: { name: 'Anna', phone: '+79161234500' },
        serviceExternalIds: [salon.service.externalId],
        startsAt: Temporal.Instant.from('2026-03-08T20:00:00Z'),
        durationMinutes: 60,
        comment: '',
      };
      const create = (masterExternalId = '') =>
        provider.bookings.createVisit?.(caller, place, { ...visit, masterExternalId });
      const first = await create(one?.externalId);
      expect(first).toMatchObject({ isOk: true, value: { masterExternalId: one?.externalId } });
      expect(await create(other?.externalId)).toEqual(first);
    });

    test('a status that is no longer wanted is not written', async () => {
      const record = await book({ date: '2026-03-05 12:00' });
      const change = { status: 'confirmed', isWanted: () => false } as const;
      expect(await provider.bookings.setStatus(caller, place, String(record.id), change)).toMatchObject({
        value: { isWritten: false },
      });
      expect(await recordOf(record.id)).toMatchObject({ attendance: 0 });
      expect(await provider.bookings.setStatus(caller, place, '1', change)).toEqual({
        isOk: true,
        value: { visit: null, isWritten: false },
      });
    });

    test('a break has no client, and a client without a phone has none', async () => {
      const pause = await book({ date: '2026-03-05 12:00', isBreak: true });
      expect(await provider.bookings.getVisit(caller, place, String(pause.id))).toMatchObject({
        value: { client: null, services: [] },
      });
      const walkIn = await book({ date: '2026-03-05 15:00', client: { name: 'Гостья', phone: '' } });
      expect(await provider.bookings.getVisit(caller, place, String(walkIn.id))).toMatchObject({
        value: { client: { name: 'Гостья', phone: null, isNew: true } },
      });
    });

    test('cancelling deletes the record, and a missing right is reported', async () => {
      const record = await book({ date: '2026-03-05 12:00' });
      await world.control('POST', `/${vendor}/permissions`, { companyId, deny: ['delete_records_access'] });
      expect(await provider.bookings.cancelVisit(caller, branchId, String(record.id))).toMatchObject({
        trouble: 'rights_missing',
      });
      await world.control('POST', `/${vendor}/permissions`, { companyId, grant: ['delete_records_access'] });
      expect(await provider.bookings.cancelVisit(caller, branchId, String(record.id))).toEqual({
        isOk: true,
        value: null,
      });
      expect(await recordOf(record.id)).toMatchObject({ deleted: true });
    });
  },
);
