import { Button, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ChannelKind } from '#contract/channels/calls.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ConnectGuide } from './ConnectGuide.tsx';
import { ConnectKind } from './ConnectKind.tsx';
import { KindChoice } from './KindChoice.tsx';

/** Connects the number or bot that messages are sent from. */
export function ConnectChannel({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  const [kind, setKind] = useState<ChannelKind | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const choose = (chosen: ChannelKind) => {
    flushSync(() => setKind(chosen));
    form.current?.querySelector('input')?.focus();
  };
  if (!kind) return <KindChoice onChoose={choose} />;
  return (
    <Stack gap="xs" ref={form}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconArrowLeft size={16} />}
        style={{ alignSelf: 'start' }}
        onClick={() => setKind(null)}
      >
        {t('channels:choice.all')}
      </Button>
      <Text fw={600}>{t(`${CHANNEL_APPEARANCES[kind].texts}.title`)}</Text>
      <ConnectGuide kind={kind} />
      <ConnectKind kind={kind} onDone={onDone} />
    </Stack>
  );
}
