import { Title } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Connected } from '#web/onboarding/quick-start/Connected.tsx';
import type { StepProps } from '#web/onboarding/quick-start/step.ts';
import { useHome } from '#web/onboarding/use-home.ts';
import { ChannelStep } from './ChannelStep.tsx';
import { SourceStep, useSourceKinds } from './SourceStep.tsx';

/** The booking system, and after it the channel. */
export function ConnectStep(props: StepProps) {
  const t = useTexts();
  const home = useHome();
  const kinds = useSourceKinds(props.kind);
  const [isSkipped, setSkipped] = useState(false);
  const sources = (home.data?.connections ?? []).filter((one) => kinds.some((kind) => kind === one.kind));
  if (sources.length === 0 && !isSkipped)
    return (
      <>
        <Title order={3} size="h4">
          {t('quick_start:question.source')}
        </Title>
        <SourceStep {...props} onNext={() => setSkipped(true)} />
      </>
    );
  return (
    <>
      <Connected titles={sources.map(({ title }) => title)} />
      <Title order={3} size="h4">
        {t('quick_start:question.channel')}
      </Title>
      <ChannelStep {...props} />
    </>
  );
}
