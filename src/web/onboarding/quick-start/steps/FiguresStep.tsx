import { IconChartBar, IconMessageStar, IconRefresh } from '@tabler/icons-react';
import type { QuickStart } from '#contract/onboarding/quick-start.ts';
import { QUICK_START_FIGURES } from '#contract/onboarding/quick-start-values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ChoiceStep } from '#web/onboarding/quick-start/ChoiceStep.tsx';
import type { StepProps } from '#web/onboarding/quick-start/step.ts';

type Figures = NonNullable<QuickStart['figures']>;

const ICONS = {
  dashboard: IconChartBar,
  conversion: IconRefresh,
  reviews: IconMessageStar,
} as const satisfies Record<Figures, unknown>;

/** Which numbers to see first. */
export function FiguresStep({ stored, onNext, isBusy }: StepProps) {
  const t = useTexts();
  return (
    <ChoiceStep<Figures>
      label={t('quick_start:question.figures')}
      initial={stored.figures ?? 'dashboard'}
      choices={QUICK_START_FIGURES.map((value) => ({
        value,
        label: t(`quick_start:figures.${value}.name`),
        text: t(`quick_start:figures.${value}.text`),
        Icon: ICONS[value],
      }))}
      button={t('quick_start:show')}
      isBusy={isBusy}
      onChosen={(figures) => onNext({ figures })}
    />
  );
}
