import { Alert, Button, Card, Stack, Text, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import type { getReview, Review } from '#contract/reviews/calls.ts';
import { LONGEST_REVIEW_ANSWER } from '#contract/reviews/values.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useChannelNames } from '#web/channels/use-channel-names.ts';
import { useAnswerReview } from './use-reviews.ts';
import classes from './reviews.module.css';

type Props = { review: Review; way: ReplyOf<typeof getReview>['way'] };

const UNDELIVERED: ReadonlySet<string> = new Set(['failed', 'cancelled', 'skipped']);

/** The answer that was sent, or the field for one. */
export function AnswerCard({ review, way }: Props) {
  const t = useTexts();
  const format = useFormat();
  const { answer } = review;
  const isOpen = !answer || UNDELIVERED.has(answer.status);
  return (
    <Card component="section" aria-label={t('reviews:answer.title')}>
      <Title order={2} mb="sm">
        {t('reviews:answer.title')}
      </Title>
      <Stack gap="sm">
        {answer && (
          <>
            <Text className={classes.words}>{answer.text}</Text>
            <Text size="sm" c="dimmed">
              {[
                t(`delivery:status.${answer.status}`),
                format.dateTime(answer.at, review.timeZone),
                answer.isAutomatic ? t('reviews:answer.automatic') : answer.memberName,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </>
        )}
        {isOpen && way.kind === 'none' && <Alert color="gray">{t(`reviews:answer.none.${way.rule}`)}</Alert>}
        {isOpen && way.kind === 'channel' && <AnswerForm review={review} way={way} />}
      </Stack>
    </Card>
  );
}

type FormProps = { review: Review; way: Extract<Props['way'], { kind: 'channel' }> };

function AnswerForm({ review, way }: FormProps) {
  const t = useTexts();
  const format = useFormat();
  const nameOf = useChannelNames();
  const answer = useAnswerReview(review.id);
  const [text, setText] = useState('');
  const isLater = Date.parse(way.sendsAt) > productNow() + 60_000;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') answer.mutate(text);
      }}
    >
      <Stack gap="sm">
        <Textarea
          label={t('reviews:answer.label')}
          description={t('reviews:answer.through', { channel: nameOf({ id: way.channelId, title: way.channelTitle }) })}
          autosize
          minRows={3}
          maxLength={LONGEST_REVIEW_ANSWER}
          value={text}
          error={answer.error ? problemText(answer.error, t) : undefined}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {way.templateName !== null && (
          <Text size="sm" c="dimmed">
            {t('reviews:answer.by_template', { name: way.templateName })}
          </Text>
        )}
        {isLater && (
          <Text size="sm" c="dimmed">
            {t('reviews:answer.later', { when: format.dateTime(way.sendsAt, review.timeZone) })}
          </Text>
        )}
        <div>
          <Button type="submit" loading={answer.isPending} disabled={text.trim() === ''}>
            {t('reviews:answer.send')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
