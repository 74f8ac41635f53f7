import { beforeEach, expect, test } from 'vitest';
import { listConnections } from '#contract/connections/calls.ts';
import { listVisitOptions, listVisits } from '#contract/visits/calls.ts';
import type { SignedUp } from '#server/testing/server/http.ts';
import { type SimulatedRecord, yclientsSalon } from '#server/testing/houses/yclients-salon.ts';

const { server, world, connect, settle, reset } = await yclientsSalon();
const { call, owner: db } = server;

beforeEach(reset);

const book = (order: object = {}) =>
  world.control<SimulatedRecord>('POST', '/yclients/records', { companyId: 4564, date: '2026-03-05 12:00', ...order });
const change = (id: number, order: object) => world.control('PUT', `/yclients/records/${id}`, order);
const cancel = (id: number, query = '') => world.control('DELETE', `/yclients/records/${id}${query}`);
const poll = async () => {
  await server.runRepeated('connections.poll-every-10-minutes');
  await server.clock.advance({ minutes: 1 });
  await server.runJobs();
};
/** Events of one record, without its import. */
const eventsOf = async (owner: SignedUp, recordId: number) => {
  const { rows } = await db.query(
    `select kind, facts from events join visits on visits.tenant_id = events.tenant_id and visits.id = events.visit_id
     where events.tenant_id = $1 and visits.external_id = $2 order by events.id`,
    [owner.tenantId, String(recordId)],
  );
  return rows.map((row) => [row.kind, row.facts]);
};
const visitOf = async (owner: SignedUp, recordId: number) => {
  const { rows } = await db.query(
    `select visits.*, contacts.name, contacts.phone, contacts.visits_count, contacts.last_visit_at
     from visits left join contacts on contacts.tenant_id = visits.tenant_id and contacts.id = contact_id
     where visits.tenant_id = $1 and external_id = $2`,
    [owner.tenantId, String(recordId)],
  );
  return rows[0];
};
const callsTo = async (path: string) =>
  (await world.control<{ requests: unknown[] }>('GET', `/log?channel=yclients&path=${encodeURIComponent(path)}`))
    .requests.length;

test('the first import emits no created events for old bookings; upcoming ones are handed over for reminders', async () => {
  const owner = await connect();
  const { rows } = await db.query(`select kind, facts from events where tenant_id = $1 order by id`, [owner.tenantId]);
  const expectedEvents = ['branches.switched', 'contacts.changed', 'visits.imported'];
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(expectedEvents));
  const imported = rows.filter((row) => row.kind === 'visits.imported').flatMap((row) => row.facts.visitIds);
  const query = `select id from visits where tenant_id = $1 and starts_at > $2 and status <> 'cancelled'`;
  const ahead = await db.query(query, [owner.tenantId, server.clock.now().toString()]);
  expect(imported.toSorted()).toEqual(ahead.rows.map((row) => row.id).toSorted());
  expect(imported.length).toBeGreaterThan(10);
});

test('a booking becomes a visit of a contact, emitted once, however often the vendor posts', async () => {
  const owner = await connect();
  const record = await book({
    client: { name: 'Мария', phone: '79265550001' },
    serviceIds: [456431],
    comment: 'ждёт у окна',
  });
  await settle();
  await settle();
  expect(await eventsOf(owner, record.id)).toEqual([['visit.created', {}]]);
  expect(await visitOf(owner, record.id)).toMatchObject({
    name: 'Мария',
    phone: '+79265550001',
    service_titles: ['Женская стрижка'],
    duration_minutes: 60,
    status: 'waiting',
    total_minor: 240_000,
    comment: 'ждёт у окна',
    is_first: true,
  });
  expect(String((await visitOf(owner, record.id)).starts_at)).toBe('2026-03-05T09:00:00Z');
});

test('several payloads about one record cause one reading', async () => {
  await connect();
  const record = await book();
  await change(record.id, { comment: 'one' });
  await change(record.id, { comment: 'two' });
  await settle();
  await settle();
  expect(await callsTo(`/record/4564/${record.id}`)).toBe(1);
});

test('a moved visit is emitted with both times, and a higher time version', async () => {
  const owner = await connect();
  const record = await book();
  await settle();
  await change(record.id, { date: '2026-03-06 15:30' });
  await settle();
  const times = { from: '2026-03-05T09:00:00Z', to: '2026-03-06T12:30:00Z', timeVersion: 2 };
  expect((await eventsOf(owner, record.id)).slice(1)).toEqual([
    ['visit.moved', { ...times, alsoChanged: [], version: 2 }],
  ]);
  expect(await visitOf(owner, record.id)).toMatchObject({ time_version: 2 });
});

