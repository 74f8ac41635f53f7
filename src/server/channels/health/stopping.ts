import type { ChannelStops } from '#contract/channels/stops.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { listUsableChannels } from '#server/channels/storage/actions.ts';
import { findChannel } from '#server/channels/storage/queries.ts';
import type { CountPlannedMessages, ListSendersAtWork, SenderAtWork } from '#server/channels/senders-port.ts';
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
