import { expect, test } from 'vitest';
import { getMessageTrace, listMessageLog } from '#contract/delivery.ts';
import { countSkips, listSkipped, listTimeline } from '#contract/insights.ts';
import { getHome } from '#contract/onboarding.ts';
import { aFlow, bothWrite, logOf } from '#server/testing/journeys/journeys.ts';
import { verb } from '#server/testing/journeys/scenarios.ts';
import { journeyWorld } from '#server/testing/journeys/world.ts';

const journey = await journeyWorld('iiko');

test('a status without a flow is explained with its order, and not counted as a skipped message', async () => {
  const { place, pass, server, owner } = journey;
  const { token } = owner;
  const person = journey.aPerson();
  await bothWrite(journey, person);
  const flow = await aFlow(journey, 'order_status', 'combat');
  const order = await verb(place.order)(person);
  await pass({ seconds: 5 });
  for (const status of ['OnWay', 'Closed'] as const) {
    await verb(place.moveOrder)(order, status);
    await pass({ seconds: 5 });
  }

  const lines = await logOf(journey, flow, person);
  const passedBy = lines.filter(({ rule }) => rule === 'order_status_differs');
  expect([lines.length, passedBy.length]).toEqual([3, 2]);
  expect((await server.call(getHome, { token })).body.today).toMatchObject({ sent: 1, notSent: 0 });
  expect((await server.call(listMessageLog, { token, query: { status: 'not_sent' } })).body.items).toEqual([]);
  expect((await server.call(countSkips, { token })).body.counts).toEqual([]);
  expect((await server.call(listSkipped, { token })).body.items).toEqual([]);

  const [line] = passedBy;
  if (!line?.contactId) throw new Error('Nothing was decided about the order');
  const params = { contactId: line.contactId };
  const { items } = (await server.call(listTimeline, { token, params })).body;
  const number = items.flatMap((item) => (item.type === 'order' ? (item.order?.number ?? []) : []))[0];
  expect(number).toMatch(/\d/);
  expect(items.flatMap((item) => (item.type === 'verdict' ? [item.orderNumber] : []))).toEqual([number, number]);
  const query = { rule: 'order_status_differs' };
  const skipped = (await server.call(listSkipped, { token, query })).body.items;
  expect(skipped.map(({ orderNumber }) => orderNumber)).toEqual([number, number]);
  const entry = { entryId: line.id };
  const { orderNumber, steps } = (await server.call(getMessageTrace, { token, params: entry })).body;
  expect(orderNumber).toBe(number);
  expect(steps.map(({ rule }) => rule)).toContain('order_status_differs');
});
