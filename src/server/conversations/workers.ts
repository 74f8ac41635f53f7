import type { ChannelProviders } from '#server/channels/port.ts';
import { withTenant } from '#server/platform/db.ts';
import type { Repeat, Work } from '#server/platform/job-runner.ts';
import { fetchFile } from './file-actions.ts';
import { fetchFileJob, signalJob, wakeJob } from './jobs.ts';
import { sweepEvents } from './live-actions.ts';
import { sendSignal } from './signal-actions.ts';
import { wake } from './work-actions.ts';

export function workConversations(work: Work, repeat: Repeat, providers: ChannelProviders): void {
  work(fetchFileJob, (ctx, payload, signal) => fetchFile({ ...ctx, providers }, payload, signal));
  work(signalJob, (ctx, payload) => sendSignal({ ...ctx, providers }, payload));
  work(wakeJob, (ctx, { tenantId, conversationId, until }) =>
    withTenant(ctx, tenantId, (scope) => wake(scope, conversationId, until)),
  );
  repeat('conversations.sweep-events', '23 * * * *', sweepEvents);
}
