import type { ChannelStops } from '#contract/channel-stops.ts';
import type { ChannelId } from '#contract/channels.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { Problem } from '#server/platform/problem.ts';
import { listUsableChannels } from './actions.ts';
import { findChannel } from './queries.ts';
import type { CountPlannedMessages, ListSendersAtWork, SenderAtWork } from './senders-port.ts';
import { stoppedWithout } from './stop-rules.ts';

export type StoppingServices = {
  sendersAtWork: readonly ListSendersAtWork[];
  countPlannedMessages: CountPlannedMessages;
};

/** Lists what would stop without a channel. Changes nothing. @throws {Problem} `channel.not_found` */
export async function describeStops(
  scope: TenantScope & StoppingServices,
  channelId: ChannelId,
): Promise<ChannelStops> {
  const row = await findChannel(scope, channelId);
  if (!row || row.removedAt) throw new Problem('channel.not_found');
  const senders: SenderAtWork[] = [];
  for (const list of scope.sendersAtWork) senders.push(...(await list(scope)));
  const stopped = stoppedWithout(channelId, senders, await listUsableChannels(scope));
  return {
    senders: stopped.map(({ kind, id, title }) => ({ kind, id, title })),
    messagesCount: await scope.countPlannedMessages(scope, channelId),
  };
}
