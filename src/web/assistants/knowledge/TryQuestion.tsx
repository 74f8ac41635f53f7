import { Button, Text, TextInput, Title } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { FoundPassage } from '#contract/assistants/knowledge.ts';
import { LONGEST_KNOWLEDGE_QUESTION } from '#contract/assistants/knowledge-values.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import classes from './knowledge.module.css';
import { PassageText } from './PassageText.tsx';
import { useTry } from './use-knowledge.ts';

/** A question as a contact would ask it, and the passages that it finds. */
export function TryQuestion({ assistantId }: { assistantId: AssistantId }) {
  const t = useTexts();
  const [written, setWritten] = useState('');
  const [question, setQuestion] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setQuestion(written.trim());
  };
  return (
    <section aria-label={t('knowledge:try.title')}>
      <Title order={3}>{t('knowledge:try.title')}</Title>
      <Text c="dimmed">{t('knowledge:try.lead')}</Text>
      <form className={classes.try} onSubmit={submit}>
        <TextInput
          className={classes.about}
          aria-label={t('knowledge:try.question')}
          placeholder={t('knowledge:try.example')}
          maxLength={LONGEST_KNOWLEDGE_QUESTION}
          value={written}
          onChange={({ currentTarget }) => setWritten(currentTarget.value)}
        />
        <Button type="submit" variant="light" disabled={written.trim() === ''}>
          {t('knowledge:try.find')}
        </Button>
      </form>
      {question !== '' && <Found assistantId={assistantId} question={question} />}
    </section>
  );
}

function Found({ assistantId, question }: { assistantId: AssistantId; question: string }) {
  const t = useTexts();
  const found = useTry(assistantId, question);
  if (found.isPending) {
    return (
      <Loading>
        <RowsSkeleton rows={2} />
      </Loading>
    );
  }
  if (!found.data) return <Failure error={found.error} onRetry={found.refetch} />;
  const { passages, weak, hasMeanings } = found.data;
  return (
    <div aria-live="polite" aria-busy={found.isFetching}>
      <Text my="sm">
        {passages.length > 0
          ? t('knowledge:try.found', { count: passages.length })
          : t(weak.length > 0 ? 'knowledge:try.nothing_near' : 'knowledge:try.nothing')}{' '}
        {t(hasMeanings ? 'knowledge:try.by_meaning' : 'knowledge:try.by_words')}
      </Text>
      {passages.length > 0 && <Passages passages={passages} />}
      {passages.length === 0 && weak.length > 0 && (
        <>
          <Text size="sm" c="dimmed" mb="xs">
            {t('knowledge:try.weak')}
          </Text>
          <Passages passages={weak} />
        </>
      )}
    </div>
  );
}

function Passages({ passages }: { passages: readonly FoundPassage[] }) {
  const t = useTexts();
  const format = useFormat();
  return (
    <ol className={classes.passages}>
      {passages.map((passage) => (
        <li key={passage.id} className={classes.passage}>
          <div className={classes.facts}>
            <Text fw={500} className={classes.name}>
              {passage.sourceTitle}
            </Text>
            {passage.isExact ? (
              <ToneBadge tone="good">{t('knowledge:try.exact')}</ToneBadge>
            ) : (
              <Text size="sm" c="dimmed">
                {t('knowledge:try.score', { percent: format.number(Math.round(passage.score * 100)) })}
              </Text>
            )}
          </div>
          <PassageText passage={passage} words={passage.words} />
        </li>
      ))}
    </ol>
  );
}
