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

/** A message is late by this much only if its channel's job was lost. */
const OVERDUE_S = 15;

/**
 * Recovers from lost jobs and dead processes: wakes channels, frees claims, resolves unknown outcomes, adds up
 * tallies, and deletes data of no further use. Safe to run twice, and at any time.
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

/**
 * Advances the pauses between two messages to one contact with the demo's clock; they are stored in the machine's
 * time.
 */
export async function advanceChannelPauses(ctx: Pick<Context, 'db'>, advanceMs: number): Promise<void> {
  await withSystem(ctx.db, (scope) => endPauses(scope, advanceMs));
}

/** Wakes every channel of the tenant with waiting messages, after a top-up. */
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

/** Sends the waiting messages of a channel that works again. */
export async function wakeChannel(ctx: Context, scope: TenantScope, channelId: ChannelId): Promise<void> {
  await queueDispatch(scope, [{ channelId, dueAt: ctx.clock.now() }]);
}
