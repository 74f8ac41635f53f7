import { beforeEach, expect, test } from 'vitest';
import { VisitId } from '#contract/visits/calls.ts';
import { type SimulatedRecord, type SimulatedYclients, yclientsSalon } from '#server/testing/houses/yclients-salon.ts';
import { orderSource } from '#server/orders/source.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { visitSource } from '#server/visits/source.ts';
import { moveVisit } from './moving-actions.ts';

const { server, world, connect, settle, reset, sourceProviders } = await yclientsSalon();
const { owner: db } = server;
const rows = builders(db);
const ctx = { ...server.ctx, sourceProviders, sources: { visits: visitSource, orders: orderSource } };
const NOON = Temporal.Instant.from('2026-03-08T09:00:00Z');
const LATER = NOON.add({ hours: 2 });
let owner: Awaited<ReturnType<typeof connect>>;

beforeEach(async () => {
  await reset();
  owner = await connect();
});

/** A booking for Sunday noon, by our id and the vendor's. */
async function booked(order: object = {}): Promise<{ id: VisitId; record: number; staffId: number }> {
  const { id: record, staffId } = await world.control<SimulatedRecord>('POST', '/yclients/records', {
    companyId: 4564,
    date: '2026-03-08 12:00',
    ...order,
  });
  await settle();
  const found = await db.query('select id from visits where tenant_id = $1 and external_id = $2', [
    owner.tenantId,
    String(record),
  ]);
  return { id: VisitId.parse(found.rows[0].id), record, staffId };
}
const recordOf = async (id: number) =>
  (await world.control<SimulatedYclients>('GET', '/yclients')).records.find((record) => record.id === id);
const move = (id: VisitId, startsAt = LATER, expectedStart?: Temporal.Instant) =>
  moveVisit(ctx, owner.tenantId, id, { startsAt, expectedStart });

test('a visit is moved in the booking system once, and the move is emitted once', async () => {
  const { id, record } = await booked({ attendance: 2 });
  expect(await move(id)).toMatchObject({ kind: 'done', visit: { startsAt: LATER, status: 'confirmed' } });
  expect(await move(id)).toMatchObject({ kind: 'already', visit: { startsAt: LATER } });
  expect(await recordOf(record)).toMatchObject({ date: '2026-03-08 14:00:00', attendance: 2 });
  await settle();
  const { rows: events } = await db.query('select kind from events where visit_id = $1 order by id', [id]);
  expect(events.map(({ kind }) => kind)).toEqual(['visit.created', 'visit.moved']);
});

test('a move whose answer was lost is found when it is repeated', async () => {
  const { id } = await booked();
  const fault = { channel: 'yclients', match: 'PUT', action: 'http', status: 502, times: 1, effect: 'done' };
  await world.control('POST', '/fault', fault);
  expect(await move(id)).toMatchObject({ kind: 'failed', isTemporary: true });
  expect(await move(id)).toMatchObject({ kind: 'already', visit: { startsAt: LATER } });
});

test('the time of another visit is reported as taken, and the visit stays where it was', async () => {
  const { id, record, staffId } = await booked();
  await booked({ date: '2026-03-08 14:30', staffId });
  expect(await move(id)).toEqual({ kind: 'taken' });
  expect(await recordOf(record)).toMatchObject({ date: '2026-03-08 12:00:00' });
});

test('a visit that was moved or cancelled meanwhile, or has begun, is not moved', async () => {
  const { id, record } = await booked();
  await world.control('PUT', `/yclients/records/${record}`, { date: '2026-03-08 16:00', webhook: false });
  expect(await move(id, LATER, NOON)).toMatchObject({ kind: 'moved' });
  await world.control('DELETE', `/yclients/records/${record}?webhook=false`);
  expect(await move(id)).toEqual({ kind: 'gone' });
  const past = await booked({ date: '2026-03-02 09:00' });
  expect(await move(past.id)).toEqual({ kind: 'past' });
});

test('a visit is moved into the future alone', async () => {
  const { id } = await booked();
  expect(await move(id, server.clock.now())).toEqual({ kind: 'past' });
});

test('where customers may not move visits, or not so late, nothing is moved', async () => {
  const { id, record } = await booked();
  for (const minutes of [null, 60 * 24 * 30]) {
    await db.query('update branches set move_closes_minutes = $2 where tenant_id = $1', [owner.tenantId, minutes]);
    expect(await move(id)).toMatchObject({ kind: 'failed', trouble: 'cancel_closed' });
  }
  expect(await recordOf(record)).toMatchObject({ date: '2026-03-08 12:00:00' });
});

test('without the right, the refusal has the vendor’s words and is shown at the connection', async () => {
  const { id } = await booked();
  await world.control('POST', '/yclients/permissions', { companyId: 4564, deny: ['edit_records_access'] });
  expect(await move(id)).toMatchObject({ kind: 'failed', trouble: 'rights_missing', isTemporary: false });
});

test('a visit of an API client is not moved', async () => {
  const { tenantId } = owner;
  const connection = await rows.aConnection({ tenantId, kind: 'api' });
  const branch = await rows.aBranch({ tenantId, connectionId: connection.id });
  const visit = await rows.aVisit({ tenantId, branchId: branch.id, startsAt: String(NOON) });
  expect(await move(VisitId.parse(visit.id))).toEqual({ kind: 'unsupported' });
});
