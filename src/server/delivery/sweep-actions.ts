import type { ChannelId } from '#contract/channels.ts';
import type { TenantId } from '#contract/tenants.ts';
import type { Context } from '#server/platform/context.ts';
import { type TenantScope, withSystem, withTenant } from '#server/platform/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { queueDispatch } from './actions.ts';
import { announceLater } from './announcing.ts';
import { dropOldChanges } from './feed-queries.ts';
import { sumPolicyTallies, sumTallies } from './counts-queries.ts';
import { dispatchChannelJob, settleDoubtsJob } from './jobs.ts';
import {
  endPauses,
  forgetPassed,
  listAbandonedChannels,
  listDoubtfulChannels,
  listDueChannels,
  listOutlived,
  listOverdueChannels,
  skipOutlived,
} from './sweep-queries.ts';
import { keepOutlived } from './verdict-actions.ts';

/** Messages are late by so much only if their channel's job was lost. */
const OVERDUE_S = 15;

/**
 * The net under everything else: wakes channels whose job was lost, frees what a dead process had claimed, settles
 * doubts, sums up tallies, and lets go of what is of no use any more. Safe to run twice, and at any time.
 */
export async function sweepDelivery(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const found = await withSystem(ctx.db, async (scope) => {
    await forgetPassed(scope);
    return {
      outlived: await listOutlived(scope, now),
      abandoned: await listAbandonedChannels(scope),
      overdue: await listOverdueChannels(scope, now.subtract({ seconds: OVERDUE_S })),
      doubtful: await listDoubtfulChannels(scope),
    };
  });
  await withSystem(ctx.db, sumTallies);
  await withSystem(ctx.db, sumPolicyTallies);
  await withSystem(ctx.db, dropOldChanges);
  for (const [tenantId, ids] of found.outlived) {
    await withTenant(ctx.db, tenantId, async (scope) => keepOutlived(scope, await skipOutlived(scope, ids, now), now));
    announceLater(ctx, tenantId);
  }
  for (const { tenantId, channelId } of [...found.abandoned, ...found.overdue])
    await withTenant(ctx.db, tenantId, (scope) => enqueue(scope, dispatchChannelJob, { tenantId, channelId }));
  for (const { tenantId, channelId } of found.doubtful)
    await withTenant(ctx.db, tenantId, (scope) => enqueue(scope, settleDoubtsJob, { tenantId, channelId }));
}

/** The demo's clock is about to be turned: pauses between messages to one customer, kept by the machine's time, pass with it. */
export async function advanceChannelPauses(ctx: Pick<Context, 'db'>, advanceMs: number): Promise<void> {
  await withSystem(ctx.db, (scope) => endPauses(scope, advanceMs));
}

/** After a top-up: every channel of the tenant where something waits. */
export async function releaseQuota(ctx: Context, tenantId: TenantId): Promise<void> {
  await withTenant(ctx.db, tenantId, async (scope) => {
    const now = ctx.clock.now();
    const channelIds = await listDueChannels(scope, now);
    await queueDispatch(
      scope,
      channelIds.map((channelId) => ({ channelId, dueAt: now })),
    );
  });
}

/** A channel works again: what waited on it leaves. */
export async function wakeChannel(ctx: Context, scope: TenantScope, channelId: ChannelId): Promise<void> {
  await queueDispatch(scope, [{ channelId, dueAt: ctx.clock.now() }]);
}
