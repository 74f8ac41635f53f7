import { beforeEach, expect, test } from 'vitest';
import { connectBranches, listConnections, offerBranches } from '#contract/connections/calls.ts';
import { getClinics } from '#contract/assistants/clinics.ts';
import { CLINIC_TOKENS, clinicHouse } from '#server/testing/houses/clinic-house.ts';
import type { SignedUp } from '#server/testing/server/http.ts';
import { cancelVisit, confirmVisit } from '#server/visits/changes/actions.ts';
import { moveVisit } from '#server/visits/changes/moving-actions.ts';
import type { VisitId } from '#contract/visits/calls.ts';

const house = await clinicHouse();
const { server, world } = house;
const { call } = server;
const ctx = () => ({ ...server.ctx, sourceProviders: house.sourceProviders });

beforeEach(house.reset);

type Booked = { uuid: string; status?: string; isCancelled: boolean; start: string };
const switches = (change: object) => world.control('PATCH', '/medflex', change);
const book = (change: object = {}) =>
  world.control<Booked>('POST', '/medflex/appointments', {
    token: CLINIC_TOKENS.ru,
    clinicId: 101,
    doctorId: 501,
    start: dayAhead(2),
    phone: '79265550001',
    firstName: 'Мария',
    ...change,
  });
const dayAhead = (days: number, hour = 12) =>
  `${server.clock.now().toZonedDateTimeISO('Europe/Moscow').toPlainDate().add({ days }).toString()} ${hour}:00`;
const agenda = async (uuid: string) =>
  (await world.control<{ agenda: Booked[] }>('GET', '/medflex')).agenda.find((one) => one.uuid === uuid);

async function connected(): Promise<SignedUp> {
  const owner = await server.signUp();
  const { token } = owner;
  const offered = await call(offerBranches, { token, body: { kind: 'medflex', token: CLINIC_TOKENS.ru } });
  expect(offered.body.branches).toMatchObject([{ externalId: '101' }, { externalId: '102' }]);
  const wanted = { ticket: offered.body.ticket, branchExternalIds: ['101'] };
  await call(connectBranches, { token, body: { kind: 'medflex', ...wanted } });
  await server.runJobs();
  return owner;
}
const poll = async () => {
  await server.runRepeated('connections.poll-every-5-minutes');
  await server.clock.advance({ minutes: 6 });
  await server.runJobs();
};
const visitOf = async ({ tenantId }: SignedUp, uuid: string) => {
  const { rows } = await server.owner.query<{ id: VisitId; status: string; starts_at: Temporal.Instant }>(
    'select id, status, starts_at from visits where tenant_id = $1 and external_id = $2',
    [tenantId, uuid],
  );
  return rows[0];
};

test.each([{}, { key: 'bare' }, { envelope: 'results', offset: 'text' }])(
  'appointments are read by a poll, in each way MedFlex answers: %o',
  async (way) => {
    await switches(way);
    const owner = await connected();
    const { connections } = (await call(listConnections, { token: owner.token })).body;
    expect(connections).toMatchObject([
      {
        kind: 'medflex',
        state: 'working',
        branches: [{ timeZone: 'Europe/Moscow', missingRights: [], webhooksState: 'none' }],
      },
    ]);
    const { uuid } = await book();
    await poll();
    expect(await visitOf(owner, uuid)).toMatchObject({ status: 'waiting' });
    await world.control('PATCH', `/medflex/appointments/${uuid}`, { status: 'arrived' });
    await poll();
    expect(await visitOf(owner, uuid)).toMatchObject({ status: 'arrived' });
    expect((await world.control<{ warnings: unknown[] }>('GET', '/warnings?channel=medflex')).warnings).toEqual([]);
  },
);

test('a contact confirms, moves and cancels an appointment at the clinic', async () => {
  const owner = await connected();
  const { uuid } = await book();
  await poll();
  const { id } = (await visitOf(owner, uuid))!;
  expect(await confirmVisit(ctx(), owner.tenantId, id)).toMatchObject({ kind: 'done' });
  expect(await agenda(uuid)).toMatchObject({ status: 'confirmed' });
  const startsAt = Temporal.PlainDateTime.from(dayAhead(3, 16).replace(' ', 'T'))
    .toZonedDateTime('Europe/Moscow')
    .toInstant();
  expect(await moveVisit(ctx(), owner.tenantId, id, { startsAt })).toMatchObject({ kind: 'done' });
  expect(await agenda(uuid)).toMatchObject({ start: dayAhead(3, 16) });
  expect(await cancelVisit(ctx(), owner.tenantId, id)).toMatchObject({ kind: 'done' });
  expect(await agenda(uuid)).toMatchObject({ isCancelled: true });
});

