import { readWebhookJob } from '#server/channels/jobs.ts';
import type { ChannelProviders } from '#server/channels/port.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { type EventRef, readEvent } from '#server/platform/events/events.ts';
import { onEvent, type Repeat, type Work } from '#server/platform/runner/job-runner.ts';
import { announceLater } from '#server/platform/context/announcing.ts';
import { dispatchChannel } from './dispatch/dispatch-actions.ts';
import { resolveUnknownOutcomes } from './statuses/unknown-outcome-actions.ts';
import { countSending } from './figures/figure-actions.ts';
import { readWebhooks } from './inbound/webhook-actions.ts';
import {
  applyEarlyStatusesJob,
  dispatchChannelJob,
  markRepliedJob,
  pollStatusesJob,
  releaseQuotaJob,
  resolveUnknownOutcomesJob,
  wakeChannelJob,
  wakePausedJob,
} from './jobs.ts';
import type { DueChecks, ShortenLinks } from './port.ts';
import { pollStatuses } from './statuses/poll-actions.ts';
import { applyReply } from './inbound/reply-actions.ts';
import { addMonths, forgetOld, sumUp } from './retention/retention-actions.ts';
import { applyEarlyStatuses } from './statuses/status-actions.ts';
import { releaseQuota, sweepDelivery, wakeChannel, wakePaused } from './dispatch/sweep-actions.ts';

/**
 * @param outside.dueChecks checks called just before messages are sent: whether they are still wanted, and their
 * current text
 */
export function workDelivery(
  work: Work,
  repeat: Repeat,
  outside: { providers: ChannelProviders; dueChecks: DueChecks; shortenLinks: ShortenLinks },
): void {
  work(dispatchChannelJob, (ctx, { tenantId, channelId }, signal) =>
    dispatchChannel({ ...ctx, ...outside }, tenantId, channelId, signal),
  );
  work(readWebhookJob, (ctx, { tenantId, channelId }, signal) =>
    readWebhooks({ ...ctx, ...outside }, tenantId, channelId, signal),
  );
  work(resolveUnknownOutcomesJob, (ctx, { tenantId, channelId }) =>
    withTenant({ ...ctx, ...outside }, tenantId, (scope) => resolveUnknownOutcomes(scope, channelId)),
  );
  work(applyEarlyStatusesJob, (ctx, { tenantId, channelId }) =>
    withTenant({ ...ctx, ...outside }, tenantId, (scope) => applyEarlyStatuses(scope, channelId)),
  );
  work(pollStatusesJob, (ctx, { tenantId, channelId }, signal) =>
    pollStatuses({ ...ctx, ...outside }, tenantId, channelId, signal),
  );
  work(releaseQuotaJob, (ctx, { tenantId }) => withTenant(ctx, tenantId, (scope) => releaseQuota(scope)));
  onEvent(work, wakeChannelJob, (scope, { facts }) => wakeChannel(scope, facts.channelId));
  work(markRepliedJob, markReplied);
  work(wakePausedJob, wakePaused);
  repeat('delivery.sweep', '* * * * *', sweepDelivery);
  repeat('delivery.count-sending', '* * * * *', countSending);
  repeat('delivery.sum-skips', '*/10 * * * *', sumUp);
  repeat('delivery.add-months', '41 * * * *', addMonths);
  repeat('delivery.forget-old', '13 3 * * *', forgetOld, 'daily');
}

async function markReplied(ctx: Context, { tenantId, eventId }: EventRef): Promise<void> {
  await withTenant(ctx, tenantId, async (scope) => {
    const event = await readEvent(scope, markRepliedJob, eventId);
    if (!event) return;
    const { facts } = event;
    const isMarked = await applyReply(scope, { ...facts, at: Temporal.Instant.from(facts.at) });
    if (isMarked) announceLater(ctx, tenantId, 'delivery');
  });
}
