import { beforeEach, describe, expect, test } from 'vitest';
import { getConnection, listConnections, resyncConnection } from '#contract/connections/calls.ts';
import { OTHER_FIELDS } from '#contract/connections/values.ts';
import type { SignedUp } from '#server/testing/server/http.ts';
import { platformSalon, type SimulatedRecord, SALONS } from '#server/testing/houses/yclients-salon.ts';

const { server, world, connectTo, settle, reset } = await platformSalon();
const { call, owner: db } = server;

beforeEach(reset);

const unknownOf = async ({ token }: SignedUp) => {
  const [connection] = (await call(listConnections, { token })).body.connections;
  const shown = await call(getConnection, { token, params: { connectionId: connection!.id } });
  return shown.body.unknownFields;
};
const countsOf = async (owner: SignedUp) =>
  Object.fromEntries((await unknownOf(owner)).map(({ field, count }) => [field, count]));

describe.each(Object.values(SALONS))('$vendor', (salon) => {
  const { vendor, companyId } = salon;
  const book = () =>
    world.control<SimulatedRecord>('POST', `/${vendor}/records`, {
      companyId,
      date: '2026-03-05 12:00',
      client: { name: 'Мария', phone: '+79265550001' },
    });
  /** A payload of the vendor about a record, with more fields than its documentation names. */
  const post = async (
    owner: SignedUp,
    id: number,
    { envelope = {}, data = {} }: { envelope?: object; data?: object },
  ) => {
    const [connection] = (await call(listConnections, { token: owner.token })).body.connections;
    const body = { company_id: companyId, resource: 'record', resource_id: id, status: 'update', data, ...envelope };
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(connection!.webhookUrl, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.status).toBe(200);
    await settle();
  };
  const many = (first: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`made_up_${first + index}`, true]));

  test('documented payloads have no unknown fields', async () => {
    const owner = await connectTo(salon);
    const { id } = await book();
    await settle();
    await world.control('PUT', `/${vendor}/records/${id}`, { date: '2026-03-06 15:30' });
    await world.control('DELETE', `/${vendor}/records/${id}`);
    await settle();
    expect(await unknownOf(owner)).toEqual([]);
  });

  test('an unknown field is ignored, and counted by its name alone', async () => {
    const owner = await connectTo(salon);
    const { id } = await book();
    await settle();
    const data = {
      attendance: 0,
      loyalty_tier: 'gold',
      client: { id: 1, phone: '+79265550001', horoscope: 'Leo', [`79265550001`]: 'her phone' },
      services: [
        { id: 31, mood: 'calm' },
        { id: 32, mood: 'bright' },
      ],
    };
    await post(owner, id, { envelope: { trace: 'traced' }, data });
    await post(owner, id, { data: { loyalty_tier: 'silver' } });
    expect(await countsOf(owner)).toEqual({
      'post.trace': 1,
      'record.loyalty_tier': 2,
      'record.client.horoscope': 1,
      'record.client.*': 1,
      'record.services.mood': 1,
    });
    const stored = JSON.stringify((await db.query('select * from unknown_fields')).rows);
    expect(stored).not.toMatch(/gold|silver|Leo|9265550001|calm|bright|traced/);
  });

  test('unknown fields of a list of records are counted like those of a payload', async () => {
    const owner = await connectTo(salon);
    const record = { id: 777001, date: '2026-03-05 12:00:00', client: null, staff: null, services: [], mood: 'calm' };
    const body = { success: true, data: [record], meta: { total_count: 1 } };
    const match = `GET /${vendor}/api/v1/records/${companyId}?`;
    await world.control('POST', '/fault', { channel: vendor, match, action: 'http', status: 200, body, times: 1 });
    await call(resyncConnection, { token: owner.token, params: { connectionId: owner.connection.id } });
    await server.runJobs();
    expect(await countsOf(owner)).toEqual({ 'record.mood': 1 });
  });

  test('fifty names are counted apart; further names are counted together, until old ones expire', async () => {
    const owner = await connectTo(salon);
    const { id } = await book();
    await settle();
    for (const first of [0, 20, 40]) await post(owner, id, { data: many(first, 20) });
    await post(owner, id, { data: many(0, 1) });
    const counted = await unknownOf(owner);
    expect(counted).toHaveLength(51);
    expect(counted[0]).toMatchObject({ field: 'record.made_up_0', count: 2 });
    expect(counted.at(-1)).toMatchObject({ field: OTHER_FIELDS, count: 10 });

    await server.clock.advance({ hours: 91 * 24 });
    await post(owner, id, { data: many(60, 1) });
    expect(await unknownOf(owner)).toEqual([
      { field: 'record.made_up_60', count: 1, lastSeenAt: server.clock.now().toString() },
    ]);
  });
});
