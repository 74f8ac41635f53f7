import type { ChannelProviders } from '#server/channels/port.ts';
import type { SourceProviders } from '#server/connections/port.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { onEvent, type Repeat, type Work } from '#server/platform/runner/job-runner.ts';
import { reportAnswers, sendAnswer } from './answering-actions.ts';
import { openTalks, resolveTalks } from './handing-actions.ts';
import {
  deskSwitchedJob,
  openTalkJob,
  readTalkJob,
  renewChannelsJob,
  reportAnswersJob,
  resolveTalkJob,
  sendAnswerJob,
  showLinesJob,
  showWrittenJob,
} from './jobs.ts';
import { readTalk } from './reading-actions.ts';
import { queueStalledLines, showLines, showWritten } from './showing-actions.ts';
import { followSwitch, renewChannels } from './switching-actions.ts';

type Given = { channels: ChannelProviders; sourceProviders: SourceProviders };

export function workDesk(work: Work, repeat: Repeat, { channels, sourceProviders }: Given): void {
  onEvent(work, showWrittenJob, showWritten);
  onEvent(work, openTalkJob, openTalks);
  onEvent(work, resolveTalkJob, resolveTalks);
  onEvent(work, deskSwitchedJob, followSwitch);
  work(showLinesJob, (ctx, payload, signal) => showLines({ ...ctx, sourceProviders }, payload, signal));
  work(readTalkJob, (ctx, payload, signal) => readTalk({ ...ctx, sourceProviders }, payload, signal));
  work(sendAnswerJob, (ctx, payload, signal) => sendAnswer({ ...ctx, sourceProviders, channels }, payload, signal));
  work(reportAnswersJob, (ctx, { tenantId, messageIds }) =>
    withTenant(ctx, tenantId, (scope) => reportAnswers(scope, messageIds)),
  );
  work(renewChannelsJob, (ctx, payload, signal) => renewChannels({ ...ctx, sourceProviders }, payload, signal));
  repeat('desk.queue-stalled', '*/5 * * * *', (ctx) => withSystem(ctx, (scope) => queueStalledLines(scope, ctx)));
}
