import { Alert, Button, Card, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReviewReply } from '#contract/replies/calls.ts';
import type { ReplyState } from '#contract/replies/values.ts';
import { LONGEST_REVIEW_ANSWER } from '#contract/reviews/values.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useApproveReply, useChangeReply } from '#web/replies/use-replies.ts';
import classes from '#web/replies/replies.module.css';
import { Stars } from '#web/reviews/Stars.tsx';
import { type Tone, ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';

const TONES: Readonly<Record<ReplyState, Tone>> = {
  waiting: 'gray',
  approval: 'attention',
  sent: 'good',
  ready: 'attention',
  placed: 'good',
  rejected: 'gray',
  answered: 'good',
  failed: 'bad',
};

/** A review with its reply, and what a member may do with it. */
export function ReplyCard({ reply }: { reply: ReviewReply }) {
  const t = useTexts();
  const { review, state, reason } = reply;
  const name = review.authorName || t('replies:card.nameless');
  return (
    <Card component="article" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="xs">
          <ReviewHead reply={reply} name={name} />
          <ToneBadge tone={TONES[state]}>{t(`replies:status.${state}`)}</ToneBadge>
        </Group>
        <Text className={classes.words} c={review.text ? undefined : 'dimmed'}>
          {review.text || t('replies:card.no_text')}
        </Text>
        {reason && (
          <Alert color={state === 'failed' ? 'bad' : 'attention'} p="xs">
            {t(`replies:reason.${reason}`)}
          </Alert>
        )}
        {state === 'approval' || state === 'failed' ? <Decision reply={reply} /> : <Decided reply={reply} />}
      </Stack>
    </Card>
  );
}

function ReviewHead({ reply: { review }, name }: { reply: ReviewReply; name: string }) {
  const t = useTexts();
  const format = useFormat();
  const when = review.writtenAt ? format.dateTime(review.writtenAt) : review.writtenOn && format.days(review.writtenOn);
  return (
    <div>
      <Group gap="xs">
        <Stars stars={review.stars} />
        <Text fw={550}>{name}</Text>
      </Group>
      <Text size="sm" c="dimmed">
        {[t(`replies:source.${review.source}`), when].filter(Boolean).join(' · ')}
      </Text>
    </div>
  );
}

/** The text is edited and approved, written again, or rejected. */
function Decision({ reply: { id, review, state, text: written } }: { reply: ReviewReply }) {
  const t = useTexts();
  const approve = useApproveReply();
  const change = useChangeReply();
  const [text, setText] = useState(written);
  const approveOwn = state === 'failed' ? 'retry' : 'approve_own';
  const isBusy = approve.isPending || change.isPending;
  return (
    <>
      <Textarea
        label={t('replies:card.reply')}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={LONGEST_REVIEW_ANSWER}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group gap="xs">
        <Button
          size="sm"
          disabled={text.trim() === '' || isBusy}
          loading={approve.isPending}
          onClick={() => approve.mutate({ id, text })}
        >
          {t(`replies:card.${review.source === 'own' ? approveOwn : 'approve_platform'}`)}
        </Button>
        <Button size="sm" variant="default" disabled={isBusy} onClick={() => change.mutate({ id, change: 'rewrite' })}>
          {t('replies:card.rewrite')}
        </Button>
        <Button size="sm" variant="subtle" disabled={isBusy} onClick={() => change.mutate({ id, change: 'reject' })}>
          {t('replies:card.reject')}
        </Button>
        <ToReview review={review} />
      </Group>
    </>
  );
}

/** The text as it is, with what is left to do. */
function Decided({ reply }: { reply: ReviewReply }) {
  const t = useTexts();
  const format = useFormat();
  const change = useChangeReply();
  const { id, review, state, text, way, dueAt, memberName, messageStatus, changedAt } = reply;
  const turn = (to: Parameters<typeof change.mutate>[0]['change']) => change.mutate({ id, change: to });
  return (
    <>
      {text !== '' && <Text className={classes.reply}>{text}</Text>}
      <Text size="sm" c="dimmed">
        {(state === 'waiting'
          ? [t('replies:card.due', { when: format.dateTime(dueAt) })]
          : [
              messageStatus && t(`delivery:status.${messageStatus}`),
              way && text !== '' && t(`replies:card.by.${way}`),
              memberName,
              format.dateTime(changedAt),
            ]
        )
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Group gap="xs">
        {(state === 'ready' || state === 'placed') && <CopyButton text={text} />}
        {state === 'ready' && (
          <Button size="sm" variant="default" disabled={change.isPending} onClick={() => turn('place')}>
            {t('replies:card.place')}
          </Button>
        )}
        {state === 'placed' && (
          <Button size="sm" variant="subtle" disabled={change.isPending} onClick={() => turn('unplace')}>
            {t('replies:card.unplace')}
          </Button>
        )}
        {(state === 'waiting' || state === 'ready') && (
          <Button size="sm" variant="subtle" disabled={change.isPending} onClick={() => turn('reject')}>
            {t('replies:card.reject')}
          </Button>
        )}
        {state === 'rejected' && (
          <Button size="sm" variant="subtle" disabled={change.isPending} onClick={() => turn('restore')}>
            {t('replies:card.restore')}
          </Button>
        )}
        <ToReview review={review} />
      </Group>
    </>
  );
}

function CopyButton({ text }: { text: string }) {
  const t = useTexts();
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    toast.success({ title: t('replies:card.copied') });
  };
  return (
    <Button size="sm" leftSection={<IconCopy size={18} />} onClick={() => void copy()}>
      {t('replies:card.copy')}
    </Button>
  );
}

/** A review of our own page has a page in the cabinet. */
function ToReview({ review: { id } }: Pick<ReviewReply, 'review'>) {
  const t = useTexts();
  if (id === null) return null;
  return (
    <Button size="sm" variant="subtle" component={Link} to={`/widgets/reviews/rating/${id}`}>
      {t('replies:card.open')}
    </Button>
  );
}
