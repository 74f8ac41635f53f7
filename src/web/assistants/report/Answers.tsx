import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { listAssistantTurns } from '#contract/assistants/turns.ts';
import { TURN_OUTCOMES } from '#contract/assistants/values.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { TurnDetails } from '#web/assistants/turn/TurnDetails.tsx';
import { useTurns } from '#web/assistants/use-assistants.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { PageLink } from '#web/lib/pages/PageLink.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import classes from './report.module.css';

type Outcome = (typeof TURN_OUTCOMES)[number];
type Answer = ReplyOf<typeof listAssistantTurns>['items'][number];

const TONES = { answered: 'good', handed_over: 'gray', failed: 'bad', silent: 'attention' } as const;

/** Answers to clients, the latest first, each with its explanation. */
export function Answers({ assistantId }: { assistantId: AssistantId }) {
  const t = useTexts();
  const [outcome, setOutcome] = useState<Outcome>();
  const turns = useTurns(assistantId, outcome);
  return (
    <section aria-label={t('assistants:answers.title')}>
      <Title order={2} mb="sm">
        {t('assistants:answers.title')}
      </Title>
      <ListTools
        chips={{
          label: t('assistants:answers.which'),
          value: outcome ?? 'all',
          options: ['all' as const, ...TURN_OUTCOMES].map((value) => ({
            value,
            label: t(`assistants:answers.of.${value}`),
          })),
          onChange: (value) => setOutcome(wordIn(TURN_OUTCOMES, value)),
        }}
      />
      <PagedRows list={turns} empty={<EmptyState text={t('assistants:answers.none')} />}>
        {(rows) => (
          <ul className={classes.answers}>
            {rows.map((answer) => (
              <AnswerRow key={answer.id} answer={answer} />
            ))}
          </ul>
        )}
      </PagedRows>
    </section>
  );
}

function AnswerRow({ answer }: { answer: Answer }) {
  const t = useTexts();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { at, question, reply, outcome, conversationId } = answer;
  return (
    <li className={classes.answer}>
      <Group gap={8}>
        <ToneBadge tone={TONES[outcome]}>{t(`assistants:answers.of.${outcome}`)}</ToneBadge>
        <Text span size="sm" c="dimmed">
          {format.dateTime(at)}
        </Text>
      </Group>
      <Text fw={550}>{question}</Text>
      {reply && <Text lineClamp={3}>{reply}</Text>}
      <Group gap="sm">
        <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('assistants:turn.why')}
        </Button>
        {conversationId && (
          <PageLink to="/conversations" search={{ thread: conversationId }} className={classes.link}>
            {t('assistants:answers.conversation')}
          </PageLink>
        )}
      </Group>
      {isOpen && <TurnDetails turn={answer} />}
    </li>
  );
}
