import { expect, test } from 'vitest';
import { aFlow, bothWrite, logOf, traceOf } from '#server/testing/journeys/flows.ts';
import { journeyWorld } from '#server/testing/journeys/world.ts';

const journey = await journeyWorld('iiko');

test('after an outage an order message waits until its restaurant is polled, and is then sent', async () => {
  const { place, pass, away } = journey;
  const person = journey.aPerson();
  await bothWrite(journey, person);
  const flow = await aFlow(journey, 'order_status', 'combat', (settings) => ({
    ...settings,
    timing: { ...settings.timing, delayMinutes: 60 },
  }));
  const order = await place.order(person);
  await pass({ seconds: 5 });
  await place.moveOrder(order, 'OnWay');
  await pass({ seconds: 5 });
  await away({ hours: 2 });

  const [sent] = await logOf(journey, flow, person);
  expect(await journey.shows(person.phone)).toEqual([sent?.body]);
  const steps = sent ? await traceOf(journey, sent) : [];
  expect(steps.filter(({ kind }) => kind === 'verdict').map(({ name, rule }) => [name, rule])).toEqual([
    ['planned', 'due'],
    ['deferred', 'visit_checking'],
    ['planned', 'due'],
  ]);
});
