import { IconBellRinging, IconCalendarRepeat, IconPackage, IconStar } from '@tabler/icons-react';
import { QUICK_START_GOALS, type QuickStartGoal } from '#contract/onboarding/quick-start-values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ChoiceStep } from '#web/onboarding/quick-start/ChoiceStep.tsx';
import type { StepProps } from '#web/onboarding/quick-start/step.ts';

const ICONS = {
  reminders: IconBellRinging,
  reviews: IconStar,
  returning: IconCalendarRepeat,
  orders: IconPackage,
} as const satisfies Record<QuickStartGoal, unknown>;

/** Which message to begin with. */
export function GoalStep({ stored, onNext, isBusy }: StepProps) {
  const t = useTexts();
  return (
    <ChoiceStep<QuickStartGoal>
      label={t('quick_start:question.goal')}
      initial={stored.goal ?? 'reminders'}
      choices={QUICK_START_GOALS.map((value) => ({
        value,
        label: t(`quick_start:goal.${value}.name`),
        text: t(`quick_start:goal.${value}.text`),
        Icon: ICONS[value],
      }))}
      isBusy={isBusy}
      onChosen={(goal) => onNext({ goal })}
    />
  );
}
