import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiTokenId, createApiToken } from '#contract/integrations/tokens.ts';
import type { ConnectionId } from '#contract/connections/calls.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

export const useApiTokens = () =>
  useQuery({ queryKey: ['integrations', 'tokens'], queryFn: () => call('GET /api/v1/api-tokens') });

/** The last calls of programs, the latest first. */
export const useApiRequests = () =>
  useQuery({
    queryKey: ['integrations', 'requests'],
    queryFn: () => call('GET /api/v1/api-tokens/requests'),
    select: ({ requests }) => requests,
  });

/** The connection that what programs post belongs to; null before the first token. */
export const useApiConnection = () =>
  useQuery({
    queryKey: ['connections', { kind: 'api' }],
    queryFn: () => call('GET /api/v1/connections', { query: { kind: 'api' } }),
    select: ({ connections }) => connections[0] ?? null,
  });

export function useCreateToken() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: BodyOf<typeof createApiToken>) => call('POST /api/v1/api-tokens', { body }),
    onSuccess: refresh,
  });
}

/** Takes the disconnection back: what programs post is taken again. */
export function useConnectAgain() {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (connectionId: ConnectionId) =>
      call('POST /api/v1/connections/:connectionId/restore', { params: { connectionId } }),
    onSuccess: () =>
      toast.success({
        title: t('integrations:disconnected.done'),
        description: t('integrations:disconnected.done_help'),
      }),
    onError: (error) => toast.error({ title: problemText(error, t) }),
    onSettled: refresh,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['integrations'] }),
      queryClient.invalidateQueries({ queryKey: ['connections'] }),
    ]);
}

/** For good: a secret that may be known to others is not taken back. */
export function useRevokeToken() {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (apiTokenId: ApiTokenId) => call('DELETE /api/v1/api-tokens/:apiTokenId', { params: { apiTokenId } }),
    onSuccess: () => {
      toast.success({ title: t('integrations:revoked'), description: t('integrations:revoked_help') });
      return queryClient.invalidateQueries({ queryKey: ['integrations'] });
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}
