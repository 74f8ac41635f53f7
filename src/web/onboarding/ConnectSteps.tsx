import { Stack } from '@mantine/core';
import { useState } from 'react';
import { CHANNEL_KIND_NAMES, FIRST_CHANNEL_KIND } from '#contract/channels/kinds.ts';
import type { ChannelKind } from '#contract/channels/calls.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { ConnectForm as ChannelForm } from '#web/channels/connecting/ConnectForm.tsx';
import { ConnectGuide } from '#web/channels/connecting/ConnectGuide.tsx';
import type { TypedKind } from '#web/connections/connection-appearances.ts';
import { ConnectForm as ConnectionForm } from '#web/connections/list/ConnectForm.tsx';
import { useOfferedKinds } from '#web/connections/use-offered-kinds.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import type { StepProps } from './FirstSteps.tsx';

/** Connects a booking or delivery system. */
export function ConnectCrm({ onDone }: StepProps) {
  const t = useTexts();
  const kinds = useOfferedKinds();
  const [kind, setKind] = useState<TypedKind | undefined>(kinds[0]);
  return (
    <Stack>
      {kind && (
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
  const [kind, setKind] = useState<ChannelKind>(FIRST_CHANNEL_KIND);
  return (
    <Stack>
      <ChoiceBar
        isNarrow
        label={t('onboarding:steps.connect_channel.choice')}
        value={kind}
        options={CHANNEL_KIND_NAMES.map((value) => ({ value, label: CHANNEL_APPEARANCES[value].name }))}
        onChange={setKind}
      />
      <ConnectGuide kind={kind} />
      <ChannelForm key={kind} kind={kind} onDone={onDone} />
    </Stack>
  );
}
