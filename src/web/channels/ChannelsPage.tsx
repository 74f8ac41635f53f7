import { Anchor } from '@mantine/core';
import type { Channel, ChannelKind } from '#contract/channels.ts';
import { type Text, useTexts } from '#web/lib/i18n.ts';
import { RichText } from '#web/lib/rich-text.tsx';
import { ServicesPage } from '#web/lib/ServicesPage.tsx';
import { CHANNEL_APPEARANCES } from './channel-appearances.ts';
import { ChannelCard } from './ChannelCard.tsx';
import classes from './channels.module.css';
import { useChannels } from './use-channels.ts';
import { ConnectForm } from './ConnectForm.tsx';

/** Routes: the path of each kind's appearance. Channels of one kind: how they are, and how to connect one. */
export function ChannelsPage({ kind }: { kind: ChannelKind }) {
  const t = useTexts();
  const channels = useChannels(kind);
  const { texts, source } = CHANNEL_APPEARANCES[kind];
  return (
    <ServicesPage
      services={channels}
      words={{
        title: t(`${texts}.title`),
        add: t(`${texts}.connect`),
        connect: t(`${texts}.connect`),
        ownerOnly: t('channels:owner_only'),
      }}
      state={(connected) => stateOf(kind, connected, t)}
      guide={
        <ol className={classes.steps}>
          <li>
            <RichText
              text={`${texts}.step_1`}
              tags={{ site: <Anchor href={source} target="_blank" rel="noreferrer" underline="always" /> }}
            />
          </li>
          <li>{t(`${texts}.step_2`)}</li>
          <li>{t(`${texts}.step_3`)}</li>
        </ol>
      }
      form={(_connected, onDone) => <ConnectForm kind={kind} onDone={onDone} />}
      card={(channel, { canChange }) => <ChannelCard key={channel.id} channel={channel} canChange={canChange} />}
    />
  );
}

function stateOf(kind: ChannelKind, channels: readonly Channel[], t: Text): string {
  if (channels.length === 0) return t(`${CHANNEL_APPEARANCES[kind].texts}.none`);
  const ill = channels.filter((channel) => channel.state !== 'Authorized').length;
  return ill > 0 ? t('channels:some_ill', { count: ill }) : t('channels:all_well', { count: channels.length });
}
