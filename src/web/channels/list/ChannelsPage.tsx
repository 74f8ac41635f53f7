import type { ReactNode } from 'react';
import type { Channel, ChannelKind } from '#contract/channels/calls.ts';
import { type Text, useTexts } from '#web/lib/format/i18n.ts';
import { ServicesPage } from '#web/lib/pages/ServicesPage.tsx';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { ChannelCard } from './ChannelCard.tsx';
import { useChannels } from '#web/channels/use-channels.ts';
import { ConnectKind } from '#web/channels/connecting/ConnectKind.tsx';
import { ConnectGuide } from '#web/channels/connecting/ConnectGuide.tsx';

/**
 * Routes: the path of each kind's appearance. Channels of one kind: how they are, and how to connect one.
 *
 * @param props.tabs of the kinds that share the page
 */
export function ChannelsPage({ kind, tabs }: { kind: ChannelKind; tabs?: ReactNode }) {
  const t = useTexts();
  const channels = useChannels(kind);
  const { texts } = CHANNEL_APPEARANCES[kind];
  return (
    <ServicesPage
      services={channels}
      tabs={tabs}
      words={{
        title: t(`${texts}.title`),
        add: t(`${texts}.connect`),
        connect: t(`${texts}.connect`),
        ownerOnly: t('channels:owner_only'),
        failed: t('channels:failed.fetch', { channel: t(`${texts}.title`) }),
      }}
      state={(connected) => stateOf(kind, connected, t)}
      guide={<ConnectGuide kind={kind} />}
      form={(_connected, onDone) => <ConnectKind kind={kind} onDone={onDone} />}
      card={(channel, { canChange }) => <ChannelCard key={channel.id} channel={channel} canChange={canChange} />}
    />
  );
}

function stateOf(kind: ChannelKind, channels: readonly Channel[], t: Text): string {
  if (channels.length === 0) return t(`${CHANNEL_APPEARANCES[kind].texts}.none`);
  if (channels.some(({ state }) => state === 'loading')) return t('channels:pairing.signing_in');
  const ill = channels.filter((channel) => channel.state !== 'Authorized').length;
  return ill > 0 ? t('channels:some_ill', { count: ill }) : t('channels:all_well', { count: channels.length });
}
