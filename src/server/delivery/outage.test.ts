import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { withTenant } from '#server/platform/db.ts';
import { startJobs } from '#server/platform/job-runner.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { aFakeChannel, accepted } from '#server/testing/fake-channel.ts';
import { testServer } from '#server/testing/http.ts';
import { aFlowMessage, ledgerBuilders } from '#server/testing/ledger.ts';
import { planMessages } from './actions.ts';
import { dispatchChannelJob } from './jobs.ts';
import { workDelivery } from './workers.ts';

const { ctx, db, owner, url } = await testServer();
const { aBusiness, customers } = ledgerBuilders(owner, ctx.vault);

const name = new URL(url).pathname.slice(1);
const elsewhere = new URL(url);
elsewhere.pathname = '/postgres';
const cluster = new pg.Pool({ connectionString: elsewhere.href, max: 1 });
afterAll(() => cluster.end());

/** Nobody gets in, and whoever was in is thrown out: what a server that is stopped looks like from here. */
async function stopDatabase(): Promise<void> {
  await cluster.query(`alter database ${name} allow_connections false`);
  await cluster.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
}

const startDatabase = () => cluster.query(`alter database ${name} allow_connections true`);

test(
  'while the database is away nothing is lost or doubled, and work resumes when it is back',
  { timeout: 60_000 },
  async () => {
    const business = await aBusiness();
    const people = await customers(business, 300);
    const due = { dueAt: ctx.clock.now(), useBy: null };
    const messages = people.map((who) => aFlowMessage(business, who, due));
    await withTenant(db, business.tenantId, (scope) => planMessages(ctx, scope, messages));
    const channel = aFakeChannel({
      traits: { perSecond: 100, burst: 10 },
      async answer() {
        await sleep(30);
        return accepted();
      },
    });
    const providers = new Map([[channel.kind, channel]]);
    const jobs = await startJobs(ctx, { takesCron: false }, (work, repeat) => {
      workDelivery(work, repeat, { providers, dueCheckOf: () => async () => new Map() });
    });
    const { tenantId, channelId } = business;
    await withTenant(db, tenantId, (scope) => enqueue(scope, dispatchChannelJob, { tenantId, channelId }));
    await expect.poll(() => channel.sent.length, { timeout: 10_000 }).toBeGreaterThan(50);

    await stopDatabase();
    await sleep(1_500);
    const whileAway = channel.sent.length;
    await startDatabase();
    await expect.poll(() => channel.sent.length, { timeout: 20_000, interval: 50 }).toBeGreaterThan(whileAway);

    const count = async () => {
      const { rows } = await owner.query(
        `select count(*)::int as count from messages where tenant_id = $1 and status = 'accepted'`,
        [tenantId],
      );
      return rows[0].count;
    };
    await expect.poll(count, { timeout: 30_000, interval: 200 }).toBe(300);
    await jobs.stop();
    expect(channel.sent).toHaveLength(300);
    expect(new Set(channel.sent.map(({ message }) => message.reference)).size).toBe(300);
  },
);
