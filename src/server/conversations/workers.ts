import type { ChannelProviders } from '#server/channels/port.ts';
import type { SourceProviders } from '#server/connections/port.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { onEvent, type Repeat, type Work } from '#server/platform/runner/job-runner.ts';
import type { Answering } from './answering/port.ts';
import { queueTurn } from './answering/queueing-actions.ts';
import { takeTurn } from './answering/turn-actions.ts';
import { fetchFile } from './files/file-actions.ts';
import { transcribeVoice } from './files/transcript-actions.ts';
import {
  answerJob,
  fetchFileJob,
  memberRemovedJob,
  queueTurnJob,
  signalJob,
  transcribeJob,
  unassignJob,
  wakeJob,
} from './jobs.ts';
import { sweepEvents } from './threads/live-actions.ts';
import { sendSignal } from './inbound/signal-actions.ts';
import { unassignSome } from './work/unassigning-actions.ts';
import { wake } from './work/work-actions.ts';

type Given = { providers: { channels: ChannelProviders; sourceProviders: SourceProviders }; answering: Answering };

export function workConversations(work: Work, repeat: Repeat, { providers, answering }: Given): void {
  const { channels, sourceProviders } = providers;
  onEvent(work, queueTurnJob, queueTurn);
  work(answerJob, (ctx, payload, signal) => takeTurn({ ...ctx, sourceProviders, answering }, payload, signal));
  work(fetchFileJob, (ctx, payload, signal) => fetchFile({ ...ctx, providers: channels }, payload, signal));
  work(transcribeJob, transcribeVoice);
  work(signalJob, (ctx, payload) => sendSignal({ ...ctx, providers: channels }, payload));
  work(wakeJob, (ctx, { tenantId, conversationId, until }) =>
    withTenant(ctx, tenantId, (scope) => wake(scope, conversationId, until)),
  );
  onEvent(work, memberRemovedJob, (scope, { facts }) => unassignSome(scope, facts));
  work(unassignJob, (ctx, payload) => withTenant(ctx, payload.tenantId, (scope) => unassignSome(scope, payload)));
  repeat('conversations.sweep-events', '23 * * * *', sweepEvents);
}
