import { beforeEach, expect, test } from 'vitest';
import { setBranchActive } from '#contract/connections/calls.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { type SimulatedRecord, type SimulatedYclients, yclientsSalon } from '#server/testing/houses/yclients-salon.ts';
import { orderSource } from '#server/orders/source.ts';
import { readPayloads } from '#server/connections/sync/inbox-actions.ts';
import { visitSource } from '#server/visits/source.ts';
import { cancelVisit, confirmVisit, getVisitFacts, listVisitsAhead, visitsOfContact } from './actions.ts';

const { server, world, connect, settle, reset, sourceProviders } = await yclientsSalon();
const { owner: db } = server;
const ctx = { ...server.ctx, sourceProviders, sources: { visits: visitSource, orders: orderSource } };
let owner: Awaited<ReturnType<typeof connect>>;

beforeEach(async () => {
  await reset();
  owner = await connect();
});

/** A booking for tomorrow, by our id and the vendor's. */
async function booked(order: object = {}): Promise<{ id: VisitId; record: number }> {
  const { id: record } = await world.control<SimulatedRecord>('POST', '/yclients/records', {
    companyId: 4564,
    date: '2026-03-05 12:00',
    ...order,
  });
  await settle();
  const { rows } = await db.query('select id from visits where tenant_id = $1 and external_id = $2', [
    owner.tenantId,
    String(record),
  ]);
  return { id: VisitId.parse(rows[0].id), record };
}
const attendanceOf = async (id: number) =>
  (await world.control<SimulatedYclients>('GET', '/yclients')).records.find((record) => record.id === id)?.attendance;
const kindsOf = async (id: VisitId) => {
  const { rows } = await db.query('select kind from events where visit_id = $1 order by id', [id]);
  return rows.map((row) => row.kind);
};
const deny = (...flags: string[]) => world.control('POST', '/yclients/permissions', { companyId: 4564, deny: flags });

test("a confirmation reaches the booking system, and is emitted once although the vendor's webhook repeats it", async () => {
  const { id, record } = await booked();
  expect(await confirmVisit(ctx, owner.tenantId, id)).toMatchObject({
    kind: 'done',
    visit: { id, status: 'confirmed' },
  });
  expect(await attendanceOf(record)).toBe(2);
  await settle();
  expect(await kindsOf(id)).toEqual(['visit.created', 'visit.status_changed']);
});

test('confirming twice is confirming once', async () => {
  const { id } = await booked();
  await confirmVisit(ctx, owner.tenantId, id);
  expect(await confirmVisit(ctx, owner.tenantId, id)).toMatchObject({
    kind: 'already',
    visit: { status: 'confirmed' },
  });
});

test('a burst of payloads is read after it ends', async () => {
  const { tenantId, connection } = owner;
  const read = () =>
    readPayloads(
      ctx,
      { tenantId, connectionId: connection.id, kind: connection.kind, hasWaited: false },
      new AbortController().signal,
    );
  await world.control('POST', '/yclients/records', { companyId: 4564, date: '2026-03-05 12:00' });
  await world.control('POST', '/settle', {});
  await world.control('DELETE', '/log?channel=yclients');
  await read();
  expect(await world.control('GET', '/log?channel=yclients')).toEqual({ requests: [] });
  await server.clock.advance({ milliseconds: 400 });
  await read();
  expect(await world.control('GET', '/log?channel=yclients')).toMatchObject({ requests: [{ method: 'GET' }] });
});

test('a payload about a record that was read after it came is not read again', async () => {
  const { id, record } = await booked();
  await confirmVisit(ctx, owner.tenantId, id);
  await settle();
  await world.control('PUT', `/yclients/records/${record}`, { comment: 'window seat' });
  await world.control('POST', '/settle', {});
  await server.clock.advance({ seconds: 1 });
  await confirmVisit(ctx, owner.tenantId, id);
  await world.control('DELETE', '/log?channel=yclients');
  await server.runJobs();
  expect(await world.control('GET', '/log?channel=yclients')).toEqual({ requests: [] });
});

test('a visit that was cancelled meanwhile is not confirmed, even without a payload about it', async () => {
  const { id, record } = await booked();
  await world.control('DELETE', `/yclients/records/${record}?webhook=false`);
  expect(await confirmVisit(ctx, owner.tenantId, id)).toEqual({ kind: 'gone' });
  expect(await kindsOf(id)).toEqual(['visit.created', 'visit.cancelled']);
});

