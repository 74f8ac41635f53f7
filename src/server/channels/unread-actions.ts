import type { SystemScope } from '#server/platform/database/db.ts';
import { enqueueAll, prepareJob } from '#server/platform/jobs.ts';
import { readWebhookJob } from './jobs.ts';
import { listUnreadChannels } from './unread-queries.ts';

/** Queues reading the channels whose payloads wait without a job, because it was lost. */
export async function queueUnreadChannels(scope: SystemScope): Promise<void> {
  const channels = await listUnreadChannels(scope);
  await enqueueAll(
    scope,
    channels.map((channel) => prepareJob(readWebhookJob, channel, { unlessQueued: true })),
  );
}
