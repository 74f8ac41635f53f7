import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MessageId } from '#contract/delivery/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { PageLink } from '#web/lib/pages/PageLink.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { MakeCase } from './MakeCase.tsx';
import { TurnDetails } from './TurnDetails.tsx';

/** Why an assistant sent a message of a conversation. */
export function TurnOfMessage({ messageId }: { messageId: MessageId }) {
  const t = useTexts();
  const turn = useQuery({
    queryKey: ['assistants', 'turn', messageId],
    queryFn: () => call('GET /api/v1/messages/:messageId/assistant-turn', { params: { messageId } }),
    staleTime: Infinity,
  });
  if (turn.isPending) {
    return (
      <Loading>
        <Skeleton height={160} />
      </Loading>
    );
  }
  if (!turn.data) return <Failure error={turn.error} onRetry={turn.refetch} />;
  const { assistant } = turn.data;
  return (
    <>
      <Text size="sm" mb="sm">
        {t('assistants:turn.by')} <PageLink to={`/flowCopilotBots/${assistant.id}`}>{assistant.title}</PageLink>
      </Text>
      <TurnDetails turn={turn.data} />
      <MakeCase messageId={messageId} />
    </>
  );
}