test('a visit that was moved meanwhile is neither confirmed nor cancelled for its old time, even without a payload about it', async () => {
  const { id, record } = await booked();
  const requestedStart = Temporal.Instant.from('2026-03-05T09:00:00Z');
  const startsAt = requestedStart.add({ hours: 3 });
  await world.control('PUT', `/yclients/records/${record}`, { at: String(startsAt), webhook: false });
  for (const change of [confirmVisit, cancelVisit]) {
    expect(await change(ctx, owner.tenantId, id, requestedStart)).toMatchObject({
      kind: 'moved',
      visit: { startsAt },
    });
  }
  expect(await attendanceOf(record)).toBe(0);
});

test('a visit that has begun, or is over, is not confirmed', async () => {
  const past = await booked({ date: '2026-03-02 09:00' });
  expect(await confirmVisit(ctx, owner.tenantId, past.id)).toEqual({ kind: 'past' });
  expect(await cancelVisit(ctx, owner.tenantId, past.id)).toEqual({ kind: 'past' });
  expect(await attendanceOf(past.record)).toBe(0);
});

test('without the right, the refusal has the vendor’s words and is shown at the connection', async () => {
  const { id } = await booked();
  await deny('edit_records_attendance_access');
  expect(await confirmVisit(ctx, owner.tenantId, id)).toEqual({
    kind: 'failed',
    trouble: 'rights_missing',
    text: 'Недостаточно прав: edit_records_attendance_access',
    isTemporary: false,
  });
  const { rows } = await db.query('select state, state_reason from connections where tenant_id = $1', [owner.tenantId]);
  expect(rows).toEqual([{ state: 'attention', state_reason: 'rights_missing' }]);
});

test('a request to an unreachable service may be repeated; a change that it made all the same is found then', async () => {
  const { id } = await booked();
  const fault = { channel: 'yclients', match: 'PUT', action: 'http', status: 502, times: 1 };
  await world.control('POST', '/fault', fault);
  expect(await confirmVisit(ctx, owner.tenantId, id)).toMatchObject({
    kind: 'failed',
    trouble: 'unreachable',
    isTemporary: true,
  });
  await world.control('POST', '/fault', { ...fault, effect: 'done' });
  expect(await confirmVisit(ctx, owner.tenantId, id)).toMatchObject({ kind: 'failed', isTemporary: true });
  expect(await confirmVisit(ctx, owner.tenantId, id)).toMatchObject({ kind: 'already' });
});

test('a cancellation reaches the booking system, and doing it again changes nothing', async () => {
  const { id } = await booked();
  expect(await cancelVisit(ctx, owner.tenantId, id)).toMatchObject({ kind: 'done', visit: { status: 'cancelled' } });
  expect(await cancelVisit(ctx, owner.tenantId, id)).toMatchObject({ kind: 'already', visit: { status: 'cancelled' } });
  await settle();
  expect(await kindsOf(id)).toEqual(['visit.created', 'visit.cancelled']);
});

test('where the branch does not let customers cancel, nothing is cancelled', async () => {
  const { id, record } = await booked();
  await db.query('update branches set cancel_closes_minutes = null where tenant_id = $1', [owner.tenantId]);
  expect(await cancelVisit(ctx, owner.tenantId, id)).toMatchObject({
    kind: 'failed',
    trouble: 'cancel_closed',
    isTemporary: false,
  });
  expect(await attendanceOf(record)).toBe(0);
});

test('a moved visit is confirmed at its new time', async () => {
  const { id, record } = await booked();
  await world.control('PUT', `/yclients/records/${record}`, { date: '2026-03-07 10:00', webhook: false });
  expect(await confirmVisit(ctx, owner.tenantId, id)).toMatchObject({
    kind: 'done',
    visit: { startsAt: Temporal.Instant.from('2026-03-07T07:00:00Z'), timeVersion: 2 },
  });
  expect(await kindsOf(id)).toEqual(['visit.created', 'visit.moved', 'visit.status_changed']);
});

