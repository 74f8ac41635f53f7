import { Button, Group, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconCaretUpFilled } from '@tabler/icons-react';
import type { Idea } from '#contract/ideas/calls.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { IDEA_TONES } from './idea-states.ts';
import { useVote } from './use-ideas.ts';

/** An idea with the member's vote, its state and the operator's answer. */
export function IdeaCard({ idea }: { idea: Idea }) {
  const t = useTexts();
  const format = useFormat();
  const { title, text, state, answer, isOwn, createdAt } = idea;
  return (
    <Paper component="li" withBorder radius="md" p="md">
      <Group align="flex-start" wrap="nowrap" gap="md">
        <VoteButton idea={idea} />
        <Stack gap={4} style={{ minWidth: 0, flex: 1 }}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          {text && (
            <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {text}
            </Text>
          )}
          <Group gap="xs">
            <ToneBadge tone={IDEA_TONES[state]}>{t(`ideas:state.${state}`)}</ToneBadge>
            <Text size="sm" c="dimmed">
              {isOwn ? t('ideas:own_since', { day: format.date(createdAt) }) : format.date(createdAt)}
            </Text>
          </Group>
          {state === 'new' && (
            <Text size="sm" c="dimmed">
              {t('ideas:unread')}
            </Text>
          )}
          {answer && (
            <Paper bg="var(--mantine-color-default-hover)" radius="md" p="sm" mt={4}>
              <Text size="sm" fw={600}>
                {t('ideas:answer')}
              </Text>
              <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {answer}
              </Text>
            </Paper>
          )}
        </Stack>
      </Group>
    </Paper>
  );
}

function VoteButton({ idea: { id, title, votesCount, isVoted, state } }: { idea: Idea }) {
  const t = useTexts();
  const vote = useVote();
  const isOver = state === 'done' || state === 'declined';
  return (
    <Button
      variant={isVoted ? 'filled' : 'default'}
      px="sm"
      leftSection={<IconCaretUpFilled size={16} aria-hidden />}
      aria-pressed={isVoted}
      disabled={isOver}
      loading={vote.isPending}
      onClick={() =>
        vote.mutate(
          { ideaId: id, isVoted: !isVoted },
          { onError: (error) => toast.error({ title: problemText(error, t) }) },
        )
      }
    >
      {votesCount}
      <VisuallyHidden>{` ${t('ideas:vote_for', { title })}`}</VisuallyHidden>
    </Button>
  );
}
