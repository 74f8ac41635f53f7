import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { BranchId, ConnectionId, ConnectionKind, offerYclientsBranches } from '#contract/connections.ts';
import { call } from '#web/lib/api.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { problemText } from '#web/lib/problem-text.ts';
import { refreshUser } from '#web/lib/session.ts';
import { toast } from '#web/ui/toasts.ts';

export const useConnections = (kind?: ConnectionKind) =>
  useQuery({
    queryKey: ['connections', { kind }],
    queryFn: () => call('GET /api/v1/connections', { query: { kind } }),
    select: ({ connections }) => connections,
  });

/** One connection with the posts that could not be read. */
export const useConnection = (connectionId: ConnectionId) =>
  useQuery({
    queryKey: ['connections', connectionId],
    queryFn: () => call('GET /api/v1/connections/:connectionId', { params: { connectionId } }),
  });

export const useOfferBranches = () =>
  useMutation({
    mutationFn: (body: z.input<typeof offerYclientsBranches.body>) =>
      call('POST /api/v1/connections/yclients/branches', { body }),
  });

export function useConnectBranches() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { ticket: string; branchExternalIds: string[] }) =>
      call('POST /api/v1/connections/yclients', { body }),
    onSuccess: () => {
      void refreshUser();
      return refresh();
    },
  });
}

export function useResync() {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (connectionId: ConnectionId) =>
      call('POST /api/v1/connections/:connectionId/resync', { params: { connectionId } }),
    onSuccess: () => {
      toast.success({ title: t('connections.resync_started') });
      return refresh();
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

export function useSetBranchActive() {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({
      connectionId,
      branchId,
      isActive,
    }: {
      connectionId: ConnectionId;
      branchId: BranchId;
      isActive: boolean;
    }) =>
      call('PATCH /api/v1/connections/:connectionId/branches/:branchId', {
        params: { connectionId, branchId },
        body: { isActive },
      }),
    onSuccess: refresh,
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

/** Disconnects at once and offers to take it back. */
export function useRemoveConnection() {
  const t = useTexts();
  const refresh = useRefresh();
  const fail = (error: unknown) => toast.error({ title: problemText(error, t) });
  const restore = useMutation({
    mutationFn: (connectionId: ConnectionId) =>
      call('POST /api/v1/connections/:connectionId/restore', { params: { connectionId } }),
    onSettled: refresh,
    onError: fail,
  });
  return useMutation({
    mutationFn: (connectionId: ConnectionId) =>
      call('DELETE /api/v1/connections/:connectionId', { params: { connectionId } }),
    onSuccess: (_nothing, connectionId) => {
      toast.undo({ title: t('connections.removed'), description: t('connections.removed_help') }, () =>
        restore.mutate(connectionId),
      );
      return refresh();
    },
    onError: fail,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['connections'] });
}
