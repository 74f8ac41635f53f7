import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { traitsOf } from '#contract/channels/kinds.ts';
import type { ChannelProvider, ChannelProviders } from '#server/channels/port.ts';
import { findDue } from '#server/delivery/dispatch/claim-queries.ts';
import { dispatchChannelJob } from '#server/delivery/jobs.ts';
import { takeLease } from '#server/delivery/dispatch/lease-queries.ts';
import { workDelivery } from '#server/delivery/workers.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { startJobs } from '#server/platform/runner/job-runner.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { type Mailing, planMailing } from './ledger.ts';
import { median, percentile } from './machine.ts';

/** Contacts of the business whose messages wait; each has as many messages as it takes. */
export const CUSTOMERS = 50_000;

const TRAITS = { ...traitsOf('dialog360'), perSecond: 1_000_000, burst: 1_000_000, perPersonMs: 0 };

/** Reads what is due while so many more are planned for later. @returns milliseconds, the median of many */
export async function claimCost(ctx: Context, owner: pg.Pool, mailing: Mailing, pending: number): Promise<number> {
  const { tenantId, channelId } = mailing;
  await owner.query('delete from messages where tenant_id = $1', [tenantId]);
  const due = `now() + interval '1 hour' + n * interval '1 ms'`;
  for (let planned = 0, occurrence = 1; planned < pending; planned += CUSTOMERS, occurrence++)
    await planMailing(owner, mailing, { count: Math.min(CUSTOMERS, pending - planned), occurrence, due });
  await planMailing(owner, mailing, { count: 128, occurrence: 500 });
  await owner.query('vacuum analyze messages');
  await owner.query('checkpoint');
  const lease = await withTenant(ctx, tenantId, (scope) => takeLease(scope, channelId, 'bench'));
  if (!lease) throw new Error('The channel is held by another.');
  const times: number[] = [];
  for (let n = 0; n < 60; n++) {
    await withTenant(ctx, tenantId, async (scope) => {
      const startedAt = performance.now();
      const now = Temporal.Now.instant();
      const bounds = {
        channelId,
        epoch: lease.epoch,
        traits: TRAITS,
        dailyCap: null,
        today: '2026-01-01',
        wanted: 128,
        now,
      };
      const { rows } = await findDue(scope, bounds);
      times.push(performance.now() - startedAt);
      if (rows.length !== 128) throw new Error(`Found ${rows.length} of 128 that are due.`);
      await scope.tx
        .updateTable('channels')
        .set({ lease_until: Temporal.Now.instant().add({ seconds: 3 }) })
        .where('tenant_id', '=', tenantId)
        .execute();
    });
  }
  await owner.query('update channels set lease_until = null where tenant_id = $1', [tenantId]);
  return median(times.slice(10));
}

/** How late messages leave that fall due one after another, beside all that is pending, by the real queue. @returns p99 in milliseconds */
export async function lateness(ctx: Context, owner: pg.Pool, mailing: Mailing, seconds: number): Promise<number> {
  const { tenantId, channelId } = mailing;
  const count = seconds * DUE_PER_SECOND;
  const late: number[] = [];
  const dueAt = new Map<string, number>();
  const provider: ChannelProvider = {
    ...SILENT,
    async send({ message: { reference } }) {
      const due = dueAt.get(reference);
      if (due !== undefined) late.push(Date.now() - due);
      return { kind: 'accepted', providerMessageId: reference, channelUserId: null, isSent: false };
    },
  };
  const providers: ChannelProviders = new Map([['dialog360', provider]]);
  const jobs = await startJobs(ctx, { takesCron: false }, (work, repeat) => {
    workDelivery(work, repeat, { providers, dueChecks: new Map(), shortenLinks: async () => new Map() });
  });
  const due = `now() + interval '10 seconds' + n * interval '${1_000 / DUE_PER_SECOND} ms'`;
  await planMailing(owner, mailing, { count, occurrence: 1_000, due });
  const { rows } = await owner.query(
    `select id, due_at from messages where tenant_id = $1 and occurrence = 1000 and due_at between now() and now() + interval '50 minutes'`,
    [tenantId],
  );
  for (const row of rows) dueAt.set(row.id, row.due_at.epochMilliseconds);
  await withTenant(ctx, tenantId, (scope) => enqueue(scope, dispatchChannelJob, { tenantId, channelId }));
  const until = performance.now() + (seconds + 30) * 1_000;
  while (late.length < count && performance.now() < until) await sleep(100);
  await jobs.stop();
  if (late.length !== count) throw new Error(`Only ${late.length} of ${count} left in time.`);
  return percentile(late, 0.99);
}

const DUE_PER_SECOND = 50;

const nothing = { isOk: true, value: null } as const;
const SILENT: ChannelProvider = {
  kind: 'dialog360',
  traits: TRAITS,
  send: async () => ({ kind: 'unknown', text: '' }),
  check: async () => ({ isOk: false, trouble: 'unreachable', text: null, isTemporary: true }),
  subscribe: async () => nothing,
  unsubscribe: async () => {},
  verify: () => true,
  read: () => [],
};
