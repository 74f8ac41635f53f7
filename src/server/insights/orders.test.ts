import { expect, test } from 'vitest';
import { countSkippedMessages, listMessageLog } from '#contract/delivery/calls.ts';
import { countSkips, explainContact, listSkipped, listTimeline } from '#contract/insights/calls.ts';
import { getHome } from '#contract/onboarding/calls.ts';
import { aFlow, bothWrite, logOf } from '#server/testing/journeys/flows.ts';
import { journeyWorld } from '#server/testing/journeys/world.ts';

const journey = await journeyWorld('iiko');

test('an order that goes through statuses without a flow leaves no decisions, and "why not" makes them when asked', async () => {
  const { place, pass, server, owner } = journey;
  const { token } = owner;
  const person = journey.aPerson();
  await bothWrite(journey, person);
  const flow = await aFlow(journey, 'order_status', 'combat');
  const order = await place.order(person);
  await pass({ seconds: 5 });
  for (const status of ['OnWay', 'Closed'] as const) {
    await place.moveOrder(order, status);
    await pass({ seconds: 5 });
  }
  const other = await place.order(person);
  await pass({ seconds: 5 });

  const lines = await logOf(journey, flow, person);
  expect(lines).toMatchObject([{ kind: 'message' }]);
  expect((await server.call(getHome, { token })).body.today).toMatchObject({ sent: 1, notSent: 0 });
  expect((await server.call(listMessageLog, { token, query: { status: 'not_sent' } })).body.items).toEqual([]);
  expect((await server.call(countSkippedMessages, { token })).body.reasons).toEqual([]);
  expect((await server.call(countSkips, { token })).body.counts).toEqual([]);
  expect((await server.call(listSkipped, { token })).body.items).toEqual([]);

  const contactId = lines[0]?.contactId;
  if (!contactId) throw new Error('Nothing was sent about the order');
  const { items } = (await server.call(listTimeline, { token, params: { contactId } })).body;
  expect(items.filter(({ type }) => type === 'verdict')).toEqual([]);
  const { rows } = await server.owner.query('select id from orders where external_id = $1', [other]);
  const otherId: string = rows[0].id;
  const { explanations } = (await server.call(explainContact, { token, params: { contactId, flowId: flow.id } })).body;
  expect(explanations).toMatchObject([
    { subject: { id: otherId }, basis: 'past', rule: 'order_status_differs', compared: { is: expect.anything() } },
    { basis: 'kept', messageStatus: expect.any(String) },
  ]);
});
