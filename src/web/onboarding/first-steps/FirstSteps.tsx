import { Card, Progress, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import type { Home } from '#contract/onboarding/calls.ts';
import { loadTexts, useTexts } from '#web/lib/format/i18n.ts';
import { RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import type { TextRoom } from '#web/locales/resources.ts';
import classes from './FirstSteps.module.css';
import { useTrialLeft } from '#web/onboarding/use-trial-left.ts';

type Step = Home['firstSteps'][number];

/** Properties of the form or button of a step. */
export type StepProps = { onDone: () => void };

/** Each step is loaded when its turn comes, with the texts of its room. */
const STEPS: Readonly<Record<Step['key'], ComponentType<StepProps>>> = {
  connect_crm: step(['connections'], async () => (await import('./ConnectSteps.tsx')).ConnectCrm),
  connect_channel: step(['channels'], async () => (await import('./ConnectSteps.tsx')).ConnectChannel),
  choose_flow: step(['flows', 'gallery'], async () => (await import('./StarterFlows.tsx')).StarterFlows),
  test: step(['flows', 'texts', 'reports'], async () => (await import('./TestStep.tsx')).TestStep),
  go_live: step(['flows', 'reports'], async () => (await import('./GoLiveStep.tsx')).GoLiveStep),
};

/** The way to a working cabinet; the step that comes next is done in its place. */
export function FirstSteps({ steps }: { steps: readonly Step[] }) {
  const t = useTexts();
  const trialLeft = useTrialLeft();
  const queryClient = useQueryClient();
  const done = steps.filter((one) => one.isDone).length;
  const next = steps.find((one) => !one.isDone);
  return (
    <Card component="section" className={classes.card} aria-label={t('onboarding:steps.title')}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          {t('onboarding:steps.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {[t('onboarding:steps.progress', { done, total: steps.length }), trialLeft].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Progress value={(done / steps.length) * 100} size="sm" aria-label={t('onboarding:steps.title')} />
      <ol className={classes.steps}>
        {steps.map((one, index) => (
          <li
            key={one.key}
            className={classes.step}
            data-done={one.isDone || undefined}
            aria-current={one === next ? 'step' : undefined}
          >
            <span className={classes.mark}>
              {one.isDone ? (
                <IconCheck size={16} stroke={2.4} role="img" aria-label={t('onboarding:steps.done')} />
              ) : (
                index + 1
              )}
            </span>
            <div className={classes.words}>
              <Text fw={one === next ? 600 : 450} className={classes.title}>
                {t(`onboarding:steps.${one.key}.title`)}
              </Text>
              {one === next && (
                <NextStep step={one} onDone={() => void queryClient.invalidateQueries({ queryKey: ['onboarding'] })} />
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function NextStep({ step: { key }, onDone }: StepProps & { step: Step }) {
  const t = useTexts();
  const Content = STEPS[key];
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t(`onboarding:steps.${key}.text`)}
      </Text>
      <Suspense fallback={<RowsSkeleton rows={2} />}>
        <Content onDone={onDone} />
      </Suspense>
    </>
  );
}

function step(texts: readonly TextRoom[], load: () => Promise<ComponentType<StepProps>>): ComponentType<StepProps> {
  return lazy(async () => {
    const [Content] = await Promise.all([load(), loadTexts(texts)]);
    return { default: Content };
  });
}
