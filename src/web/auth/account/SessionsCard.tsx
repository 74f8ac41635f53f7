import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnSession } from '#contract/auth/sessions.ts';
import { call } from '#web/lib/api/api.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import classes from './SettingCard.module.css';

/** The devices the member is signed in on, each with a way to end its session. */
export function SessionsCard() {
  const t = useTexts();
  const sessions = useQuery({
    queryKey: ['auth', 'sessions'],
    queryFn: () => call('GET /api/v1/Account/Sessions'),
    select: (reply) => reply.sessions,
  });
  const endOthers = useEnding(() => call('POST /api/v1/Account/Sessions/EndOthers'), 'others_ended');
  const { data } = sessions;
  return (
    <Card component="section" aria-label={t('members:sessions.heading')}>
      <Title order={2} fz="md">
        {t('members:sessions.heading')}
      </Title>
      <Text c="dimmed" size="sm">
        {t(data?.length === 1 ? 'members:sessions.only' : 'members:sessions.text')}
      </Text>
      <Stack gap="sm" mt="md">
        {!data && !sessions.error && (
          <Loading>
            <RowsSkeleton rows={2} />
          </Loading>
        )}
        {sessions.error && !data && <Failure error={sessions.error} onRetry={sessions.refetch} />}
        {data?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Stack>
      {data && data.length > 1 && (
        <Button mt="md" variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
          {t('members:sessions.end_others')}
        </Button>
      )}
    </Card>
  );
}

function SessionRow({ session }: { session: OwnSession }) {
  const t = useTexts();
  const format = useFormat();
  const { id, browser, system, network, lastUsedAt, isThis } = session;
  const device = [browser, system].filter(Boolean).join(', ') || t('members:sessions.unknown');
  const facts = [
    t('members:sessions.used', { when: format.ago(lastUsedAt) }),
    network && t('members:sessions.from', { network }),
  ];
  const end = useEnding(
    () => call('DELETE /api/v1/Account/Sessions/:sessionId', { params: { sessionId: id } }),
    'ended',
  );
  return (
    <div className={classes.head}>
      <div className={classes.words}>
        <Group gap={8}>
          <Text fw={600}>{device}</Text>
          {isThis && <Badge color="good">{t('members:sessions.this')}</Badge>}
        </Group>
        <Text size="sm" c="dimmed" className={classes.value}>
          {facts.filter(Boolean).join(' · ')}
        </Text>
      </div>
      {!isThis && (
        <Button
          variant="default"
          size="xs"
          aria-label={`${t('members:sessions.end')}: ${device}`}
          loading={end.isPending}
          onClick={() => end.mutate()}
        >
          {t('members:sessions.end')}
        </Button>
      )}
    </div>
  );
}

function useEnding(end: () => Promise<unknown>, done: 'ended' | 'others_ended') {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: end,
    onSuccess: () => void toast.success({ title: t(`members:sessions.${done}`) }),
    onError: (error) => void toast.error({ title: problemText(error, t) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['auth', 'sessions'] }),
  });
}
