import { Button, List, Stack, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { Checklist } from '#contract/quality/checklists.ts';
import type { ChecklistTrade, TalkKind } from '#contract/quality/values.ts';
import { useLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import classes from '#web/quality/quality.module.css';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import { useAddReadyChecklist, useReadyChecklists } from './use-checklists.ts';

type Props = { kind: TalkKind; onAdded?: (checklist: Checklist) => void };

/** The ready checklists by trade with their questions, and the way to an own one. */
export function NewChecklist({ kind, onAdded }: Props) {
  const t = useTexts();
  const language = useLanguage();
  const canOpen = useCanOpen();
  const ready = useReadyChecklists(language);
  const add = useAddReadyChecklist();
  // NOTE: not by a callback of the call: the list that is no longer empty takes this place
  const take = (trade: ChecklistTrade) => add.mutateAsync({ trade, language }).then(onAdded, () => undefined);
  return (
    <Stack w="100%">
      {ready.isPending && <RowsSkeleton rows={5} />}
      {ready.isError && !ready.data && <Failure error={ready.error} onRetry={ready.refetch} />}
      {ready.data && (
        <ul className={classes.list}>
          {ready.data.map(({ trade, questions }) => (
            <ReadyRow
              key={trade}
              title={t(`quality:trade.${trade}.title`)}
              text={t(`quality:trade.${trade}.text`)}
              questions={questions}
              isBusy={add.isPending && add.variables.trade === trade}
              isLocked={add.isPending && add.variables.trade !== trade}
              onTake={() => void take(trade)}
            />
          ))}
        </ul>
      )}
      <FormFailure error={add.error} />
      {canOpen('/chats/checklists/new') && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPencil size={18} />}
            renderRoot={(props) => <Link to="/chats/checklists/new" search={{ kind }} {...props} />}
          >
            {t('quality:checklist.own')}
          </Button>
        </div>
      )}
    </Stack>
  );
}

type RowProps = {
  title: string;
  text: string;
  questions: readonly string[];
  isBusy: boolean;
  isLocked: boolean;
  onTake: () => void;
};

function ReadyRow({ title, text, questions, isBusy, isLocked, onTake }: RowProps) {
  const t = useTexts();
  const list = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={classes.row}>
      <div className={classes.ready}>
        <Text fw={550}>{title}</Text>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
        <LinkButton aria-expanded={isOpen} aria-controls={list} onClick={() => setOpen(!isOpen)}>
          {t('quality:checklist.questions', { count: questions.length })}
        </LinkButton>
        {isOpen && (
          <List id={list} size="sm" mt={4}>
            {questions.map((question) => (
              <List.Item key={question}>{question}</List.Item>
            ))}
          </List>
        )}
      </div>
      <Button
        variant="light"
        size="compact-md"
        aria-label={`${t('quality:checklist.take')}: ${title}`}
        loading={isBusy}
        disabled={isLocked}
        onClick={onTake}
      >
        {t('quality:checklist.take')}
      </Button>
    </li>
  );
}
