import { beforeEach, expect, test } from 'vitest';
import { BranchId } from '#contract/connections/calls.ts';
import { MasterId, ServiceId } from '#contract/visits/calls.ts';
import { yclientsSalon, type SimulatedYclients } from '#server/testing/houses/yclients-salon.ts';
import { orderSource } from '#server/orders/source.ts';
import { visitSource } from '#server/visits/source.ts';
import { createVisit, type VisitOrder } from './creating-actions.ts';

const { server, world, connect, settle, reset, sourceProviders } = await yclientsSalon();
const ctx = { ...server.ctx, sourceProviders, sources: { visits: visitSource, orders: orderSource } };
let owner: Awaited<ReturnType<typeof connect>>;
let order: VisitOrder;

beforeEach(async () => {
  await reset();
  owner = await connect();
  const { rows } = await server.owner.query(
    `select b.id as branch_id, m.id as master_id, s.id as service_id from branches b
     join masters m on m.branch_id = b.id and m.is_active join services s on s.branch_id = b.id and s.is_active
     where b.tenant_id = $1 order by m.external_id, s.external_id limit 1`,
    [owner.tenantId],
  );
  order = {
    key: '018f0000-0000-7000-8000-000000000001',
    branchId: BranchId.parse(rows[0].branch_id),
    masterId: MasterId.parse(rows[0].master_id),
    serviceIds: [ServiceId.parse(rows[0].service_id)],
    // A Sunday night, when nobody works.
    startsAt: Temporal.Instant.from('2026-03-08T20:00:00Z'),
    durationMinutes: 60,
    client: { name: 'Белла', phone: '+79161234500' },
    comment: '',
  };
});

const recordsAt = async (date: string) => {
  const { records } = await world.control<SimulatedYclients>('GET', '/yclients');
  return records.filter((record) => Reflect.get(record, 'date') === date);
};
const deny = (...flags: string[]) => world.control('POST', '/yclients/permissions', { companyId: 4564, deny: flags });

test('a visit is created in the booking system once for its key, without messages of the vendor', async () => {
  const first = await createVisit(ctx, owner.tenantId, order);
  expect(first).toMatchObject({ kind: 'done' });
  expect(await createVisit(ctx, owner.tenantId, order)).toEqual(first);
  expect(await recordsAt('2026-03-08 23:00:00')).toMatchObject([{ apiId: order.key, attendance: 0 }]);
  expect((await world.control<SimulatedYclients>('GET', '/yclients')).platformSms ?? []).toEqual([]);
  await settle();
  const { rows } = await server.owner.query(
    `select v.status, v.duration_minutes, c.phone from visits v join contacts c on c.id = v.contact_id
     where v.tenant_id = $1 and v.starts_at = $2`,
    [owner.tenantId, String(order.startsAt)],
  );
  expect(rows).toEqual([{ status: 'waiting', duration_minutes: 60, phone: '+79161234500' }]);
});

test('a time that another visit has taken is reported as taken', async () => {
  await createVisit(ctx, owner.tenantId, order);
  const other = { ...order, key: '018f0000-0000-7000-8000-000000000002' };
  const overlapping = { ...other, startsAt: order.startsAt.add({ minutes: 30 }) };
  expect(await createVisit(ctx, owner.tenantId, overlapping)).toEqual({ kind: 'taken' });
});

test('a branch that grants no right to create visits refuses, with its words', async () => {
  await deny('create_records_access');
  expect(await createVisit(ctx, owner.tenantId, order)).toMatchObject({
    kind: 'failed',
    trouble: 'rights_missing',
    isTemporary: false,
  });
  expect(await recordsAt('2026-03-08 23:00:00')).toEqual([]);
});

test('a visit without a phone or a master is left to a person', async () => {
  const withoutPhone = { ...order, client: { name: 'Белла', phone: null } };
  expect(await createVisit(ctx, owner.tenantId, withoutPhone)).toEqual({ kind: 'unsupported' });
  expect(await createVisit(ctx, owner.tenantId, { ...order, masterId: null })).toEqual({ kind: 'unsupported' });
});
