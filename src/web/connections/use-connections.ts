import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  type BranchId,
  type ConnectionId,
  type ConnectionKind,
  connectYclients,
  getConnection,
  listConnections,
  offerYclientsBranches,
  removeConnection,
  restoreConnection,
  resyncConnection,
  setBranchActive,
} from '#contract/connections.ts';
import { call } from '#web/lib/api.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { problemText } from '#web/lib/problem-text.ts';
import { refreshUser } from '#web/lib/session.ts';
import { toast } from '#web/ui/toasts.ts';

export const useConnections = (kind?: ConnectionKind) =>
  useQuery({
    queryKey: ['connections', { kind }],
    queryFn: () => call(listConnections, { query: { kind } }),
    select: ({ connections }) => connections,
  });

/** One connection with the posts that could not be read. */
export const useConnection = (connectionId: ConnectionId) =>
  useQuery({
    queryKey: ['connections', connectionId],
    queryFn: () => call(getConnection, { params: { connectionId } }),
  });

export const useOfferBranches = () =>
  useMutation({
    mutationFn: (body: z.input<typeof offerYclientsBranches.body>) => call(offerYclientsBranches, { body }),
  });

export function useConnectBranches() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { ticket: string; branchExternalIds: string[] }) => call(connectYclients, { body }),
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
    mutationFn: (connectionId: ConnectionId) => call(resyncConnection, { params: { connectionId } }),
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
    }) => call(setBranchActive, { params: { connectionId, branchId }, body: { isActive } }),
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
    mutationFn: (connectionId: ConnectionId) => call(restoreConnection, { params: { connectionId } }),
    onSettled: refresh,
    onError: fail,
  });
  return useMutation({
    mutationFn: (connectionId: ConnectionId) => call(removeConnection, { params: { connectionId } }),
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
