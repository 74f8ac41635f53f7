import { expect, test } from 'vitest';
import { readContact, readVisit } from '#contract/integrations/events.ts';
import { API_EXAMPLES } from '#contract/integrations/examples.ts';
import { listApiRequests } from '#contract/integrations/tokens.ts';
import { listConnections } from '#contract/connections/calls.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { apiProgram } from '#server/testing/server/api-program.ts';
import { testServer } from '#server/testing/server/http.ts';
import { cancelVisit, confirmVisit } from '#server/visits/changes/actions.ts';

const server = await testServer({ now: '2026-11-21T10:00:00Z' });
const { call, owner: db } = server;

test('a contact is identified by phone, written as usual in the country', async () => {
  const { tenantId, post, read } = await apiProgram(server);
  const { body } = await post('contacts', [API_EXAMPLES.contacts, { phone: '+7 (916) 123-45-67', name: 'Аня' }]);
  expect(body.items.map(({ outcome, id }) => [outcome, id])).toEqual([
    ['created', body.items[0]?.id],
    ['created', body.items[0]?.id],
  ]);
  expect((await read(readContact, 'client-17')).body).toMatchObject({
    phone: '+79161234567',
    email: 'anna@example.com',
    birthday: '1990-05-14',
    language: 'ru',
    timeZone: 'Europe/Moscow',
    categories: ['VIP'],
    refusesMailings: false,
  });
  const { rows } = await db.query('select count(*)::int as count from contacts where tenant_id = $1', [tenantId]);
  expect(rows[0].count).toBe(1);
  const changed = await post('contacts', [
    { externalId: 'client-17', categories: ['VIP', 'Опт'], refusesMailings: true },
  ]);
  expect(changed.body.items[0]?.outcome).toBe('updated');
  expect((await read(readContact, 'client-17')).body).toMatchObject({
    phone: '+79161234567',
    categories: ['VIP', 'Опт'],
    refusesMailings: true,
  });
});

test('a visit is created, moved, confirmed and cancelled by its id; absent fields stay', async () => {
  const { post, read, events } = await apiProgram(server);
  const id = 'visit-2041';
  await post('visits', [API_EXAMPLES.visits]);
  expect((await read(readVisit, id)).body).toMatchObject({
    startsAt: '2026-12-01T12:30:00Z',
    status: 'waiting',
    branchExternalId: 'main',
    total: { amountMinor: 250_000, currency: 'RUB' },
  });
  await post('visits', [{ externalId: id, startsAt: '2026-12-02T10:00:00+03:00' }]);
  await post('visits', [{ externalId: id, status: 'confirmed' }]);
  await post('visits', [{ externalId: id, master: { externalId: 'master-9', name: 'Ирина' } }]);
  await post('visits', [{ externalId: id, status: 'cancelled' }]);
  expect((await read(readVisit, id)).body).toMatchObject({
    startsAt: '2026-12-02T07:00:00Z',
    status: 'cancelled',
    durationMinutes: 60,
  });
  expect((await events()).map(({ kind }) => kind)).toEqual([
    'visit.created',
    'visit.moved',
    'visit.status_changed',
    'visit.changed',
    'visit.cancelled',
  ]);
  const contacts = new Set(
    (await events()).filter(({ kind }) => kind.startsWith('visit.')).map((one) => one.contact_id),
  );
  expect(contacts.size).toBe(1);
});

test('a visit in a named branch is in that branch, in its zone, and the contact is the same', async () => {
  const { token, post, read } = await apiProgram(server);
  const branch = { externalId: 'ural', title: 'Урал', timeZone: 'Asia/Yekaterinburg' };
  const { timeZone: _, ...local } = API_EXAMPLES.visits;
  await post('visits', [
    { ...local, branch, startsAt: '2026-12-01T15:30' },
    { ...local, externalId: 'other' },
  ]);
  expect((await read(readVisit, 'visit-2041')).body).toMatchObject({
    branchExternalId: 'ural',
    startsAt: '2026-12-01T10:30:00Z',
  });
  const { connections } = (await call(listConnections, { token })).body;
  expect(connections[0]?.branches.map(({ title, timeZone }) => [title, timeZone])).toContainEqual([
    'Урал',
    'Asia/Yekaterinburg',
  ]);
  const { rows } = await db.query(
    'select count(distinct contact_id)::int as people, count(*)::int as visits from visits where branch_id in (select id from branches where connection_id = $1)',
    [connections[0]?.id],
  );
  expect(rows[0]).toEqual({ people: 1, visits: 2 });
});

