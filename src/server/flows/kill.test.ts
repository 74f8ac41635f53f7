import { expect, test } from 'vitest';
import { testDatabase } from '#server/testing/server/database.ts';
import { runFlowKillTest } from '#server/testing/kill/flows-run.ts';

const { url } = await testDatabase();

test(
  'flows whose workers and web process are killed send everything once, count it right, and rehearse to the end',
  { timeout: 240_000 },
  async () => {
    const each = 60;
    const saves = 3;
    const report = await runFlowKillTest(url, { each, saves, kills: 2, sleepers: 3_000, log: () => {} });
    expect(report).toMatchObject({
      sent: { order_status: each, abandoned_cart: each, api_event: each, birthday: each },
      unsent: 0,
      doubled: 0,
      wrongVersions: 0,
      stored: { orders: each, carts: each, events: each, customers: 4 * each },
      miscounted: [],
      rehearsal: { status: 'done', differences: 0 },
    });
    // More than one version of each flow: messages planned before and after a save.
    expect(report.versionsSent).toBeGreaterThan(4);
    expect(report.rehearsal.killedAt).toBeGreaterThan(0);
    expect(report.rehearsal.killedAt).toBeLessThan(report.rehearsal.of);
  },
);
