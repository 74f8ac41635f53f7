import { withSystem } from '#server/platform/database/db.ts';
import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import { leaveMarketplace } from './marketplace/application-actions.ts';
import { queueTokenRenewals, renewToken } from './consent/token-renewal.ts';
import { forgetOldCommands, queueDueCommands, runCommands } from './commands/running.ts';
import type { CommandKinds } from './command-port.ts';
import {
  dropWebhooksJob,
  pollBranchJob,
  readPastJob,
  readPayloadsJob,
  renewTokenJob,
  runCommandsJob,
  syncBranchJob,
} from './jobs.ts';
import type { Marketplaces } from './marketplace-port.ts';
import type { SourceProviders } from './port.ts';
import { readPast, syncBranch } from './sync/import-actions.ts';
import { readPayloads } from './sync/inbox-actions.ts';
import { pollBranch } from './sync/poll-actions.ts';
import { kindsByPollMinutes, queuePollsOf, queueUnreadConnections } from './storage/sync-queueing-actions.ts';
import type { Sources } from './sync/port.ts';
import { dropWebhooks } from './connecting/webhook-actions.ts';

export function workConnections(
  work: Work,
  repeat: Repeat,
  outside: {
    sourceProviders: SourceProviders;
    marketplaces: Marketplaces;
    sources: Sources;
    commandKinds: CommandKinds;
  },
): void {
  work(readPayloadsJob, (ctx, payload, signal) => readPayloads({ ...ctx, ...outside }, payload, signal));
  work(pollBranchJob, (ctx, payload, signal) => pollBranch({ ...ctx, ...outside }, payload, signal));
  work(syncBranchJob, (ctx, slice, signal) => syncBranch({ ...ctx, ...outside }, slice, signal));
  work(readPastJob, (ctx, slice, signal) => readPast({ ...ctx, ...outside }, slice, signal));
  work(dropWebhooksJob, async (ctx, { tenantId, connectionId }) => {
    await dropWebhooks({ ...ctx, ...outside }, tenantId, connectionId);
    await leaveMarketplace({ ...ctx, ...outside }, tenantId, connectionId);
  });
  work(runCommandsJob, (ctx, payload, signal) => runCommands({ ...ctx, ...outside }, payload, signal));
  work(renewTokenJob, (ctx, payload) => renewToken({ ...ctx, ...outside }, payload));
  repeat('connections.queue-token-renewals', '17 * * * *', queueTokenRenewals);
  repeat('connections.queue-due-commands', '* * * * *', (ctx) =>
    withSystem(ctx, (scope) => queueDueCommands(scope, ctx)),
  );
  repeat('connections.forget-commands', '41 4 * * *', forgetOldCommands);
  repeat('connections.queue-unread', '* * * * *', (ctx) => withSystem(ctx, queueUnreadConnections));
  for (const [minutes, kinds] of kindsByPollMinutes())
    repeat(`connections.poll-every-${minutes}-minutes`, `*/${minutes} * * * *`, (ctx) =>
      withSystem(ctx, (scope) => queuePollsOf(scope, kinds)),
    );
}
