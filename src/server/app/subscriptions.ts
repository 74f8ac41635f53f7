import { messagesAdded } from '#server/billing/jobs.ts';
import { channelRemoved, channelRestored } from '#server/channels/jobs.ts';
import { repliedTo } from '#server/conversations/jobs.ts';
import { markRepliedJob, releaseQuotaJob, wakeChannelJob } from '#server/delivery/jobs.ts';
import type { EventPayload, Subscriptions } from '#server/platform/events.ts';
import type { Job } from '#server/platform/jobs.ts';

/** Who is told of what: event → the jobs queued for it. The one place that knows both sides. */
export function subscriptions(): Subscriptions {
  return new Map<string, Job<typeof EventPayload>[]>([
    [messagesAdded.name, [releaseQuotaJob]],
    [channelRestored.name, [wakeChannelJob]],
    [channelRemoved.name, [wakeChannelJob]],
    [repliedTo.name, [markRepliedJob]],
  ]);
}