test('a branch that gets another zone has its visits counted by the days of that zone', async () => {
  const { tenantId, post } = await apiProgram(server);
  const { timeZone: _, ...local } = API_EXAMPLES.visits;
  const inZone = async (timeZone: string, change = {}) => {
    const branch = { externalId: 'ural', title: 'Урал', timeZone };
    await post('visits', [{ ...local, branch, startsAt: '2026-12-01T20:00:00Z', ...change }]);
    await server.runJobs();
    const { rows } = await db.query(
      `select day::text, open from visit_days where tenant_id = $1 and open > 0 order by day`,
      [tenantId],
    );
    return rows.map(({ day, open }) => `${day}: ${open}`);
  };
  expect(await inZone('Asia/Yekaterinburg')).toEqual(['2026-12-02: 1']);
  expect(await inZone('Europe/Moscow', { externalId: 'next', startsAt: '2026-12-01T21:30:00Z' })).toEqual([
    '2026-12-01: 1',
    '2026-12-02: 1',
  ]);
});

test('a change older than the stored state is dropped', async () => {
  const { post, read, events } = await apiProgram(server);
  await post('visits', [{ ...API_EXAMPLES.visits, changedAt: '2026-11-21T09:00:00Z' }]);
  const late = await post('visits', [
    { externalId: 'visit-2041', status: 'cancelled', changedAt: '2026-11-21T08:00:00Z' },
  ]);
  expect(late.body.items[0]?.outcome).toBe('stale');
  await post('carts', [{ ...API_EXAMPLES.carts, updatedAt: '2026-11-21T09:00:00Z' }]);
  const lateCart = await post('carts', [{ ...API_EXAMPLES.carts, items: [], updatedAt: '2026-11-21T08:59:00Z' }]);
  expect(lateCart.body.items[0]?.outcome).toBe('stale');
  expect((await read(readVisit, 'visit-2041')).body.status).toBe('waiting');
  expect((await events()).map(({ kind }) => kind)).toEqual(['visit.created', 'cart.updated']);
});

test('an anonymous cart is linked to the contact when the visitor is identified, and stays linked', async () => {
  const { post, events } = await apiProgram(server);
  const { client: _, ...anonymous } = API_EXAMPLES.carts;
  await post('carts', [anonymous]);
  await post('carts', [API_EXAMPLES.carts]);
  await post('carts', [anonymous]);
  const contacts = (await events()).map(({ contact_id }) => contact_id);
  expect(contacts).toEqual([null, expect.any(String)]);
});

test('one invalid item does not reject the others, and its problems are returned', async () => {
  const { token, post, events } = await apiProgram(server);
  const { status, body } = await post('visits', [
    API_EXAMPLES.visits,
    { externalId: 'a' },
    { externalId: 'b', startsAt: '2026-02-30T10:00' },
    { ...API_EXAMPLES.visits, externalId: 'c', client: { phone: '12' } },
    { ...API_EXAMPLES.visits, externalId: 'd', client: { name: 'Никто' } },
    { ...API_EXAMPLES.visits, externalId: 'e', total: { amountMinor: 1, currency: 'USD' } },
    { ...API_EXAMPLES.visits, externalId: 'f', startsAt: '9026-12-01T10:00' },
    'nonsense',
  ]);
  expect([status, body.acceptedCount, body.refusedCount]).toEqual([200, 1, 7]);
  expect(body.items.map(({ externalId, fields }) => [externalId, fields])).toEqual([
    ['visit-2041', undefined],
    ['a', { startsAt: ['required'] }],
    ['b', { startsAt: ['datetime'] }],
    ['c', { 'client.phone': ['phone'] }],
    ['d', { 'client.externalId': ['id_or_phone'] }],
    ['e', { 'total.currency': ['currency_differs'] }],
    ['f', { startsAt: ['datetime'] }],
    [null, { '': [expect.any(String)] }],
  ]);
  expect((await events()).map(({ kind }) => kind)).toEqual(['visit.created']);
  const { requests } = (await call(listApiRequests, { token })).body;
  expect(requests[0]).toMatchObject({ status: 200, acceptedCount: 1, refusedCount: 7 });
  expect(requests[0]?.refusals).toHaveLength(5);
});