test('a clinic without the trigger API connects for its assistants, and says that reminders are off', async () => {
  await switches({ trigger: 'closed' });
  const { token } = await connected();
  const { connections } = (await call(listConnections, { token })).body;
  expect(connections).toMatchObject([{ state: 'attention', branches: [{ missingRights: ['appointments'] }] }]);
  expect((await call(getClinics, { token })).body.clinics).toMatchObject([{ id: '101' }, { id: '102' }]);
});

test('an appointment that two polls in a row do not list is cancelled, and is back when it is listed again', async () => {
  const owner = await connected();
  const [{ uuid }, { uuid: other }] = [await book(), await book({ start: dayAhead(2, 15), phone: '79265550002' })];
  await poll();
  await world.control('PATCH', `/medflex/appointments/${uuid}`, { refuses: true });
  await poll();
  expect(await visitOf(owner, uuid)).toMatchObject({ status: 'waiting' });
  await poll();
  expect(await visitOf(owner, uuid)).toMatchObject({ status: 'cancelled' });
  expect(await visitOf(owner, other)).toMatchObject({ status: 'waiting' });
  const { rows } = await server.owner.query<{ kind: string }>('select kind from events where visit_id = $1', [
    (await visitOf(owner, uuid))?.id,
  ]);
  expect(rows.map(({ kind }) => kind)).toEqual(['visit.created', 'visit.status_changed']);
  await world.control('PATCH', `/medflex/appointments/${uuid}`, { refuses: false });
  await poll();
  expect(await visitOf(owner, uuid)).toMatchObject({ status: 'waiting' });
});

test('while MedFlex answers with records that cannot be read, no appointment is taken for cancelled', async () => {
  const owner = await connected();
  const { uuid } = await book();
  await poll();
  const body = { data: [{ surprise: true }], count: 1, num_pages: 1 };
  const fault = { channel: 'medflex', match: 'appointments/appointments', action: 'http', status: 200, body, times: 9 };
  await world.control('POST', '/fault', fault);
  for (let polls = 0; polls < 3; polls++) await poll();
  expect(await visitOf(owner, uuid)).toMatchObject({ status: 'waiting' });
});

test('appointments of patients who refused messages are not read', async () => {
  const owner = await connected();
  const { uuid } = await book({ refuses: true });
  await poll();
  expect(await visitOf(owner, uuid)).toBeUndefined();
});

test('where the trigger API has no call for it, only what was booked through the product is cancelled', async () => {
  const { tenantId } = await server.signUp();
  const opened = house.sourceProviders.get('medflex')?.bookings;
  const clinic = house.sourceProviders.clinics;
  if (!opened?.listFreeTimes || !clinic) throw new Error('No clinic');
  const requester = { tenantId, isUrgent: true };
  const caller = { ...requester, credentials: { token: CLINIC_TOKENS.ru } };
  const place = { externalId: '101', timeZone: 'Europe/Moscow', currency: 'RUB' };
  const day = server.clock.now().toZonedDateTimeISO('Europe/Moscow').toPlainDate().add({ days: 3 });
  const free = async () => {
    const listed = await opened.listFreeTimes?.(caller, place, { masterExternalId: '501', day, durationMinutes: 30 });
    return listed?.isOk ? listed.value.map(String) : [];
  };
  const times = await free();
  const [first] = times;
  if (!first) throw new Error('No free time');
  const startsAt = Temporal.Instant.from(first).toZonedDateTimeISO('Europe/Moscow').toPlainDateTime();
  const patient = {
    firstName: 'Иван',
    lastName: 'Петров',
    birthday: Temporal.PlainDate.from('1990-05-01'),
    phone: '+79990001122',
  };
  const booked = await clinic.book(
    { ...requester, token: CLINIC_TOKENS.ru },
    {
      clinicId: '101',
      doctorId: '501',
      specialityId: '11',
      startsAt,
      endsAt: startsAt.add({ minutes: 30 }),
      price: 2_500,
      patient,
      mayBeMade: false,
    },
  );
  if (!booked.isOk || booked.value.kind !== 'made') throw new Error('Not booked');
  expect(await free()).toEqual(times.filter((one) => one !== first));
  await switches({ trigger: 'closed' });
  expect(await opened.cancelVisit(caller, '101', booked.value.claimId)).toEqual({ isOk: true, value: null });
  expect(await free()).toEqual(times);
  const { uuid } = await book();
  expect(await opened.cancelVisit(caller, '101', uuid)).toMatchObject({ isOk: false, trouble: 'rights_missing' });
  expect(await agenda(uuid)).toMatchObject({ isCancelled: false });
});
