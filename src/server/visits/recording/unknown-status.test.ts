import { beforeEach, expect, test } from 'vitest';
import { listTimeline } from '#contract/insights/calls.ts';
import { listVisits } from '#contract/visits/calls.ts';
import { platformSalon, type SimulatedRecord, SALONS } from '#server/testing/houses/yclients-salon.ts';

const { server, world, connectTo, settle, reset } = await platformSalon();
const { call } = server;
const NAME = 'Фёкла';

beforeEach(reset);

test.each(Object.values(SALONS))('$vendor: an unknown status is shown by its text, and emitted', async (salon) => {
  const { vendor, companyId } = salon;
  const { token } = await connectTo(salon);
  const client = { name: NAME, phone: '+79265550001' };
  const record = { companyId, date: '2026-03-05 12:00', client };
  const { id } = await world.control<SimulatedRecord>('POST', `/${vendor}/records`, record);
  await settle();
  const visitOf = async () => {
    const query = { from: '2026-03-05T00:00:00Z', to: '2026-03-06T00:00:00Z' };
    return (await call(listVisits, { token, query })).body.items.find(({ contactName }) => contactName === NAME)!;
  };
  const before = await visitOf();
  expect(before).toMatchObject({ status: 'waiting', statusText: '' });

  for (const attendance of [7, 'late']) {
    const data = {
      id,
      date: '2026-03-05 12:00:00',
      attendance,
      services: [],
      staff: null,
      client: { ...client, id: 1 },
    };
    await world.control('POST', '/fault', {
      channel: vendor,
      match: `GET /${vendor}/api/v1/record/${companyId}/${id}`,
      action: 'http',
      status: 200,
      body: { success: true, data },
      times: 1,
    });
    await world.control('PUT', `/${vendor}/records/${id}`, { comment: String(attendance) });
    await settle();
    await settle();
  }
  const after = await visitOf();
  expect(after).toMatchObject({ status: 'unknown', statusText: 'late' });
  const { items } = (await call(listTimeline, { token, params: { contactId: after.contactId! } })).body;
  const recorded = items.flatMap((item) => (item.type === 'visit' ? [item] : []));
  expect(recorded[0]).toMatchObject({ name: 'visit.itself', visit: { status: 'unknown', statusText: 'late' } });
  expect(recorded.flatMap(({ name, facts }) => (name === 'visit.status_changed' ? [facts] : []))).toEqual([
    { from: 'unknown', to: 'unknown', word: 'late', version: 3 },
    { from: 'waiting', to: 'unknown', word: '7', version: 2 },
  ]);
});
