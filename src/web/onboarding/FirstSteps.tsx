import { Button, Card, Progress, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Home } from '#contract/onboarding.ts';
import { useTexts } from '#web/lib/i18n.ts';
import classes from './FirstSteps.module.css';

type Step = Home['firstSteps'][number];

const PATHS: Readonly<Record<Step['key'], string>> = {
  connect_crm: '/accounts/yclients',
  connect_channel: '/accounts/dialog360',
  choose_flow: '/flows',
  test: '/flows',
  go_live: '/flows',
};

const OTHER_PATHS = { connect_crm: '/accounts/altegio', connect_channel: '/accounts/telegram' } as const;

/** The way to a working cabinet; the step that comes next is the one to do. */
export function FirstSteps({ steps }: { steps: readonly Step[] }) {
  const t = useTexts();
  const done = steps.filter((step) => step.isDone).length;
  const next = steps.find((step) => !step.isDone);
  return (
    <Card component="section" className={classes.card} aria-label={t('onboarding:steps.title')}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          {t('onboarding:steps.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('onboarding:steps.progress', { done, total: steps.length })}
        </Text>
      </div>
      <Progress value={(done / steps.length) * 100} size="sm" aria-label={t('onboarding:steps.title')} />
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <li
            key={step.key}
            className={classes.step}
            data-done={step.isDone || undefined}
            aria-current={step === next ? 'step' : undefined}
          >
            <span className={classes.mark}>
              {step.isDone ? (
                <IconCheck size={16} stroke={2.4} role="img" aria-label={t('onboarding:steps.done')} />
              ) : (
                index + 1
              )}
            </span>
            <div className={classes.words}>
              <Text fw={step === next ? 600 : 450} className={classes.title}>
                {step.isDone || step === next ? (
                  t(`onboarding:steps.${step.key}.title`)
                ) : (
                  <Link to={PATHS[step.key]} className={classes.link}>
                    {t(`onboarding:steps.${step.key}.title`)}
                  </Link>
                )}
              </Text>
              {step === next && <NextStep step={step} />}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function NextStep({ step }: { step: Step }) {
  const t = useTexts();
  return (
    <>
      <Text size="sm" c="dimmed">
        {t(`onboarding:steps.${step.key}.text`)}
      </Text>
      <div className={classes.actions}>
        <Button component={Link} to={PATHS[step.key]}>
          {t(`onboarding:steps.${step.key}.action`)}
        </Button>
        {(step.key === 'connect_channel' || step.key === 'connect_crm') && (
          <Button component={Link} to={OTHER_PATHS[step.key]} variant="default">
            {t(`onboarding:steps.${step.key}.other_action`)}
          </Button>
        )}
      </div>
    </>
  );
}
