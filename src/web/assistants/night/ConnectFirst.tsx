import { Paper, Text, Title } from '@mantine/core';
import { ConnectChannel } from '#web/channels/connecting/ConnectChannel.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './night.module.css';

/** Before the first step of a cabinet that has no channel yet: connects the one the bot will answer in. */
export function ConnectFirst({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  return (
    <div className={classes.form}>
      <Paper withBorder className={classes.card}>
        <Title order={2}>{t('assistants:night.question.place')}</Title>
        <Text c="dimmed">{t('assistants:night.no_channel')}</Text>
        <ConnectChannel onDone={onDone} />
      </Paper>
    </div>
  );
}
