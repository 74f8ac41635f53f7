import { Anchor } from '@mantine/core';
import type { ComponentType } from 'react';
import type { Channel, ChannelKind } from '#contract/channels.ts';
import { type Text, useTexts } from '#web/lib/i18n.ts';
import { RichText } from '#web/lib/rich-text.tsx';
import { ServicesPage } from '#web/lib/ServicesPage.tsx';
import { ChannelCard } from './ChannelCard.tsx';
import classes from './channels.module.css';
import { useChannels } from './use-channels.ts';

const WORDS = {
  dialog360: 'channels:dialog360',
  telegram_bot: 'channels:telegram',
} as const satisfies Record<ChannelKind, string>;

/** Where the credentials of a channel come from. */
const SOURCES: Readonly<Record<ChannelKind, string>> = {
  dialog360: 'https://hub.360dialog.com',
  telegram_bot: 'https://t.me/BotFather',
};

type Props = {
  kind: ChannelKind;
  /** What connects another one. */
  Form: ComponentType<{ onDone: () => void }>;
};

/** Channels of one kind: how they are, and how to connect one. */
export function ChannelsPage({ kind, Form }: Props) {
  const t = useTexts();
  const channels = useChannels(kind);
  const words = WORDS[kind];
  return (
    <ServicesPage
      services={channels}
      words={{
        title: t(`${words}.title`),
        add: t(`${words}.connect`),
        connect: t(`${words}.connect`),
        ownerOnly: t('channels:owner_only'),
      }}
      state={(connected) => stateOf(connected, words, t)}
      guide={
        <ol className={classes.steps}>
          <li>
            <RichText
              text={`${words}.step_1`}
              tags={{ source: <Anchor href={SOURCES[kind]} target="_blank" rel="noreferrer" underline="always" /> }}
            />
          </li>
          <li>{t(`${words}.step_2`)}</li>
          <li>{t(`${words}.step_3`)}</li>
        </ol>
      }
      form={(_connected, onDone) => <Form onDone={onDone} />}
      card={(channel, { canChange }) => <ChannelCard key={channel.id} channel={channel} canChange={canChange} />}
    />
  );
}

function stateOf(channels: readonly Channel[], words: (typeof WORDS)[ChannelKind], t: Text): string {
  if (channels.length === 0) return t(`${words}.none`);
  const ill = channels.filter((channel) => channel.state !== 'Authorized').length;
  return ill > 0 ? t('channels:some_ill', { count: ill }) : t('channels:all_well', { count: channels.length });
}
