import { expect, test } from 'vitest';
import { createFlow, type Flow, getFlow, pauseFlow } from '#contract/flows/calls.ts';
import { listNotices } from '#contract/onboarding/calls.ts';
import { addMessages } from '#server/billing/actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { followTariffs } from './tariff-actions.ts';

const { server, open } = await bookedSalons();
const { runJobs } = server;
const { signal } = new AbortController();

const pay = (salon: Salon, until: string) =>
  server.owner.query('update tenants set paid_until = $2 where id = $1', [salon.owner.tenantId, until]);
const statusOf = async (salon: Salon, { id }: Flow) =>
  (await server.call(getFlow, { token: salon.owner.token, params: { flowId: id } })).body.status;
const noticesOf = async (salon: Salon) =>
  (await server.call(listNotices, { token: salon.owner.token })).body.notices
    .filter(({ kind }) => kind === 'flows_unavailable')
    .map(({ params, isResolved }) => ({ params, isResolved }));

test('a flow becomes unavailable when its tariff ends, and comes back as it was when it is paid for', async () => {
  const salon = await open();
  const { token } = salon.owner;
  await pay(salon, '2026-04-01T00:00:00Z');
  const made = async (kind: 'api_event' | 'visit_created') =>
    (await server.call(createFlow, { token, body: { kind } })).body;
  const [working, paused, visits] = [await made('api_event'), await made('api_event'), await made('visit_created')];
  await server.call(pauseFlow, { token, params: { flowId: paused.id } });
  const statuses = async () => [
    await statusOf(salon, working),
    await statusOf(salon, paused),
    await statusOf(salon, visits),
  ];

  await pay(salon, '2026-03-01T00:00:00Z');
  await followTariffs(server.ctx, signal);
  expect(await statuses()).toEqual(['unavailable', 'pause', 'unavailable']);
  const titles = [working.title, visits.title].toSorted();
  expect(await noticesOf(salon)).toEqual([{ params: { count: 2, titles }, isResolved: false }]);
  await followTariffs(server.ctx, signal);
  await pay(salon, '2026-04-01T00:00:00Z');
  await withTenant(server.ctx, salon.owner.tenantId, (scope) => addMessages(scope, 10));
  await runJobs();
  expect(await statuses()).toEqual(['working', 'pause', 'working']);
  expect(await noticesOf(salon)).toMatchObject([{ isResolved: true }]);
});

test('a flow created while the tariff lacks it waits for a member to resume it, also after a payment', async () => {
  const salon = await open();
  await pay(salon, '2026-03-01T00:00:00Z');
  const { body: flow } = await server.call(createFlow, { token: salon.owner.token, body: { kind: 'api_event' } });
  await pay(salon, '2026-04-01T00:00:00Z');
  await followTariffs(server.ctx, signal);
  expect(await statusOf(salon, flow)).toBe('unavailable');
});
