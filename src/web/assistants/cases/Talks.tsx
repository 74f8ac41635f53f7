import { Button, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { AssistantCaseId } from '#contract/assistants/cases.ts';
import type { AssistantRunId, CaseVerdict, RunTalk, TalkLine } from '#contract/assistants/runs.ts';
import { TurnDetails } from '#web/assistants/turn/TurnDetails.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import classes from './cases.module.css';
import { useTalks } from './use-cases.ts';
import { useExpectationWords } from './use-expectation-words.ts';

type Props = { assistantId: AssistantId; runId: AssistantRunId; caseId: AssistantCaseId };

const TONES = { passed: 'good', failed: 'bad', broken: 'attention', waiting: 'gray' } as const;

/** The talks of a case in a run: what was checked, and what was written. */
export function Talks({ assistantId, runId, caseId }: Props) {
  const t = useTexts();
  const talks = useTalks(assistantId, runId, caseId);
  if (talks.isPending) {
    return (
      <Loading>
        <RowsSkeleton />
      </Loading>
    );
  }
  if (!talks.data) return <Failure error={talks.error} onRetry={talks.refetch} />;
  const held = talks.data.filter(({ state }) => state !== 'waiting');
  return held.map((talk) => (
    <section key={talk.id} className={classes.talk} aria-label={t('cases:talk.number', { number: talk.repeat })}>
      {talks.data.length > 1 && (
        <div className={classes.number}>
          <Text fw={600} size="sm" component="h4">
            {t('cases:talk.number', { number: talk.repeat })}
          </Text>
          <ToneBadge tone={TONES[talk.state]}>{t(`cases:run.${talk.state}`)}</ToneBadge>
        </div>
      )}
      <Verdicts verdicts={talk.verdicts} />
      <Lines talk={talk} />
    </section>
  ));
}

function Verdicts({ verdicts }: { verdicts: readonly CaseVerdict[] }) {
  const t = useTexts();
  const words = useExpectationWords();
  return (
    <ul className={classes.verdicts} aria-label={t('cases:talk.verdicts')}>
      {verdicts.map(({ expectation, isMet, reason, quote }, index) => (
        <li key={index} data-met={isMet}>
          {isMet ? <IconCheck size={16} aria-hidden /> : <IconX size={16} aria-hidden />}
          <div>
            {words(expectation)}
            <Text span c={isMet ? 'dimmed' : 'bad'}>
              {' – '}
              {t(`cases:reason.${reason}`)}
            </Text>
            {quote && <q className={classes.quote}>{quote}</q>}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Lines({ talk }: { talk: RunTalk }) {
  return (
    <ol className={classes.lines}>
      {talk.lines.map((line, index) => (
        <Line key={index} line={line} />
      ))}
    </ol>
  );
}

function Line({ line: { side, text, turn } }: { line: TalkLine }) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <li data-side={side}>
      <Text size="xs" c="dimmed">
        {t(`cases:talk.${side}`)}
      </Text>
      <div className={classes.bubble}>{text || <em>{t('cases:talk.nothing')}</em>}</div>
      {turn && (
        <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('assistants:turn.why')}
        </Button>
      )}
      {turn && isOpen && <TurnDetails turn={turn} />}
    </li>
  );
}
