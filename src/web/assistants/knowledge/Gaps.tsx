import { Button, Group, Text, Title } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { KnowledgeGap } from '#contract/assistants/knowledge.ts';
import { MAX_PAIR_QUESTIONS } from '#contract/assistants/knowledge-values.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import classes from './knowledge.module.css';
import { useAnswerGap, useDismissGap, useGaps } from './use-knowledge.ts';

const PairDialog = lazy(async () => ({ default: (await import('./PairDialog.tsx')).PairDialog }));

/** Questions that the assistant could not answer, grouped; each becomes a pair or is dismissed. */
export function Gaps({ assistantId }: { assistantId: AssistantId }) {
  const t = useTexts();
  const gaps = useGaps(assistantId);
  const dismiss = useDismissGap(assistantId);
  const [answered, setAnswered] = useState<KnowledgeGap | null>(null);
  return (
    <section aria-label={t('knowledge:gaps.title')}>
      <Title order={3}>{t('knowledge:gaps.title')}</Title>
      <Text c="dimmed" mb="sm">
        {t('knowledge:gaps.lead')}
      </Text>
      <PagedRows list={gaps} empty={<EmptyState text={t('knowledge:gaps.empty')} />}>
        {(rows) => (
          <ul className={classes.list}>
            {rows.map((gap) => (
              <li key={gap.id} className={classes.gap}>
                <GapWords gap={gap} />
                <Group gap="xs">
                  <Button variant="light" size="compact-md" onClick={() => setAnswered(gap)}>
                    {t('knowledge:gaps.answer')}
                  </Button>
                  <Button variant="subtle" color="gray" size="compact-md" onClick={() => dismiss(gap)}>
                    {t('knowledge:gaps.dismiss')}
                  </Button>
                </Group>
              </li>
            ))}
          </ul>
        )}
      </PagedRows>
      <Suspense>
        {answered && <GapDialog assistantId={assistantId} gap={answered} onClose={() => setAnswered(null)} />}
      </Suspense>
    </section>
  );
}

function GapWords({ gap }: { gap: KnowledgeGap }) {
  const t = useTexts();
  const format = useFormat();
  const facts = [
    t('knowledge:gaps.count', { count: gap.count }),
    t(`knowledge:gaps.reason.${gap.reason}`),
    format.dateTime(gap.lastNotedAt),
  ];
  return (
    <div className={classes.about}>
      <Text fw={500} className={classes.name}>
        {gap.question}
      </Text>
      {gap.wordings.length > 0 && (
        <Text size="sm" className={classes.name}>
          {gap.wordings.slice(0, 3).join(' · ')}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {facts.join(' · ')}
      </Text>
    </div>
  );
}

type DialogProps = { assistantId: AssistantId; gap: KnowledgeGap; onClose: () => void };

function GapDialog({ assistantId, gap, onClose }: DialogProps) {
  const t = useTexts();
  const answer = useAnswerGap(assistantId, gap.id);
  const questions = [gap.question, ...gap.wordings].slice(0, MAX_PAIR_QUESTIONS);
  return (
    <PairDialog
      title={t('knowledge:gaps.answer')}
      initial={{ questions, answer: '' }}
      onSave={(pair) => answer.mutateAsync(pair)}
      onClose={onClose}
    />
  );
}
