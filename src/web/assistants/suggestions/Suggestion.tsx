import { Button, CloseButton, Group, Skeleton, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LONGEST_HINT } from '#contract/assistants/values.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { PageLink } from '#web/lib/pages/PageLink.tsx';
import type { ReplyHelpProps } from '#web/lib/pages/room.ts';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import classes from './suggestions.module.css';

const ANSWER_TIMEOUT_MS = 90_000;

/** A reply written by an assistant, for the member to take into the field, or to request again. */
export function Suggestion({ conversationId, onTake, onClose }: ReplyHelpProps) {
  const t = useTexts();
  const [hint, setHint] = useState('');
  const { data, error, isPending, request } = useSuggestion(conversationId);
  const again = () => request(hint.trim());
  const text = data?.text ?? null;
  return (
    <section className={classes.suggestion} aria-label={t('assistants:suggestion.title')}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="xs" c="dimmed">
          {data ? t('assistants:suggestion.by', { name: data.assistant.title }) : t('assistants:suggestion.title')}
        </Text>
        <CloseButton aria-label={t('assistants:suggestion.close')} onClick={onClose} />
      </Group>
      {isPending && (
        <Loading>
          <Skeleton height={14} mb={8} />
          <Skeleton height={14} width="70%" />
        </Loading>
      )}
      {!isPending && (
        <>
          <Refusal error={error} />
          {text !== null && <Text className={classes.text}>{text}</Text>}
          {data?.gap && <Text size="sm">{t(`assistants:suggestion.gap.${data.gap}`)}</Text>}
          {text !== null && data && data.sources.length > 0 && (
            <Text size="xs" c="dimmed">
              {t('assistants:suggestion.sources', { sources: data.sources.join(', ') })}
            </Text>
          )}
        </>
      )}
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <TextInput
          flex={1}
          size="sm"
          aria-label={t('assistants:suggestion.hint')}
          placeholder={t('assistants:suggestion.hint')}
          maxLength={LONGEST_HINT}
          value={hint}
          onChange={({ currentTarget }) => setHint(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            // NOTE: the field stands in the form of the message, which Enter would send
            event.preventDefault();
            if (!isPending) again();
          }}
        />
        <Button size="compact-md" variant="default" disabled={isPending} onClick={again}>
          {t('assistants:suggestion.again')}
        </Button>
        {text !== null && !isPending && (
          <Button size="compact-md" onClick={() => onTake(text)}>
            {t('assistants:suggestion.take')}
          </Button>
        )}
      </Group>
    </section>
  );
}

/** That there is nothing to answer is no fault. */
function Refusal({ error }: { error: unknown }) {
  const t = useTexts();
  if (isRefused(error, 'assistant.nothing_to_answer')) return <Text size="sm">{problemText(error, t)}</Text>;
  const action = isRefused(error, 'assistant.none_published') && (
    <PageLink to="/flowCopilotBots">{t('assistants:title')}</PageLink>
  );
  return <FormFailure error={error} action={action} />;
}

/** Asks a model when it is drawn, and again on request. */
function useSuggestion(conversationId: ConversationId) {
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: (hint: string) =>
      call('POST /api/v1/conversations/:conversationId/suggestion', {
        params: { conversationId },
        body: { hint },
        timeoutMs: ANSWER_TIMEOUT_MS,
      }),
  });
  useEffect(() => mutate(''), [mutate]);
  return { data, error, isPending, request: mutate };
}
