import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { QUICK_STARTS } from '#contract/onboarding/quick-start-values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useTrialLeft } from '#web/onboarding/use-trial-left.ts';
import { StepCard } from '#web/ui/layout/StepCard.tsx';
import { questionOf } from './quick-start/step.ts';
import type { UnfinishedQuickStart } from './use-unfinished-quick-start.ts';

/** The quick start on Home, while it is not finished: begins it, or goes on at the stored step. */
export function QuickStartCard({ kind, step }: UnfinishedQuickStart) {
  const t = useTexts();
  const trialLeft = useTrialLeft();
  const { steps, path } = QUICK_STARTS[kind];
  const name = steps[step - 1] ?? steps[0];
  return (
    <StepCard
      title={t(`onboarding:quick_start.${kind}`)}
      note={trialLeft ?? undefined}
      steps={steps.map((one, index) => ({
        key: one,
        title: t(`quick_start:step.${one}`),
        isDone: index + 1 < step,
      }))}
    >
      {name && (
        <Text size="sm" c="dimmed" mb="sm">
          {t(questionOf(kind, name))}
        </Text>
      )}
      <Button component={Link} to={path}>
        {t(step > 1 ? 'quick_start:next' : 'quick_start:begin')}
      </Button>
    </StepCard>
  );
}
