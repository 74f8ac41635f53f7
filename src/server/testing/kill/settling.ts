import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { resolveUnknownOutcomesJob } from '#server/delivery/jobs.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import type { House } from './house.ts';

/** The tenant of the messages, and the numbers whose provider reports statuses. */
type Sending = { tenantId: TenantId; numbers: readonly ChannelId[] };

/**
 * Waits until every message is sent and every status received, lets the time pass in which a status must arrive, and has messages without a
 * status sent again.
 */
export async function resolveUnknownOutcomes({ owner, db, request }: House, scene: Sending): Promise<void> {
  const { tenantId, numbers } = scene;
  await untilSent(owner, scene);
  for (let round = 0; round < 5; round++) {
    await request('POST', '/_sim/settle', { withinMs: 5_000, timeoutMs: 60_000 });
    await untilNone(owner, `select count(*)::int as count from inbox where tenant_id = $1 and state = 'new'`, tenantId);
    await owner.query(
      `update messages set claimed_at = claimed_at - interval '10 minutes' where tenant_id = $1 and status = 'unknown'`,
      [tenantId],
    );
    for (const channelId of numbers)
      await withTenant({ db }, tenantId, (scope) => enqueue(scope, resolveUnknownOutcomesJob, { tenantId, channelId }));
    await untilNone(owner, WAITING_SETTLEMENTS, tenantId);
    await untilSent(owner, scene);
    const { rows } = await owner.query(
      `select count(*)::int as count from messages where tenant_id = $1 and channel_id = any($2) and status = 'unknown'`,
      [tenantId, numbers],
    );
    if (rows[0].count === 0) break;
  }
  await request('POST', '/_sim/settle', { withinMs: 5_000, timeoutMs: 60_000 });
  await untilNone(owner, `select count(*)::int as count from inbox where tenant_id = $1 and state = 'new'`, tenantId);
}

const WAITING_SETTLEMENTS = `
  select count(*)::int as count from graphile_worker._private_jobs job
  join graphile_worker._private_tasks task on task.id = job.task_id
  where task.identifier = '${resolveUnknownOutcomesJob.name}' and job.payload ->> 'tenantId' = $1::text and job.attempts < job.max_attempts`;

const SENDING_LIMIT_MS = 600_000;

async function untilSent(owner: pg.Pool, scene: Sending): Promise<void> {
  const until = performance.now() + SENDING_LIMIT_MS;
  while ((await countStatus(owner, scene, ['planned', 'sending'])) > 0) {
    if (performance.now() > until) return;
    await sleep(200);
  }
}

async function untilNone(owner: pg.Pool, counting: string, tenantId: string): Promise<void> {
  const until = performance.now() + 60_000;
  while (performance.now() < until) {
    const { rows } = await owner.query(counting, [tenantId]);
    if (rows[0].count === 0) return;
    await sleep(100);
  }
}

export async function countStatus(
  owner: pg.Pool,
  { tenantId }: Pick<Sending, 'tenantId'>,
  statuses: readonly string[],
): Promise<number> {
  const { rows } = await owner.query(
    'select count(*)::int as count from messages where tenant_id = $1 and status = any($2)',
    [tenantId, statuses],
  );
  return rows[0].count;
}
