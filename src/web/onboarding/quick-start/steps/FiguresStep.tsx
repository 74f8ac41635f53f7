import { IconChartBar, IconMessageStar, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { QuickStart } from '#contract/onboarding/quick-start.ts';
import { QUICK_START_FIGURES } from '#contract/onboarding/quick-start-values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ChoiceCards } from '#web/onboarding/quick-start/ChoiceCards.tsx';
import type { StepProps } from '#web/onboarding/quick-start/step.ts';
import { StepActions } from '#web/onboarding/quick-start/StepActions.tsx';

type Figures = NonNullable<QuickStart['figures']>;

const ICONS = {
  dashboard: IconChartBar,
  conversion: IconRefresh,
  reviews: IconMessageStar,
} as const satisfies Record<Figures, unknown>;

/** Which numbers to see first. */
export function FiguresStep({ stored, onNext, isBusy }: StepProps) {
  const t = useTexts();
  const [figures, setFigures] = useState<Figures>(stored.figures ?? 'dashboard');
  return (
    <>
      <ChoiceCards
        label={t('quick_start:question.figures')}
        value={figures}
        choices={QUICK_START_FIGURES.map((value) => ({
          value,
          label: t(`quick_start:figures.${value}.name`),
          text: t(`quick_start:figures.${value}.text`),
          Icon: ICONS[value],
        }))}
        onChange={setFigures}
      />
      <StepActions isBusy={isBusy} label={t('quick_start:show')} onNext={() => onNext({ figures })} />
    </>
  );
}
