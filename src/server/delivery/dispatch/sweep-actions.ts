import type { ChannelId } from '#contract/channels/calls.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { type SystemScoped, type TenantScope, withSystem, withTenant } from '#server/platform/database/db.ts';
import { enqueue, enqueueAll, prepareJob } from '#server/platform/jobs.ts';
import { queueDispatch } from '#server/delivery/planning/actions.ts';
import { announceLater } from '#server/platform/context/announcing.ts';
import { skipRemainingChannels, passMessagesOn } from '#server/delivery/statuses/cascade-actions.ts';
import { dropOldChanges } from '#server/delivery/ledger/feed-queries.ts';
import {
  listTenantsTallied,
  sumPolicyTallies,
  sumTallies,
  type TallyTable,
} from '#server/delivery/ledger/counts-queries.ts';
import { dispatchChannelJob, pollStatusesJob, resolveUnknownOutcomesJob } from '#server/delivery/jobs.ts';
import { listOpenPauses } from '#server/delivery/pauses/pause-queries.ts';
import { stops } from '#server/delivery/pauses/pause-rules.ts';
import { listOverduePolls } from '#server/delivery/statuses/poll-queries.ts';
import {
  endPauses,
  forgetPassed,
  listAbandonedChannels,
  listChannelsWithUnknownOutcomes,
  listDueChannels,
  listOutlived,
  listOverdueChannels,
  skipOutlived,
} from './sweep-queries.ts';
import { recordExpiredVerdicts } from './verdict-actions.ts';

// NOTE: a process: it goes through cabinets or batches, one transaction each.

/** A message is late by this much only if its channel's job was lost. */
const OVERDUE_S = 15;

/**
 * Recovers from lost jobs and dead processes: wakes channels, frees claims, resolves unknown outcomes, adds up
 * tallies, and deletes data of no further use. Safe to run twice, and at any time.
 */
export async function sweepDelivery(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const found = await withSystem(ctx, async (scope) => {
    await forgetPassed(scope);
    return {
      outlived: await listOutlived(scope, now),
      abandoned: await listAbandonedChannels(scope),
      overdue: await listUnpaused(scope, now.subtract({ seconds: OVERDUE_S })),
      doubtful: await listChannelsWithUnknownOutcomes(scope),
      unpolled: await listOverduePolls(scope, now.subtract({ seconds: OVERDUE_S })),
    };
  });
  await passMessagesOn(ctx);
  await sumByTenant(ctx, 'message_tallies', sumTallies);
  await sumByTenant(ctx, 'policy_tallies', sumPolicyTallies);
  await withSystem(ctx, dropOldChanges);
  for (const [tenantId, ids] of found.outlived) {
    await withTenant(ctx, tenantId, async (scope) => {
      await recordExpiredVerdicts(scope, await skipOutlived(scope, ids, now), now);
      await skipRemainingChannels(
        scope,
        ids.map((id) => ({ id, rule: 'too_late' })),
      );
    });
    announceLater(ctx, tenantId, 'delivery');
  }
  for (const { tenantId, channelId } of [...found.abandoned, ...found.overdue])
    await withTenant(ctx, tenantId, (scope) => enqueue(scope, dispatchChannelJob, { tenantId, channelId }));
  for (const { tenantId, channelId } of found.unpolled)
    await withTenant(ctx, tenantId, (scope) => enqueue(scope, pollStatusesJob, { tenantId, channelId }));
  for (const { tenantId, channelId } of found.doubtful)
    await withTenant(ctx, tenantId, (scope) => enqueue(scope, resolveUnknownOutcomesJob, { tenantId, channelId }));
}

/** Overdue channels that no pause of the operator stops. */
async function listUnpaused(scope: SystemScoped<Context>, before: Temporal.Instant) {
  const pauses = await listOpenPauses(scope, scope.clock.now());
  const overdue = await listOverdueChannels(scope, before);
  return overdue.filter((channel) => !pauses.some((pause) => stops(pause, channel)));
}

/** Jobs that are queued in one statement. */
const AT_ONCE = 1_000;

/** Wakes the channels with due messages that no pause stops any more, after a pause has ended. */
export async function wakePaused(ctx: Context): Promise<void> {
  const places = await withSystem(ctx, (scope) => listUnpaused(scope, ctx.clock.now().add({ milliseconds: 1 })));
  const jobs = places.map(({ tenantId, channelId }) => prepareJob(dispatchChannelJob, { tenantId, channelId }));
  for (let from = 0; from < jobs.length; from += AT_ONCE)
    await withSystem(ctx, (scope) => enqueueAll(scope, jobs.slice(from, from + AT_ONCE)));
}

/** Adds up counts of each tenant that has any, each in its own transaction. */
export async function sumByTenant(
  ctx: Pick<Context, 'db'>,
  table: TallyTable,
  sum: (scope: TenantScope) => Promise<void>,
): Promise<void> {
  for (const tenantId of await withSystem(ctx, (scope) => listTenantsTallied(scope, table)))
    await withTenant(ctx, tenantId, sum);
}

/**
 * Advances the pauses between two messages to one contact with the demo's clock; they are stored in the machine's
 * time.
 */
export async function advanceChannelPauses(ctx: Pick<Context, 'db'>, advanceMs: number): Promise<void> {
  await withSystem(ctx, (scope) => endPauses(scope, advanceMs));
}

/** Wakes every channel of the tenant with waiting messages, after a top-up. */
export async function releaseQuota(scope: ActionScope): Promise<void> {
  const now = scope.clock.now();
  const channelIds = await listDueChannels(scope, now);
  await queueDispatch(
    scope,
    channelIds.map((channelId) => ({ channelId, dueAt: now })),
  );
}

/** Sends the waiting messages of a channel that works again. */
export async function wakeChannel(scope: ActionScope, channelId: ChannelId): Promise<void> {
  await queueDispatch(scope, [{ channelId, dueAt: scope.clock.now() }]);
}
