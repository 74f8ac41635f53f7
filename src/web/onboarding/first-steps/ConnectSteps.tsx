import { Button, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ChannelKind } from '#contract/channels/calls.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { ConnectGuide } from '#web/channels/connecting/ConnectGuide.tsx';
import { ConnectKind } from '#web/channels/connecting/ConnectKind.tsx';
import { KindChoice } from '#web/channels/connecting/KindChoice.tsx';
import type { TypedKind } from '#web/connections/connection-appearances.ts';
import { ConnectForm as ConnectionForm } from '#web/connections/list/ConnectForm.tsx';
import { useOfferedKinds } from '#web/connections/use-offered-kinds.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import type { StepProps } from './FirstSteps.tsx';

/** Connects a booking or delivery system. @param props.kinds those to choose from; absent: all */
export function ConnectCrm({ kinds: chosen, onDone }: StepProps & { kinds?: readonly TypedKind[] }) {
  const t = useTexts();
  const offered = useOfferedKinds();
  const kinds = chosen ?? offered;
  const [kind, setKind] = useState<TypedKind | undefined>(kinds[0]);
  return (
    <Stack>
      {kind && kinds.length > 1 && (
        <ChoiceBar
          isNarrow
          label={t('onboarding:steps.connect_crm.choice')}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`app:menu.${value}`) }))}
          onChange={setKind}
        />
      )}
      {kind && <ConnectionForm key={kind} kind={kind} connected={[]} onDone={onDone} />}
    </Stack>
  );
}

/** Connects the number or bot that messages are sent from. */
export function ConnectChannel({ onDone }: StepProps) {
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
        {t('onboarding:steps.connect_channel.other')}
      </Button>
      <Text fw={600}>{t(`${CHANNEL_APPEARANCES[kind].texts}.title`)}</Text>
      <ConnectGuide kind={kind} />
      <ConnectKind kind={kind} onDone={onDone} />
    </Stack>
  );
}