test('another master or service is emitted as a change with the state before; a comment is not', async () => {
  const owner = await connect();
  const record = await book({ staffId: 456401, serviceIds: [456431] });
  await settle();
  await change(record.id, { comment: 'bring tea' });
  await settle();
  const was = await visitOf(owner, record.id);
  await change(record.id, { staffId: 456402, serviceIds: [456434] });
  await settle();
  const before = { masterId: was.master_id, serviceIds: was.service_ids, serviceTitles: was.service_titles };
  const expectedEvents = ['visit.changed', { changed: ['master', 'services'], before, version: 2 }];
  expect((await eventsOf(owner, record.id)).slice(1)).toEqual([expectedEvents]);
  expect(await visitOf(owner, record.id)).toMatchObject({ comment: 'bring tea', service_titles: ['Укладка'] });
});

test('statuses follow the vendor, and arriving counts as a visit of the contact', async () => {
  const owner = await connect();
  const record = await book({ date: '2026-03-02 12:00', client: { name: 'Мария', phone: '79265550001' } });
  await settle();
  await change(record.id, { attendance: 2 });
  await settle();
  await change(record.id, { attendance: 1 });
  await settle();
  expect((await eventsOf(owner, record.id)).slice(1)).toEqual([
    ['visit.status_changed', { from: 'waiting', to: 'confirmed', version: 2 }],
    ['visit.status_changed', { from: 'confirmed', to: 'arrived', version: 3 }],
  ]);
  const visit = await visitOf(owner, record.id);
  expect(visit).toMatchObject({ visits_count: 1, is_first: true });
  expect(String(visit.last_visit_at)).toBe('2026-03-02T09:00:00Z');
});

test('a deleted record is a cancelled visit, emitted once', async () => {
  const owner = await connect();
  const record = await book();
  await settle();
  await cancel(record.id);
  await settle();
  await settle();
  expect((await eventsOf(owner, record.id)).slice(1)).toEqual([['visit.cancelled', { from: 'waiting', version: 2 }]]);
});

test('a visit that is booked and cancelled before it is read emits nothing', async () => {
  const owner = await connect();
  const record = await book();
  await cancel(record.id);
  await settle();
  expect(await eventsOf(owner, record.id)).toEqual([]);
  expect(await visitOf(owner, record.id)).toMatchObject({ status: 'cancelled' });
});

test('changes whose payloads were lost are found by polling, after any downtime', async () => {
  const owner = await connect();
  const [unchanged, moved, gone] = [
    await book(),
    await book({ date: '2026-03-05 15:00' }),
    await book({ date: '2026-03-05 18:00' }),
  ];
  await settle();
  await world.control('POST', '/yclients/webhooks', { enabled: false });
  await change(moved.id, { date: '2026-03-07 11:00' });
  await cancel(gone.id);
  const fresh = await book({ date: '2026-03-08 11:00' });
  await settle();
  expect(await eventsOf(owner, fresh.id)).toEqual([]);

  await poll();
  expect(await eventsOf(owner, fresh.id)).toEqual([['visit.created', {}]]);
  expect((await eventsOf(owner, moved.id)).map(([kind]) => kind)).toEqual(['visit.created', 'visit.moved']);
  expect((await eventsOf(owner, gone.id)).map(([kind]) => kind)).toEqual(['visit.created', 'visit.cancelled']);
  expect((await eventsOf(owner, unchanged.id)).map(([kind]) => kind)).toEqual(['visit.created']);
  await poll();
  expect((await eventsOf(owner, moved.id)).map(([kind]) => kind)).toEqual(['visit.created', 'visit.moved']);
});

test('late and reordered payloads do no harm: the record itself is read', async () => {
  const owner = await connect();
  const record = await book();
  await settle();
  await change(record.id, { date: '2026-03-06 15:30' });
  await cancel(record.id);
  await settle();
  const { webhooks } = await world.control<{ webhooks: { id: string }[] }>('GET', '/webhooks?channel=yclients');
  for (const { id } of webhooks.toReversed()) await world.control('POST', `/webhooks/${id}/repeat`, {});
  const [connection] = (await call(listConnections, { token: owner.token })).body.connections;
  const late = {
    company_id: 4564,
    resource: 'record',
    resource_id: record.id,
    status: 'create',
    data: { attendance: 1 },
  };
  await fetch(connection!.webhookUrl, { method: 'POST', body: JSON.stringify(late) });
  await settle();
  expect((await eventsOf(owner, record.id)).map(([kind]) => kind)).toEqual(['visit.created', 'visit.cancelled']);
  expect(await visitOf(owner, record.id)).toMatchObject({ status: 'cancelled' });
});

test('breaks and clients without a phone are visits too', async () => {
  const owner = await connect();
  const pause = await book({ isBreak: true });
  const nameless = await book({ date: '2026-03-05 15:00', client: { name: 'Гостья', phone: '' } });
  await settle();
  expect(await visitOf(owner, pause.id)).toMatchObject({ contact_id: null, service_titles: [], is_first: false });
  expect(await visitOf(owner, nameless.id)).toMatchObject({ name: 'Гостья', phone: null });
});

