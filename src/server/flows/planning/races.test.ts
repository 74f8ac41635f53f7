import { findFlowForUpdate } from '#server/flows/storage/reads.ts';
import { cancelPlanned } from './cancel-actions.ts';
import { expect, test } from 'vitest';
import { withTenant } from '#server/platform/database/db.ts';
import { bookedSalons } from '#server/testing/houses/booked-salon.ts';
import { countLockWaits } from '#server/testing/server/database.ts';
import { findDue } from '#server/delivery/dispatch/claim-queries.ts';
import { planLater } from './later-actions.ts';
import { planSubjects } from './plan-actions.ts';
import { lockPlanning } from './queries.ts';

const { server, open } = await bookedSalons();

test("the later of two plans of one visit reads the visit's present state", async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  const { visitId } = await salon.book({});
  const { tenantId } = salon.owner;
  let later: Promise<void> | undefined;
  await withTenant(server.ctx, tenantId, async (scope) => {
    await lockPlanning(scope, [visitId]);
    let isOver = false;
    later = withTenant(server.ctx, tenantId, (other) =>
      planSubjects(other, { subjects: [{ kind: 'visit', id: visitId }] }),
    );
    void later.then(() => (isOver = true));
    while (!isOver && (await countLockWaits(server.owner)) === 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
    await server.owner.query(
      `update visits set starts_at = starts_at + interval '1 day', time_version = 2 where id = $1`,
      [visitId],
    );
  });
  await later;
  expect(await salon.messages(flow.id)).toMatchObject([{ dueAt: '2026-03-05 08:00:00+00', occurrence: 2 }]);
});

test('ending a flow does not deadlock with a walk that waits for the flow', async () => {
  const salon = await open();
  const startsAt = server.clock.now().subtract({ hours: 24 * 29 });
  await salon.book({ startsAt, createdAt: startsAt, status: 'arrived' });
  const flow = await salon.aFlow({ kind: 'repeat_visit', delayMinutes: 30 * 1_440 });
  await server.runJobs();
  const { tenantId } = salon.owner;
  let walk: Promise<void> | undefined;
  await withTenant(server.ctx, tenantId, async (scope) => {
    await findFlowForUpdate(scope, flow.id);
    let isOver = false;
    walk = planLater(server.ctx, { tenantId, flowId: flow.id, walk: null, isFromStart: true });
    void walk.then(() => (isOver = true));
    while (!isOver && (await countLockWaits(server.owner)) === 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
    await cancelPlanned(scope, { flowId: flow.id }, 'flow_ended');
  });
  await walk;
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'cancelled', reason: 'flow_ended' }]);
});

test('a message is planned for a channel while what is due on it is claimed', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  const { channelId } = salon;
  const bounds = { channelId, epoch: 0, dailyCap: null, today: '2026-03-02', wanted: 1, now: server.clock.now() };
  await withTenant(server.ctx, salon.owner.tenantId, async (scope) => {
    await findDue(scope, { ...bounds, traits: { perSecond: 1, burst: 1 } });
    await salon.book({});
  });
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'planned' }]);
});