test('two changes of one visit in a call are applied one after the other', async () => {
  const { post, events } = await apiProgram(server);
  const { body } = await post('visits', [API_EXAMPLES.visits, { externalId: 'visit-2041', status: 'cancelled' }]);
  expect(body.items.map(({ outcome }) => outcome)).toEqual(['created', 'updated']);
  expect((await events()).map(({ kind }) => kind)).toEqual(['visit.created', 'visit.cancelled']);
});

/** No vendor has these visits: no vendor may be called. */
const disconnected = { ...server.ctx, sourceProviders: new Map() };
const visitIdIn = (answer: { body: { items: { id: string | null }[] } }) => VisitId.parse(answer.body.items[0]?.id);

test('a contact’s answer about a visit applies at once, is emitted, and the API client reads it back', async () => {
  const { tenantId, post, read, events } = await apiProgram(server);
  const id = visitIdIn(await post('visits', [API_EXAMPLES.visits]));
  expect((await confirmVisit(disconnected, tenantId, id)).kind).toBe('done');
  expect((await confirmVisit(disconnected, tenantId, id)).kind).toBe('already');
  expect((await read(readVisit, 'visit-2041')).body.status).toBe('confirmed');
  expect((await cancelVisit(disconnected, tenantId, id)).kind).toBe('done');
  expect((await cancelVisit(disconnected, tenantId, id)).kind).toBe('already');
  expect((await read(readVisit, 'visit-2041')).body.status).toBe('cancelled');
  const recorded = await events();
  expect(recorded.map(({ kind }) => kind)).toEqual(['visit.created', 'visit.status_changed', 'visit.cancelled']);
  expect(new Set(recorded.map(({ contact_id }) => contact_id)).size).toBe(1);
});

test('an answer about another time, or about a visit that is over, changes nothing', async () => {
  const { tenantId, post, read } = await apiProgram(server);
  const id = visitIdIn(await post('visits', [API_EXAMPLES.visits]));
  const before = Temporal.Instant.from('2026-12-01T10:00:00Z');
  expect((await cancelVisit(disconnected, tenantId, id, before)).kind).toBe('moved');
  await post('visits', [{ externalId: 'visit-2041', startsAt: '2026-11-21T09:00:00Z' }]);
  expect((await confirmVisit(disconnected, tenantId, id)).kind).toBe('past');
  expect((await cancelVisit(disconnected, tenantId, id)).kind).toBe('past');
  expect((await read(readVisit, 'visit-2041')).body.status).toBe('waiting');
});

test('the first visit of a contact is marked as such, and the second is not', async () => {
  const { tenantId, post } = await apiProgram(server);
  await post('visits', [
    API_EXAMPLES.visits,
    { ...API_EXAMPLES.visits, externalId: 'later', startsAt: '2026-12-08T10:00' },
  ]);
  await post('visits', [{ externalId: 'visit-2041', status: 'confirmed' }]);
  const { rows } = await db.query('select external_id, is_first from visits where tenant_id = $1 order by starts_at', [
    tenantId,
  ]);
  expect(rows).toEqual([
    { external_id: 'visit-2041', is_first: true },
    { external_id: 'later', is_first: false },
  ]);
});

test('a visit booked before the first token is history: it is stored, and not emitted as created', async () => {
  const { post, events } = await apiProgram(server);
  const past = { ...API_EXAMPLES.visits, createdAt: '2026-11-20T10:00:00Z' };
  expect((await post('visits', [past])).body.items[0]?.outcome).toBe('created');
  expect((await events()).map(({ kind }) => kind)).toEqual(['visits.imported']);
});
