import { Anchor, Paper, Text, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ChannelKind } from '#contract/channels/calls.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { ConnectGuide } from '#web/channels/connecting/ConnectGuide.tsx';
import { ConnectKind } from '#web/channels/connecting/ConnectKind.tsx';
import { KindChoice } from '#web/channels/connecting/KindChoice.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './night.module.css';

/** Before the first step of a cabinet that has no channel yet: connects the one the bot will answer in. */
export function ConnectFirst({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  const [kind, setKind] = useState<ChannelKind | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const choose = (chosen: ChannelKind) => {
    flushSync(() => setKind(chosen));
    form.current?.querySelector('input')?.focus();
  };
  return (
    <div className={classes.form} ref={form}>
      <Paper withBorder className={classes.card}>
        <Title order={2}>{t('assistants:night.question.place')}</Title>
        <Text c="dimmed">{t('assistants:night.no_channel')}</Text>
        {!kind && <KindChoice onChoose={choose} />}
        {kind && (
          <>
            <Anchor component="button" fz="sm" ta="start" onClick={() => setKind(null)}>
              {t('assistants:night.other_channel')}
            </Anchor>
            <Text fw={600}>{t(`${CHANNEL_APPEARANCES[kind].texts}.title`)}</Text>
            <ConnectGuide kind={kind} />
            <ConnectKind kind={kind} onDone={onDone} />
          </>
        )}
      </Paper>
    </div>
  );
}
