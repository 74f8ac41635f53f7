import { expect, test } from 'vitest';
import { getDashboard, listTargets, setTarget } from '#contract/insights/dashboard.ts';
import { bookedSalons, SALON_NOON } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { call, clock, owner } = server;

test('a target holds from the month it is set in, is changed and removed, and earlier months keep theirs', async () => {
  const salon = await open();
  const { token, tenantId } = salon.owner;
  await salon.book({ startsAt: Temporal.Instant.from(SALON_NOON).subtract({ hours: 24 * 40 }), status: 'arrived' });
  const targetsOf = async (on: string, query: Record<string, string> = {}) =>
    (await call(getDashboard, { token, query: { on, ...query } })).body.targets;
  const set = (value: number | null) => call(setTarget, { token, body: { metric: 'revenue', value } });

  expect((await set(5_000_000)).body).toEqual({ targets: [{ metric: 'revenue', value: 5_000_000 }] });
  expect(await targetsOf('2026-02-10')).toEqual([]);
  await clock.advance({ hours: 24 * 31 });
  await set(6_000_000);
  expect(await targetsOf('2026-03-10')).toEqual([{ metric: 'revenue', value: 5_000_000 }]);
  expect(await targetsOf('2026-04-01')).toEqual([{ metric: 'revenue', value: 6_000_000 }]);
  expect(await targetsOf('2026-04-01', { branchId: salon.branchId })).toEqual([]);
  await set(null);
  expect(await targetsOf('2026-04-01')).toEqual([]);
  expect((await call(listTargets, { token })).body).toMatchObject({ currency: 'RUB', targets: [] });

  const { rows } = await owner.query(
    `select before, after from audit_entries where tenant_id = $1 and action = 'target.changed' order by at, id`,
    [tenantId],
  );
  expect(rows).toEqual([
    { before: { revenueTarget: null }, after: { revenueTarget: 50_000 } },
    { before: { revenueTarget: 50_000 }, after: { revenueTarget: 60_000 } },
    { before: { revenueTarget: 60_000 }, after: { revenueTarget: null } },
  ]);
});

test('a branch has targets of its own; a share above 100 % and a branch of another cabinet are refused', async () => {
  const [salon, other] = [await open(), await open()];
  const { token } = salon.owner;
  const body = { metric: 'no_show_share' as const, branchId: salon.branchId, value: 800 };
  expect((await call(setTarget, { token, body })).body.targets).toEqual([{ metric: 'no_show_share', value: 800 }]);
  const query = { branchId: salon.branchId };
  expect((await call(listTargets, { token, query })).body.targets).toHaveLength(1);
  expect((await call(listTargets, { token })).body.targets).toEqual([]);
  expect((await call(setTarget, { token, body: { ...body, value: 10_001 } })).status).toBe(400);
  expect((await call(setTarget, { token, body: { ...body, branchId: other.branchId } })).status).toBe(404);
});
