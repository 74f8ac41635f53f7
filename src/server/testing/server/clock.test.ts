import { expect, test } from 'vitest';
import { bookedSalons } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();

test('jobs of a future moment wait for the clock, however long the machine takes', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({ startsAt: server.clock.now().add({ hours: 3 }) });
  await server.clock.set('2026-03-02T10:59:59.980Z');
  const machinesDueTime = performance.now() + 40;
  do await server.runJobs();
  while (performance.now() < machinesDueTime);
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'planned' }]);
  await server.clock.set('2026-03-02T11:00:00Z');
  await server.runJobs();
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'accepted' }]);
});
