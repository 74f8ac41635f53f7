import type { ChannelProviders } from '#server/channels/port.ts';
import { withTenant } from '#server/platform/database/db.ts';
import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import { fetchFile } from './files/file-actions.ts';
import { fetchFileJob, signalJob, wakeJob } from './jobs.ts';
import { sweepEvents } from './threads/live-actions.ts';
import { sendSignal } from './inbound/signal-actions.ts';
import { wake } from './work/work-actions.ts';

export function workConversations(work: Work, repeat: Repeat, providers: ChannelProviders): void {
  work(fetchFileJob, (ctx, payload, signal) => fetchFile({ ...ctx, providers }, payload, signal));
  work(signalJob, (ctx, payload) => sendSignal({ ...ctx, providers }, payload));
  work(wakeJob, (ctx, { tenantId, conversationId, until }) =>
    withTenant(ctx, tenantId, (scope) => wake(scope, conversationId, until)),
  );
  repeat('conversations.sweep-events', '23 * * * *', sweepEvents);
}
