import { beforeEach, describe, expect, test } from 'vitest';
import { VisitId } from '#contract/visits/calls.ts';
import type { SignedUp } from '#server/testing/server/http.ts';
import {
  platformSalon,
  type SimulatedRecord,
  type SimulatedYclients,
  SALONS,
} from '#server/testing/houses/yclients-salon.ts';
import { cancelVisit, confirmVisit } from '#server/visits/changes/actions.ts';

const { server, world, connectTo, settle, reset, sourceProviders } = await platformSalon();
const { owner: db } = server;
const ctx = { ...server.ctx, sourceProviders };

beforeEach(reset);

const visitOf = async (owner: SignedUp, recordId: number) => {
  const { rows } = await db.query(
    `select visits.id, status, visits.starts_at, total_minor, contacts.phone
     from visits left join contacts on contacts.tenant_id = visits.tenant_id and contacts.id = contact_id
     where visits.tenant_id = $1 and external_id = $2`,
    [owner.tenantId, String(recordId)],
  );
  return rows[0];
};
const eventsOf = async (owner: SignedUp, recordId: number) => {
  const { rows } = await db.query(
    `select kind from events join visits on visits.tenant_id = events.tenant_id and visits.id = events.visit_id
     where events.tenant_id = $1 and visits.external_id = $2 order by events.id`,
    [owner.tenantId, String(recordId)],
  );
  return rows.map((row) => row.kind);
};

/** Noon of 5 March there, and half past three of the next day; the client has a number of that country. */
const TIMES = {
  yclients: { noon: '2026-03-05T09:00:00Z', moved: '2026-03-06T12:30:00Z', phone: '+79265550001' },
  altegio: { noon: '2026-03-05T08:00:00Z', moved: '2026-03-06T11:30:00Z', phone: '+995555500001' },
} as const;

describe.each(Object.values(SALONS))('$vendor', (salon) => {
  const { vendor, companyId } = salon;
  const { noon, moved, phone } = TIMES[vendor];
  const client = { name: 'Nino', phone };
  const book = (order: object = {}) => {
    const record = { companyId, date: '2026-03-05 12:00', client, ...order };
    return world.control<SimulatedRecord>('POST', `/${vendor}/records`, record);
  };
  const change = (id: number, order: object) => world.control('PUT', `/${vendor}/records/${id}`, order);
  const simulated = async (id: number) =>
    (await world.control<SimulatedYclients>('GET', `/${vendor}`)).records.find((record) => record.id === id);

  test('the visit follows the salon’s bookings, moves and cancellations', async () => {
    const owner = await connectTo(salon);
    const { id } = await book();
    await settle();
    const booked = await visitOf(owner, id);
    expect([booked.status, String(booked.starts_at), booked.phone]).toEqual(['waiting', noon, phone]);

    await change(id, { date: '2026-03-06 15:30' });
    await settle();
    expect(String((await visitOf(owner, id)).starts_at)).toBe(moved);

    await world.control('DELETE', `/${vendor}/records/${id}`);
    await settle();
    expect((await visitOf(owner, id)).status).toBe('cancelled');
    expect(await eventsOf(owner, id)).toEqual(['visit.created', 'visit.moved', 'visit.cancelled']);
  });

  test('the client’s answer reaches the salon', async () => {
    const owner = await connectTo(salon);
    const [coming, going] = [await book(), await book({ date: '2026-03-05 15:00' })];
    await settle();
    const idOf = async ({ id }: SimulatedRecord) => VisitId.parse((await visitOf(owner, id)).id);
    expect(await confirmVisit(ctx, owner.tenantId, await idOf(coming))).toMatchObject({ kind: 'done' });
    expect(await simulated(coming.id)).toMatchObject({ attendance: 2, date: '2026-03-05 12:00:00' });
    expect(await cancelVisit(ctx, owner.tenantId, await idOf(going))).toMatchObject({ kind: 'done' });
    expect(await simulated(going.id)).toMatchObject({ deleted: true });
    expect((await world.control<SimulatedYclients>('GET', `/${vendor}`)).platformSms).toEqual([]);
  });

  test('changes without payloads are found by polling', async () => {
    const owner = await connectTo(salon);
    await world.control('POST', `/${vendor}/webhooks`, { enabled: false });
    const { id } = await book();
    await settle();
    expect(await visitOf(owner, id)).toBeUndefined();
    await server.runRepeated('connections.poll-every-10-minutes');
    await server.clock.advance({ minutes: 1 });
    await server.runJobs();
    expect(await visitOf(owner, id)).toMatchObject({ status: 'waiting' });
  });

  test('the salon’s wall clock is used, not the offset beside it', async () => {
    await world.control('POST', `/${vendor}/datetime-offset-bug`, { on: true });
    const owner = await connectTo(salon);
    const { id } = await book();
    await settle();
    expect(String((await visitOf(owner, id)).starts_at)).toBe(noon);
    await confirmVisit(ctx, owner.tenantId, VisitId.parse((await visitOf(owner, id)).id));
    expect(await simulated(id)).toMatchObject({ attendance: 2, date: '2026-03-05 12:00:00' });
  });
});

test('a visit abroad has the currency and the daylight saving time of its own branch', async () => {
  const owner = await connectTo(SALONS.altegio, ['80010', '80011']);
  const book = (companyId: number, date: string) =>
    world.control<SimulatedRecord>('POST', '/altegio/records', { companyId, date });
  const [tbilisi, winter, summer] = [
    await book(80_010, '2026-03-28 12:00'),
    await book(80_011, '2026-03-28 12:00'),
    await book(80_011, '2026-03-29 12:00'),
  ];
  await settle();
  await settle();
  const startsOf = async ({ id }: SimulatedRecord) => String((await visitOf(owner, id)).starts_at);
  expect([await startsOf(tbilisi), await startsOf(winter), await startsOf(summer)]).toEqual([
    '2026-03-28T08:00:00Z',
    '2026-03-28T10:00:00Z',
    '2026-03-29T09:00:00Z',
  ]);
  expect(await visitOf(owner, tbilisi.id)).toMatchObject({ total_minor: 9_000 });
});