test('while the vendor is unreachable payloads wait, and are read when it is back', async () => {
  const owner = await connect();
  const record = await book();
  await world.control('POST', '/fault', {
    channel: 'yclients',
    match: `/record/4564/${record.id}`,
    action: 'http',
    status: 502,
    times: 1,
  });
  await settle();
  expect(await visitOf(owner, record.id)).toBeUndefined();
  await server.clock.advance({ seconds: 10 });
  await server.runJobs();
  expect(await eventsOf(owner, record.id)).toEqual([['visit.created', {}]]);
});

test('a payload whose record we may not read is shown, and blocks no others', async () => {
  const owner = await connect();
  await world.control('POST', '/yclients/permissions', { companyId: 4564, deny: ['record_form_access'] });
  await book();
  await settle();
  const [connection] = (await call(listConnections, { token: owner.token })).body.connections;
  expect(connection).toMatchObject({ state: 'attention', trouble: 'rights_missing', unreadableCount: 2 });
  await world.control('POST', '/yclients/permissions', { companyId: 4564, grant: ['record_form_access'] });
  const record = await book({ date: '2026-03-05 16:00' });
  await settle();
  expect(await eventsOf(owner, record.id)).toEqual([['visit.created', {}]]);
});

test('a record that is moved to another branch of the connection is the same visit there', async () => {
  const owner = await connect(['4564', '4565']);
  const record = await book();
  await settle();
  const before = await visitOf(owner, record.id);
  const { rows } = await db.query(`select id from branches where tenant_id = $1 and external_id = '4565'`, [
    owner.tenantId,
  ]);
  await db.query(`update visits set branch_id = $3 where tenant_id = $1 and id = $2`, [
    owner.tenantId,
    before.id,
    rows[0].id,
  ]);
  await poll();
  expect(await visitOf(owner, record.id)).toMatchObject({ id: before.id, branch_id: before.branch_id });
  expect((await eventsOf(owner, record.id)).slice(1)).toEqual([['visit.changed', { changed: ['branch'], version: 2 }]]);
});

test('a client’s new name and phone reach the contact', async () => {
  const owner = await connect();
  const record = await book({ client: { name: 'Мария', phone: '79265550001' } });
  await settle();
  await world.control('PUT', `/yclients/clients/${record.client.id}`, { name: 'Марина', phone: '79265550002' });
  await settle();
  expect(await visitOf(owner, record.id)).toMatchObject({ name: 'Марина', phone: '+79265550002' });
});

test('visits are listed by their start, page by page, and filtered', async () => {
  const owner = await connect();
  const query = { from: '2026-03-02T00:00:00Z', to: '2026-03-04T00:00:00Z', limit: 5 };
  const first = await call(listVisits, { token: owner.token, query });
  const second = await call(listVisits, { token: owner.token, query: { ...query, cursor: first.body.nextCursor! } });
  const starts = [...first.body.items, ...second.body.items].map((visit) => visit.startsAt);
  expect(first.body.items).toHaveLength(5);
  expect(starts).toEqual(starts.toSorted());
  expect(new Set([...first.body.items, ...second.body.items].map((visit) => visit.id)).size).toBe(starts.length);
  expect(first.body.items[0]).toMatchObject({ timeZone: 'Europe/Moscow', branchTitle: 'Студия Ромашка, Покровка' });
  const confirmed = await call(listVisits, { token: owner.token, query: { status: 'confirmed' } });
  expect([...new Set(confirmed.body.items.map((visit) => visit.status))]).toEqual(['confirmed']);
  const wrong = await call(listVisits, { token: owner.token, query: { cursor: 'nonsense' } });
  expect([wrong.status, wrong.body.code]).toEqual([400, 'request.invalid']);
});

test('active masters, services and branches can be chosen from; those of other tenants cannot', async () => {
  const owner = await connect();
  const options = (await call(listVisitOptions, { token: owner.token })).body;
  expect(options.branches).toMatchObject([{ title: 'Студия Ромашка, Покровка', timeZone: 'Europe/Moscow' }]);
  expect(options.masters.map((master) => master.name)).toEqual([
    'Анна Белова',
    'Артём Волков',
    'Марина Кравец',
    'Светлана Ким',
    'Юлия Романенко',
  ]);
  expect(options.services.map((service) => [service.categoryTitle, service.title])).toContainEqual([
    'Волосы',
    'Женская стрижка',
  ]);
  const { token } = await server.signUp();
  expect((await call(listVisitOptions, { token })).body).toEqual({ branches: [], masters: [], services: [] });
  expect((await call(listVisits, { token })).body.items).toEqual([]);
});
