import type { ChannelId } from '#contract/channels/calls.ts';
import type { MailingSettings } from '#contract/mailings/calls.ts';
import { listUsableChannels, type UsableChannel } from '#server/channels/storage/actions.ts';
import { channelsOf } from '#server/contacts/book/channel-choice-rules.ts';
import { listWarmUps } from '#server/channels/warm-up/warm-up-actions.ts';
import type { WarmUpState } from '#server/channels/warm-up/warm-up-rules.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { attachmentOf } from '#server/texts/attachments/material-reads.ts';
import { type BarredTemplate, barredTemplates, usableTemplates } from '#server/texts/content/template-rules.ts';
import type { Material } from '#server/mailings/writing/material-reads.ts';

/** A channel of a mailing. `warmUp` is null where the channel needs none. */
export type MailingChannel = UsableChannel & { warmUp: WarmUpState | null };

/** The channels and templates by which a mailing reaches its recipients. */
export type Ways = {
  /** Its channels, in the order they are tried. */
  channels: readonly MailingChannel[];
  /** Channels that have a template which can be used. */
  templateChannelIds: readonly ChannelId[];
  /** Its templates that the provider would refuse now, of its channels. */
  barred: readonly BarredTemplate[];
};

export async function loadWays(
  scope: ActionScope,
  { channelIds, content }: Pick<MailingSettings, 'channelIds' | 'content'>,
  { knownTemplates, attachments }: Pick<Material, 'knownTemplates' | 'attachments'>,
): Promise<Ways> {
  const usable = channelsOf(channelIds, await listUsableChannels(scope));
  const warmUps = await listWarmUps(
    scope,
    usable.map(({ id }) => id),
  );
  const channels = usable.map((channel) => ({ ...channel, warmUp: warmUps.get(channel.id) ?? null }));
  const chosen = content.templates.filter(({ channelId }) => channels.some(({ id }) => id === channelId));
  const barred = barredTemplates(chosen, knownTemplates, attachmentOf(content, attachments));
  return { channels, barred, templateChannelIds: usableTemplates(chosen, barred).map(({ channelId }) => channelId) };
}
