import { Card, Skeleton, Switch, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';

const KEY = ['insights', 'letter'] as const;

/** Turns the member's weekly letter on and off. */
export function WeeklyLetterCard() {
  const t = useTexts();
  const letter = useQuery({ queryKey: KEY, queryFn: () => call('GET /api/v1/insights/letter') });
  const change = useChange();
  const { data } = letter;
  return (
    <Card component="section" aria-label={t('auth:account.letter_heading')}>
      <Title order={2}>{t('auth:account.letter_heading')}</Title>
      <Text c="dimmed" mt={4} mb="md">
        {t('auth:account.letter_text')}
      </Text>
      {letter.isPending && (
        <Loading>
          <Skeleton height={24} />
        </Loading>
      )}
      {letter.isError && !data && <Failure error={letter.error} onRetry={letter.refetch} />}
      {data && (
        <Switch
          label={t('auth:account.letter_on')}
          description={!data.isEmailConfirmed && t('auth:account.letter_unconfirmed')}
          checked={change.isPending ? change.variables : data.isOn}
          disabled={change.isPending}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
      )}
    </Card>
  );
}

function useChange() {
  const t = useTexts();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isOn: boolean) => call('PUT /api/v1/insights/letter', { body: { isOn } }),
    onSuccess: (reply) => {
      client.setQueryData(KEY, reply);
      toast.success({ title: t(reply.isOn ? 'auth:account.letter_is_on' : 'auth:account.letter_is_off') });
    },
    onError: (error) => void toast.error({ title: t('auth:failed.reports'), description: problemText(error, t) }),
  });
}
