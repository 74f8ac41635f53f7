import { Button, Paper, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import type { QuickStart } from '#contract/onboarding/quick-start.ts';
import {
  MOST_QUICK_START_STEPS,
  QUICK_STARTS,
  type QuickStartKind,
  type QuickStartStep,
} from '#contract/onboarding/quick-start-values.ts';
import { loadTexts, useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import type { TextRoom } from '#web/locales/resources.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { StepLinks } from '#web/ui/layout/StepLinks.tsx';
import classes from './quick-start.module.css';
import { questionOf, type StepProps } from './step.ts';
import { useQuickStart, useSaveQuickStart } from './use-quick-start.ts';

const FLOW_TEXTS = ['flows', 'texts', 'reports', 'attention'] as const;

/** Each step is loaded when its turn comes, with the texts it needs. */
const STEPS: Readonly<Record<QuickStartStep, ComponentType<StepProps>>> = {
  goal: step([], async () => (await import('./steps/GoalStep.tsx')).GoalStep),
  figures: step([], async () => (await import('./steps/FiguresStep.tsx')).FiguresStep),
  connect: step(['connections', 'channels'], async () => (await import('./steps/ConnectStep.tsx')).ConnectStep),
  source: step(['connections'], async () => (await import('./steps/SourceStep.tsx')).SourceStep),
  channel: step(['channels'], async () => (await import('./steps/ChannelStep.tsx')).ChannelStep),
  text: step(FLOW_TEXTS, async () => (await import('./steps/TextStep.tsx')).TextStep),
  start: step([], async () => (await import('./steps/StartStep.tsx')).StartStep),
  business: step(['assistants'], async () => (await import('./steps/BusinessStep.tsx')).BusinessStep),
  knowledge: step(['assistants', 'knowledge'], async () => (await import('./steps/KnowledgeStep.tsx')).KnowledgeStep),
  trial: step(['assistants', 'knowledge'], async () => (await import('./steps/TrialStep.tsx')).TrialStep),
};

const Finished = lazy(async () => {
  const [{ Finished: end }] = await Promise.all([import('./Finished.tsx'), loadTexts(FLOW_TEXTS)]);
  return { default: end };
});

type Search = { step?: number | undefined };

const readSearch = ({ step: written }: Readonly<Record<string, unknown>>): Search => {
  const number = Number(written);
  return { step: Number.isInteger(number) && number >= 1 && number <= MOST_QUICK_START_STEPS ? number : undefined };
};

/** The page of a quick start. Routes: `QUICK_STARTS` */
export const quickStartPage = (kind: QuickStartKind): ComponentType =>
  function QuickStartPage() {
    const t = useTexts();
    const stored = useQuickStart(kind);
    if (stored.data) return <Steps kind={kind} stored={stored.data} />;
    return (
      <>
        <PageHead backTo="/" title={t(`onboarding:quick_start.${kind}`)} state={'\u00a0'} />
        {stored.isError ? <Failure error={stored.error} onRetry={stored.refetch} /> : <RowsSkeleton rows={5} />}
      </>
    );
  };

function Steps({ kind, stored }: { kind: QuickStartKind; stored: QuickStart }) {
  const t = useTexts();
  const { steps } = QUICK_STARTS[kind];
  const [search, change] = useUrlState<Search>(readSearch);
  const save = useSaveQuickStart(kind);
  const number = Math.min(search.step ?? stored.step, steps.length);
  const isFinished = stored.isFinished && search.step === undefined;
  const name = steps[number - 1] ?? 'goal';
  const Content = STEPS[name];
  const goOn: StepProps['onNext'] = (answers = {}) => {
    const { goal, figures, assistantId } = answers;
    const isLast = number === steps.length;
    save.mutate(
      {
        step: isLast ? number : number + 1,
        ...(goal && { goal }),
        ...(figures && { figures }),
        ...(assistantId && { assistantId }),
        ...(isLast && { isFinished: true }),
      },
      {
        onSuccess: () => change({ step: isLast ? undefined : number + 1 }),
        onError: (error) => toast.error({ title: problemText(error, t) }),
      },
    );
  };
  return (
    <>
      <PageHead
        backTo="/"
        title={t(`onboarding:quick_start.${kind}`)}
        state={isFinished ? t('quick_start:done') : t('quick_start:step_of', { step: number, total: steps.length })}
        action={
          !isFinished && (
            <Button component={Link} to="/" variant="default">
              {t('quick_start:leave')}
            </Button>
          )
        }
      />
      <div className={classes.page} data-wide={(!isFinished && name === 'text') || undefined}>
        {isFinished ? (
          <Suspense fallback={<RowsSkeleton rows={4} />}>
            <Finished stored={stored} onAgain={() => change({ step: 1 })} />
          </Suspense>
        ) : (
          <>
            <StepLinks
              label={t('quick_start:steps')}
              current={name}
              steps={steps.map((one, index) => ({
                key: one,
                label: t(`quick_start:step.${one}`),
                link: { to: '.', search: (before: object) => ({ ...before, step: index + 1 }) },
              }))}
            />
            <Paper withBorder className={classes.card} component="section">
              <Title order={2}>{t(questionOf(kind, name))}</Title>
              <Suspense fallback={<RowsSkeleton rows={3} />}>
                <Content key={name} kind={kind} stored={stored} onNext={goOn} isBusy={save.isPending} />
              </Suspense>
            </Paper>
          </>
        )}
      </div>
    </>
  );
}

function step(texts: readonly TextRoom[], load: () => Promise<ComponentType<StepProps>>): ComponentType<StepProps> {
  return lazy(async () => {
    const [Content] = await Promise.all([load(), loadTexts(texts)]);
    return { default: Content };
  });
}
