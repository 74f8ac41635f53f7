import { IconBellRinging, IconCalendarRepeat, IconPackage, IconStar } from '@tabler/icons-react';
import { useState } from 'react';
import { QUICK_START_GOALS, type QuickStartGoal } from '#contract/onboarding/quick-start-values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ChoiceCards } from '#web/onboarding/quick-start/ChoiceCards.tsx';
import type { StepProps } from '#web/onboarding/quick-start/step.ts';
import { StepActions } from '#web/onboarding/quick-start/StepActions.tsx';

const ICONS = {
  reminders: IconBellRinging,
  reviews: IconStar,
  returning: IconCalendarRepeat,
  orders: IconPackage,
} as const satisfies Record<QuickStartGoal, unknown>;

/** Which message to begin with. */
export function GoalStep({ stored, onNext, isBusy }: StepProps) {
  const t = useTexts();
  const [goal, setGoal] = useState<QuickStartGoal>(stored.goal ?? 'reminders');
  return (
    <>
      <ChoiceCards
        label={t('quick_start:question.goal')}
        value={goal}
        choices={QUICK_START_GOALS.map((value) => ({
          value,
          label: t(`quick_start:goal.${value}.name`),
          text: t(`quick_start:goal.${value}.text`),
          Icon: ICONS[value],
        }))}
        onChange={setGoal}
      />
      <StepActions isBusy={isBusy} onNext={() => onNext({ goal })} />
    </>
  );
}
