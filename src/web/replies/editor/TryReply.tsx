import { Alert, Button, Card, Group, NativeSelect, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import type { BodyOf } from '#contract/endpoint.ts';
import type { tryReplyWidget } from '#contract/replies/calls.ts';
import type { ReplyWidgetSettings } from '#contract/replies/settings.ts';
import { LONGEST_AUTHOR, REVIEW_SOURCES } from '#contract/replies/values.ts';
import { LONGEST_REVIEW, STARS } from '#contract/reviews/values.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useTryWidget } from '#web/replies/use-replies.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import classes from '#web/replies/replies.module.css';

type Review = BodyOf<typeof tryReplyWidget>['review'];

/** Shows what the widget would reply to a review. */
export function TryReply({ settings }: { settings: ReplyWidgetSettings }) {
  const t = useTexts();
  const attempt = useTryWidget();
  const [review, setReview] = useState<Review>({ source: 'own', authorName: '', stars: 5, text: '' });
  const change = (to: Partial<Review>) => setReview((before) => ({ ...before, ...to }));
  return (
    <Card component="section" aria-label={t('replies:try.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          attempt.mutate({ settings, review });
        }}
      >
        <Stack gap="sm">
          <div>
            <Title order={2} size="h4">
              {t('replies:try.title')}
            </Title>
            <Text size="sm" c="dimmed">
              {t('replies:try.lead')}
            </Text>
          </div>
          <Group grow>
            <NativeSelect
              label={t('replies:try.stars')}
              value={String(review.stars)}
              data={STARS.map(String)}
              onChange={({ currentTarget }) => change({ stars: Number(currentTarget.value) })}
            />
            <NativeSelect
              label={t('replies:try.source')}
              value={review.source}
              data={REVIEW_SOURCES.map((value) => ({ value, label: t(`replies:source.${value}`) }))}
              onChange={({ currentTarget }) => change({ source: wordIn(REVIEW_SOURCES, currentTarget.value) ?? 'own' })}
            />
          </Group>
          <TextInput
            label={t('replies:try.author')}
            maxLength={LONGEST_AUTHOR}
            value={review.authorName}
            onChange={({ currentTarget }) => change({ authorName: currentTarget.value })}
          />
          <Textarea
            label={t('replies:try.text')}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={LONGEST_REVIEW}
            value={review.text}
            onChange={({ currentTarget }) => change({ text: currentTarget.value })}
          />
          <Button type="submit" variant="light" loading={attempt.isPending}>
            {t('replies:try.run')}
          </Button>
          <div aria-live="polite">
            {attempt.error && <Alert color="bad">{problemText(attempt.error, t)}</Alert>}
            {attempt.data && !attempt.isPending && <Result result={attempt.data} />}
          </div>
        </Stack>
      </form>
    </Card>
  );
}

function Result({ result }: { result: NonNullable<ReturnType<typeof useTryWidget>['data']> }) {
  const t = useTexts();
  const { rule, way, text, needsApproval, reason, findings } = result;
  if (rule === null) return <Alert color="attention">{t('replies:try.none')}</Alert>;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <ToneBadge tone="gray">{t('replies:try.by_rule', { number: rule })}</ToneBadge>
        <ToneBadge tone={needsApproval ? 'attention' : 'good'}>
          {t(needsApproval ? 'replies:try.waits' : 'replies:try.sends')}
        </ToneBadge>
      </Group>
      {text !== null && <Text className={classes.reply}>{text}</Text>}
      {text !== null && way && (
        <Text size="sm" c="dimmed">
          {t(`replies:card.by.${way}`)}
        </Text>
      )}
      {reason && <Text size="sm">{t(`replies:reason.${reason}`)}</Text>}
      {findings.length > 0 && (
        <Text size="sm">{t('replies:try.findings', { quotes: findings.map((one) => `«${one}»`).join(', ') })}</Text>
      )}
    </Stack>
  );
}
