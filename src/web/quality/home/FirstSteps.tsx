import { Button, Card, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { QualityHome } from '#contract/quality/reports.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from '#web/quality/quality.module.css';

const STEPS = ['checklist', 'talks', 'report'] as const;
type Step = (typeof STEPS)[number];

/** The way to the first report: what to check, what to check it on, and the start. */
export function FirstSteps({ has }: { has: QualityHome['has'] }) {
  const t = useTexts();
  const isDone: Record<Step, boolean> = {
    checklist: has.checklists,
    talks: has.conversations || has.recordings,
    report: has.reports,
  };
  const next = STEPS.find((step) => !isDone[step]);
  return (
    <Card component="section" aria-label={t('quality:steps.title')}>
      <Title order={2} size="h3">
        {t('quality:steps.title')}
      </Title>
      <Text c="dimmed">{t('quality:steps.lead')}</Text>
      <ol className={classes.steps}>
        {STEPS.map((step, index) => (
          <li key={step} data-done={isDone[step] || undefined} aria-current={step === next ? 'step' : undefined}>
            <span className={classes.mark}>
              {isDone[step] ? (
                <IconCheck size={16} stroke={2.4} role="img" aria-label={t('quality:steps.done')} />
              ) : (
                index + 1
              )}
            </span>
            <div className={classes.words}>
              <Text fw={550}>{t(`quality:steps.${step}.title`)}</Text>
              <Text size="sm" c="dimmed" mb="xs">
                {t(`quality:steps.${step}.text`)}
              </Text>
              <StepButtons step={step} isNext={step === next} />
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function StepButtons({ step, isNext }: { step: Step; isNext: boolean }) {
  const t = useTexts();
  const variant = isNext ? 'filled' : 'default';
  if (step === 'checklist')
    return (
      <Button variant={variant} renderRoot={(props) => <Link to="/chats" search={{ tab: 'checklists' }} {...props} />}>
        {t('quality:steps.checklist.button')}
      </Button>
    );
  if (step === 'report')
    return (
      <Button variant={variant} renderRoot={(props) => <Link to="/chats" search={{ open: 'order' }} {...props} />}>
        {t('quality:steps.report.button')}
      </Button>
    );
  return (
    <Button.Group>
      <Button
        variant={variant}
        renderRoot={(props) => <Link to="/chats" search={{ tab: 'talks', open: 'import' }} {...props} />}
      >
        {t('quality:steps.talks.chats')}
      </Button>
      <Button variant="default" renderRoot={(props) => <Link to="/calls" search={{ tab: 'talks' }} {...props} />}>
        {t('quality:steps.talks.calls')}
      </Button>
    </Button.Group>
  );
}
