import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { putRestSecret, tryRestCall } from '#contract/assistants/rest.ts';
import type { RestCallId } from '#contract/assistants/rest-settings.ts';
import { call } from '#web/lib/api/api.ts';

const secretsKey = (assistantId: AssistantId) => ['assistants', 'rest-secrets', assistantId] as const;

/** Which secret headers are set. */
export const useRestSecrets = (assistantId: AssistantId) =>
  useQuery({
    queryKey: secretsKey(assistantId),
    queryFn: () => call('GET /api/v1/assistants/:assistantId/rest-secrets', { params: { assistantId } }),
    select: ({ items }) => items,
  });

export function useSetRestSecret(assistantId: AssistantId, callId: RestCallId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Omit<z.input<typeof putRestSecret.body>, 'callId'>) =>
      call('PUT /api/v1/assistants/:assistantId/rest-secrets', {
        params: { assistantId },
        body: { ...body, callId },
      }),
    onSuccess: (listed) => client.setQueryData(secretsKey(assistantId), listed),
  });
}

export const useTryRestCall = (assistantId: AssistantId) =>
  useMutation({
    mutationFn: (body: z.input<typeof tryRestCall.body>) =>
      call('POST /api/v1/assistants/:assistantId/rest-trial', { params: { assistantId }, body }),
  });
