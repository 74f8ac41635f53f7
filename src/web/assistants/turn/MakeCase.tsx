import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MessageId } from '#contract/delivery/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { PageLink } from '#web/lib/pages/PageLink.tsx';

/** Makes a case of the conversation of a message, with names and phones replaced. */
export function MakeCase({ messageId }: { messageId: MessageId }) {
  const t = useTexts();
  const queryClient = useQueryClient();
  const make = useMutation({
    mutationFn: () => call('POST /api/v1/messages/:messageId/assistant-case', { params: { messageId } }),
    onSuccess: () => invalidateRoom(queryClient, 'assistants'),
  });
  if (make.data) {
    return (
      <Text mt="sm" role="status">
        {t('cases:make.done')}.{' '}
        <PageLink to={`/flowCopilotBots/${make.data.assistantId}`} search={{ tab: 'tests' }}>
          {t('cases:make.open')}
        </PageLink>
      </Text>
    );
  }
  return (
    <div>
      <Button variant="default" size="compact-md" mt="sm" loading={make.isPending} onClick={() => make.mutate()}>
        {t('cases:make.button')}
      </Button>
      <Text size="xs" c="dimmed" mt={4}>
        {t('cases:make.help')}
      </Text>
      <FormFailure error={make.error} />
    </div>
  );
}