test('a flow gets every fact of a visit it uses', async () => {
  const { id } = await booked({ client: { name: 'Мария', phone: '79265550001' }, serviceIds: [456431] });
  const [facts] = await withTenant(ctx, owner.tenantId, (scope) => getVisitFacts(scope, [id]));
  expect(facts).toMatchObject({
    branchTitle: 'Студия Ромашка, Покровка',
    branchAddress: 'ул. Покровка, 14',
    timeZone: 'Europe/Moscow',
    currency: 'RUB',
    isBranchActive: true,
    masterName: 'Анна Белова',
    serviceTitles: ['Женская стрижка'],
    durationMinutes: 60,
    status: 'waiting',
    totalMinor: 240_000,
    isFirst: true,
    timeVersion: 1,
  });
  expect(facts?.manageUrl).toMatch(/^https:\/\/yclients\.com\/c\//);
  const period = { from: facts!.startsAt, to: facts!.startsAt.add({ hours: 1 }) };
  const own = await withTenant(ctx, owner.tenantId, (scope) => visitsOfContact(scope, facts!.contactId!, period));
  expect(own.map((visit) => visit.id)).toEqual([id]);
});

test('visits ahead come page by page, of active branches alone', async () => {
  const now = ctx.clock.now();
  const ahead = (after?: string) =>
    withTenant(ctx, owner.tenantId, (scope) => listVisitsAhead(scope, { now, limit: 10, after }));
  const ids: string[] = [];
  for (let page = await ahead(); ; page = await ahead(page.after!)) {
    ids.push(...page.visits.map((visit) => visit.id));
    if (page.after === null) break;
  }
  const { rows } = await db.query(
    `select id from visits where tenant_id = $1 and starts_at > $2 and status <> 'cancelled' order by starts_at, id`,
    [owner.tenantId, now.toString()],
  );
  expect(ids).toEqual(rows.map((row) => row.id));

  const branch = (await db.query('select id, connection_id from branches where tenant_id = $1', [owner.tenantId]))
    .rows[0];
  const params = { connectionId: branch.connection_id, branchId: branch.id };
  await server.call(setBranchActive, { token: owner.token, params, body: { isActive: false } });
  expect((await ahead()).visits).toEqual([]);
});

test('what was booked while a branch was stopped is history when it starts again', async () => {
  const branch = (
    await db.query('select id, connection_id from branches where tenant_id = $1 and removed_at is null', [
      owner.tenantId,
    ])
  ).rows[0];
  const params = { connectionId: branch.connection_id, branchId: branch.id };
  const setActive = (isActive: boolean) =>
    server.call(setBranchActive, { token: owner.token, params, body: { isActive } });
  await setActive(false);
  const { id: record } = await world.control<SimulatedRecord>('POST', '/yclients/records', {
    companyId: 4564,
    date: '2026-03-05 12:00',
  });
  await settle();
  const known = await db.query('select 1 from visits where tenant_id = $1 and external_id = $2', [
    owner.tenantId,
    String(record),
  ]);
  expect(known.rowCount).toBe(0);

  await server.clock.advance({ hours: 1 });
  await setActive(true);
  await server.runJobs();
  const { rows } = await db.query('select id from visits where tenant_id = $1 and external_id = $2', [
    owner.tenantId,
    String(record),
  ]);
  expect(await kindsOf(VisitId.parse(rows[0].id))).toEqual([]);
  const imported = await db.query(`select facts from events where tenant_id = $1 and kind = 'visits.imported'`, [
    owner.tenantId,
  ]);
  expect(imported.rows.flatMap((row) => row.facts.visitIds)).toContain(rows[0].id);
});

test('opt-outs from mailings and birthdays are read with the branch', async () => {
  const [first] = (await world.control<SimulatedYclients>('GET', '/yclients')).clients;
  const answer = await fetch(`${world.url}/yclients/api/v1/client/4564/${first!.id}`, {
    method: 'PUT',
    headers: {
      accept: 'application/vnd.yclients.v2+json',
      authorization: 'Bearer partner-demo-token, User user-demo-token',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ sms_not: 1, birth_date: '1990-05-17' }),
  });
  expect(answer.status).toBe(200);
  const other = await connect();
  const { rows } = await db.query(
    `select refuses_mailings, birth_date::text from contacts join contact_links
       on contact_links.tenant_id = contacts.tenant_id and contact_id = contacts.id
     where contacts.tenant_id = $1 and contact_links.external_id = $2`,
    [other.tenantId, String(first!.id)],
  );
  expect(rows).toEqual([{ refuses_mailings: true, birth_date: '1990-05-17' }]);
});
