import type { z } from 'zod';
import { channelRemoved, channelRestored, readWebhookJob } from '#server/channels/jobs.ts';
import type { ChannelProviders } from '#server/channels/port.ts';
import { repliedTo } from '#server/conversations/jobs.ts';
import type { Context } from '#server/platform/context.ts';
import { withTenant } from '#server/platform/db.ts';
import { type EventPayload, findFacts } from '#server/platform/events.ts';
import type { Repeat, Work } from '#server/platform/job-runner.ts';
import { announceLater } from './announcing.ts';
import { dispatchChannel } from './dispatch-actions.ts';
import { settleDoubts } from './doubt-actions.ts';
import { readWebhooks } from './webhook-actions.ts';
import {
  applyEarlyStatusesJob,
  dispatchChannelJob,
  markRepliedJob,
  releaseQuotaJob,
  settleDoubtsJob,
  wakeChannelJob,
} from './jobs.ts';
import type { DueChecks } from './port.ts';
import { addMonths, forgetOld, sumUp } from './retention-actions.ts';
import { applyEarlyStatuses } from './status-actions.ts';
import { setReplied } from './status-queries.ts';
import { releaseQuota, sweepDelivery, wakeChannel } from './sweep-actions.ts';

/**
 * @param needs.dueChecksOf checks called just before messages are sent: whether they are still wanted, and their
 * current text
 */
export function workDelivery(
  work: Work,
  repeat: Repeat,
  { providers, dueChecksOf }: { providers: ChannelProviders; dueChecksOf: (ctx: Context) => DueChecks },
): void {
  work(dispatchChannelJob, (ctx, { tenantId, channelId }, signal) =>
    dispatchChannel({ ...ctx, providers, dueChecks: dueChecksOf(ctx) }, tenantId, channelId, signal),
  );
  work(readWebhookJob, (ctx, { tenantId, channelId }, signal) =>
    readWebhooks({ ...ctx, providers }, tenantId, channelId, signal),
  );
  work(settleDoubtsJob, (ctx, { tenantId, channelId }) => settleDoubts({ ...ctx, providers }, tenantId, channelId));
  work(applyEarlyStatusesJob, (ctx, { tenantId, channelId }) =>
    applyEarlyStatuses({ ...ctx, providers }, tenantId, channelId),
  );
  work(releaseQuotaJob, (ctx, { tenantId }) => releaseQuota(ctx, tenantId));
  work(wakeChannelJob, wake);
  work(markRepliedJob, markReplied);
  repeat('delivery.sweep', '* * * * *', sweepDelivery);
  repeat('delivery.sum-skips', '*/10 * * * *', sumUp);
  repeat('delivery.add-months', '41 * * * *', addMonths);
  repeat('delivery.forget-old', '13 3 * * *', forgetOld, 'daily');
}

/** Wakes the channels; a removed channel too, because its due messages move to the next one. */
async function wake(ctx: Context, { tenantId, eventId }: EventRef): Promise<void> {
  await withTenant(ctx.db, tenantId, async (scope) => {
    const facts =
      (await findFacts(scope, channelRestored, eventId)) ?? (await findFacts(scope, channelRemoved, eventId));
    if (facts) await wakeChannel(ctx, scope, facts.channelId);
  });
}

async function markReplied(ctx: Context, { tenantId, eventId }: EventRef): Promise<void> {
  await withTenant(ctx.db, tenantId, async (scope) => {
    const facts = await findFacts(scope, repliedTo, eventId);
    if (!facts) return;
    const isMarked = await setReplied(scope, { ...facts, at: Temporal.Instant.from(facts.at) });
    if (isMarked) announceLater(ctx, tenantId);
  });
}

type EventRef = z.output<typeof EventPayload>;
