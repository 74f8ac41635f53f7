import { expect, test } from 'vitest';
import { getRehearsal, startRehearsal } from '#contract/rehearsal/calls.ts';
import { countSkips } from '#contract/insights/calls.ts';
import { getConversion } from '#contract/insights/conversion.ts';
import { bookedSalons } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { call, clock, owner } = server;

const MONTH = { from: '2026-03-01', to: '2026-03-15' };

/** In New York daylight saving begins in the night to March 8. */
test.each([
  ['half an hour before midnight, the night before the clocks change', '2026-03-08T04:30:00Z', '2026-03-07'],
  ['half an hour before midnight, the night after', '2026-03-09T03:30:00Z', '2026-03-08'],
  ['half an hour after midnight, the night after', '2026-03-09T04:30:00Z', '2026-03-09'],
])('counts by day use the tenant’s own day: %s', async (_, at, day) => {
  await clock.set('2026-03-02T09:00:00Z');
  const salon = await open();
  const { token, tenantId } = salon.owner;
  await owner.query(`update tenants set time_zone = 'America/New_York' where id = $1`, [tenantId]);
  const booked = await salon.aFlow({ kind: 'visit_created', title: 'Вы записаны' });
  const late = await salon.aFlow({ kind: 'visit_reminder', title: 'За сутки', delayMinutes: -1440 });
  await clock.set(at);
  await salon.book({ startsAt: clock.now().add({ hours: 5 }) });
  await clock.advance({ minutes: 10 });
  await server.runRepeated('insights.measure-conversion');

  const skips = await call(countSkips, { token, query: { ...MONTH, senderId: late.id } });
  expect(skips.body.counts).toEqual([{ day, rule: 'too_late', count: 1 }]);
  const { body } = await call(getConversion, { token, query: { ...MONTH, senderId: booked.id, by: 'day' } });
  expect(body.periods.flatMap(({ from, sent }) => (sent > 0 ? [[from, sent]] : []))).toEqual([[day, 1]]);
  const { id: rehearsalId } = (await call(startRehearsal, { token, body: { days: 7, flowIds: [booked.id, late.id] } }))
    .body;
  await server.runJobs();
  const played = await call(getRehearsal, { token, params: { rehearsalId } });
  expect(played.body.summary.byDay).toEqual([{ day, sent: 1, skipped: 1 }]);
});
