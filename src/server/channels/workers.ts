import { withSystem } from '#server/platform/database/db.ts';
import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import { checkAllChannels, checkChannel } from './health/checking.ts';
import { checkChannelJob, followSessionJob } from './jobs.ts';
import { followAllSessions, followSession } from './pairing/listening.ts';
import type { ChannelProviders } from './port.ts';
import { queueUnreadChannels } from './unread-actions.ts';

/** `readWebhookJob` is handled by an upper room: its events concern messages and conversations. */
export function workChannels(work: Work, repeat: Repeat, providers: ChannelProviders): void {
  work(checkChannelJob, (ctx, { tenantId, channelId }) => checkChannel({ ...ctx, providers }, tenantId, channelId));
  work(followSessionJob, (ctx, { tenantId, channelId }) => followSession({ ...ctx, providers }, tenantId, channelId));
  repeat('channels.check-all', '*/10 * * * *', checkAllChannels);
  repeat('channels.follow-sessions', '* * * * *', followAllSessions);
  repeat('channels.queue-unread', '* * * * *', (ctx) => withSystem(ctx, queueUnreadChannels));
}
