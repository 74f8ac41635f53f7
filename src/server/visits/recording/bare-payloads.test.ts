import { beforeEach, expect, test } from 'vitest';
import { listConnections } from '#contract/connections/calls.ts';
import { listVisits } from '#contract/visits/calls.ts';
import { type SimulatedRecord, yclientsSalon } from '#server/testing/houses/yclients-salon.ts';

const { server, world, connect, settle, reset } = await yclientsSalon();
const { call } = server;

beforeEach(reset);

test('payloads that only name a record are each processed, however alike', async () => {
  const owner = await connect();
  const [connection] = (await call(listConnections, { token: owner.token })).body.connections;
  const date = '2026-03-05 12:07';
  const { id } = await world.control<SimulatedRecord>('POST', '/yclients/records', { companyId: 4564, date });
  await settle();
  await world.control('POST', '/yclients/webhooks', { enabled: false });
  const post = { company_id: 4564, resource: 'record', resource_id: id, status: 'update' };
  const statusAfter = async (attendance: number) => {
    await server.clock.advance({ minutes: 1 });
    await world.control('PUT', `/yclients/records/${id}`, { attendance });
    await fetch(connection?.webhookUrl ?? '', { method: 'POST', body: JSON.stringify(post) });
    await settle();
    const query = { from: '2026-03-05T09:07:00Z', to: '2026-03-05T09:07:01Z' };
    return (await call(listVisits, { token: owner.token, query })).body.items.map(({ status }) => status);
  };
  expect(await statusAfter(2)).toEqual(['confirmed']);
  expect(await statusAfter(0)).toEqual(['waiting']);
});
