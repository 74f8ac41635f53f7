import { Button, Group, Progress, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Assistant } from '#contract/assistants/calls.ts';
import type { AssistantRunId, RunCase } from '#contract/assistants/runs.ts';
import type { getAssistantRun } from '#contract/assistants/runs.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { useDollars } from '#web/assistants/use-models.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { NumberTile } from '#web/ui/charts/NumberTile.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import classes from './cases.module.css';
import { useRun, useStopRun } from './use-cases.ts';

const Talks = lazy(async () => ({ default: (await import('./Talks.tsx')).Talks }));

type Run = ReplyOf<typeof getAssistantRun>;
type Props = { assistant: Assistant; runId: AssistantRunId };

/** A run: how far it is, its figures, and its cases with what changed since the published version. */
export function RunView({ assistant, runId }: Props) {
  const run = useRun(assistant.id, runId);
  if (run.isPending) {
    return (
      <Loading>
        <RowsSkeleton />
      </Loading>
    );
  }
  if (!run.data) return <Failure error={run.error} onRetry={run.refetch} />;
  return (
    <>
      <RunHead assistant={assistant} run={run.data} />
      <ul className={classes.list}>
        {run.data.items.map((item) => (
          <CaseOfRun key={item.caseId} assistant={assistant} runId={runId} item={item} />
        ))}
      </ul>
    </>
  );
}

function RunHead({ assistant, run }: { assistant: Assistant; run: Run }) {
  const t = useTexts();
  const format = useFormat();
  const dollars = useDollars();
  const stop = useStopRun(assistant.id);
  const ofRun = (passed: number, total: number) =>
    t('cases:run.of', { passed: format.number(passed), total: format.number(total) });
  return (
    <div className={classes.run}>
      <Group justify="space-between">
        <Text c="dimmed">{useVersionWords()(run.version, assistant, run.startedAt)}</Text>
        {run.state === 'running' && (
          <Button variant="default" size="compact-md" loading={stop.isPending} onClick={() => stop.mutate(run.id)}>
            {t('cases:run.stop')}
          </Button>
        )}
      </Group>
      {run.state === 'running' && (
        <div role="status">
          <Text size="sm">
            {t('cases:run.running')}:{' '}
            {t('cases:run.done_of', { done: format.number(run.done), total: format.number(run.talks) })}
          </Text>
          <Progress value={(run.done / run.talks) * 100} aria-label={t('cases:run.running')} mt={6} />
        </div>
      )}
      {run.stop && <Text c="attention">{t(`cases:run.stopped.${run.stop}`)}</Text>}
      <div className={classes.tiles}>
        <NumberTile title={t('cases:run.rate')} value={run.done > 0 ? format.percent(run.passed / run.done) : '–'}>
          {ofRun(run.passed, run.done)}
        </NumberTile>
        <NumberTile
          title={t('cases:run.all')}
          value={run.state === 'running' ? '–' : format.percent(run.casesPassed / run.cases)}
        >
          {ofRun(run.casesPassed, run.cases)}
        </NumberTile>
        <NumberTile title={t('cases:run.cost')} value={dollars(run.costMicroUsd)} size="sum">
          {t('cases:run.at_most')}: {dollars(run.capMicroUsd)}
        </NumberTile>
      </div>
    </div>
  );
}

/** "Version 4, published · 29 November, 18:00". */
export function useVersionWords() {
  const t = useTexts();
  const format = useFormat();
  return (version: number, assistant: Assistant, startedAt: string): string => {
    const words = [
      t('cases:run.of_version', { version }),
      ...(version === assistant.version ? [t('cases:run.is_draft')] : []),
      ...(version === assistant.publishedVersion ? [t('cases:run.is_published')] : []),
    ];
    return `${words.join(', ')} · ${format.dateTime(startedAt)}`;
  };
}

function CaseOfRun({ assistant, runId, item }: { assistant: Assistant; runId: AssistantRunId; item: RunCase }) {
  const t = useTexts();
  const format = useFormat();
  const dollars = useDollars();
  const [isOpen, setOpen] = useState(false);
  const state = stateOf(item);
  const change = changeOf(item, state);
  const facts = [
    ...(item.talks > 1 && item.done > 0
      ? [t('cases:run.times', { passed: format.number(item.passed), total: format.number(item.done) })]
      : []),
    ...(item.costMicroUsd > 0 ? [dollars(item.costMicroUsd)] : []),
  ];
  return (
    <li className={classes.row}>
      <div className={classes.ofRun}>
        <div className={classes.about}>
          <Text fw={500}>{item.settings.title}</Text>
          <Group gap={8} mt={4}>
            <ToneBadge tone={TONES[state]}>{t(`cases:run.${state}`)}</ToneBadge>
            {change && (
              <ToneBadge tone={change === 'newly_failing' ? 'bad' : 'good'}>{t(`cases:run.${change}`)}</ToneBadge>
            )}
            {facts.length > 0 && (
              <Text span size="sm" c="dimmed">
                {facts.join(' · ')}
              </Text>
            )}
          </Group>
        </div>
        {item.done > 0 && (
          <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'cases:run.hide' : 'cases:run.show')}
          </Button>
        )}
      </div>
      {isOpen && (
        <Suspense fallback={<RowsSkeleton />}>
          <Talks assistantId={assistant.id} runId={runId} caseId={item.caseId} />
        </Suspense>
      )}
    </li>
  );
}

const TONES = { passed: 'good', failed: 'bad', waiting: 'gray' } as const;

function stateOf({ talks, done, passed }: RunCase): keyof typeof TONES {
  if (done > passed) return 'failed';
  return talks === passed ? 'passed' : 'waiting';
}

/** The change since the published version; null: there is none, or it did not run. */
function changeOf({ before }: RunCase, state: keyof typeof TONES): 'newly_failing' | 'newly_passing' | null {
  if (before === true && state === 'failed') return 'newly_failing';
  return before === false && state === 'passed' ? 'newly_passing' : null;
}
