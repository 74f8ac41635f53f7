import { Card, Progress, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { CLINIC_STEPS } from '#contract/onboarding/values.ts';
import type { ClinicSetup } from '#contract/onboarding/clinic.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import classes from '#web/onboarding/FirstSteps.module.css';
import { ClinicStarted } from './ClinicStarted.tsx';
import { ClinicStep } from './ClinicStep.tsx';
import { useClinicSetup } from './use-clinic-setup.ts';

type Step = (typeof CLINIC_STEPS)[number];

/** Route: /account/medflex-onboarding. Every step is stored, so that it goes on from where it was left. */
export function MedflexOnboardingPage() {
  const t = useTexts();
  const setup = useClinicSetup();
  return (
    <>
      <PageHead title={t('onboarding:medflex_title')} />
      {setup.data && <Steps setup={setup.data} />}
      {!setup.data &&
        (setup.isError ? <Failure error={setup.error} onRetry={setup.refetch} /> : <RowsSkeleton rows={4} />)}
    </>
  );
}

function Steps({ setup }: { setup: ClinicSetup }) {
  const t = useTexts();
  const [reopened, setReopened] = useState<Step | null>(null);
  const next = setup.step === 'done' ? CLINIC_STEPS.length : CLINIC_STEPS.indexOf(setup.step);
  const open = reopened ?? (setup.step === 'done' ? null : setup.step);
  return (
    <Card component="section" className={classes.card} aria-label={t('onboarding:medflex_title')}>
      <div className={classes.head}>
        <Text size="sm" c="dimmed">
          {t('connections:medflex.start.progress', { done: next, total: CLINIC_STEPS.length })}
        </Text>
      </div>
      <Progress value={(next / CLINIC_STEPS.length) * 100} size="sm" aria-label={t('onboarding:medflex_title')} />
      <ol className={classes.steps}>
        {CLINIC_STEPS.map((step, index) => (
          <li key={step} className={classes.step} aria-current={step === open ? 'step' : undefined}>
            <span className={classes.mark}>
              {index < next && step !== open ? (
                <IconCheck size={16} stroke={2.4} role="img" aria-label={t('connections:medflex.start.ready')} />
              ) : (
                index + 1
              )}
            </span>
            <div className={classes.words}>
              {step === open ? (
                <>
                  <Title order={2} size="h4">
                    {t(`connections:medflex.start.${step}.question`)}
                  </Title>
                  <ClinicStep step={step} setup={setup} onDone={() => setReopened(null)} />
                </>
              ) : (
                <Text className={classes.title} c={index < next ? undefined : 'dimmed'}>
                  {t(`connections:medflex.start.${step}.title`)}{' '}
                  {index < next && (
                    <LinkButton onClick={() => setReopened(step)}>{t('connections:medflex.start.change')}</LinkButton>
                  )}
                </Text>
              )}
            </div>
          </li>
        ))}
      </ol>
      {setup.step === 'done' && <ClinicStarted setup={setup} />}
    </Card>
  );
}
