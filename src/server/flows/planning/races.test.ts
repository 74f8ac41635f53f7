import { expect, test } from 'vitest';
import { withTenant } from '#server/platform/db.ts';
import { bookedSalons } from '#server/testing/booked-salon.ts';
import { planSubjects } from './planning.ts';
import { lockPlanning } from './queries.ts';

const { server, open } = await bookedSalons();

test('of two plans of one visit the later one sees what the visit is like by then', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  const { visitId } = await salon.book({});
  const { tenantId } = salon.owner;
  let later: Promise<void> | undefined;
  await withTenant(server.ctx.db, tenantId, async (scope) => {
    await lockPlanning(scope, [visitId]);
    let isOver = false;
    later = withTenant(server.ctx.db, tenantId, (other) =>
      planSubjects(server.ctx, other, { subjects: [{ kind: 'visit', id: visitId }] }),
    );
    void later.then(() => (isOver = true));
    while (!isOver && !(await isSomebodyWaiting())) await new Promise((resolve) => setTimeout(resolve, 5));
    await server.owner.query(
      `update visits set starts_at = starts_at + interval '1 day', time_version = 2 where id = $1`,
      [visitId],
    );
  });
  await later;
  expect(await salon.messages(flow.id)).toMatchObject([{ dueAt: '2026-03-05 08:00:00+00', occurrence: 2 }]);
});

async function isSomebodyWaiting(): Promise<boolean> {
  const { rowCount } = await server.owner.query(
    `select 1 from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rowCount !== 0;
}
