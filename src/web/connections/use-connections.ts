import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChannelId } from '#contract/channels/calls.ts';
import type {
  Branch,
  BranchId,
  changeSignatures,
  connectBranches,
  ConnectionId,
  ConnectionKind,
  OfferBody,
} from '#contract/connections/calls.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { refreshUser } from '#web/lib/api/session.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { appearanceOf } from './connection-appearances.ts';

export const useConnections = (kind?: ConnectionKind) =>
  useQuery({
    queryKey: ['connections', { kind }],
    queryFn: () => call('GET /api/v1/connections', { query: { kind } }),
    select: ({ connections }) => connections,
  });

/** One connection with its unreadable payloads. */
export const useConnection = (connectionId: ConnectionId) =>
  useQuery({
    queryKey: ['connections', connectionId],
    queryFn: () => call('GET /api/v1/connections/:connectionId', { params: { connectionId } }),
  });

export const useOfferBranches = () =>
  useMutation({ mutationFn: (body: OfferBody) => call('POST /api/v1/connections/branches', { body }) });

export function useConnectBranches() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: BodyOf<typeof connectBranches>) => call('POST /api/v1/connections', { body }),
    onSuccess: () => {
      void refreshUser();
      return refresh();
    },
  });
}

/** Replaces another system's address with ours. */
export function useTakeWebhooks() {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ connectionId, id }: Pick<Branch, 'connectionId' | 'id'>) =>
      call('POST /api/v1/connections/:connectionId/branches/:branchId/hooks', {
        params: { connectionId, branchId: id },
      }),
    onSuccess: ({ branches }, { id }) => {
      const isTaken = branches.some((branch) => branch.id === id && branch.webhooksState === 'set');
      if (isTaken) toast.success({ title: t('connections:iiko.foreign.taken') });
      else toast.error({ title: t('connections:iiko.foreign.still') });
      return refresh();
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

/** Stores a pasted secret, or switches the verification of signatures. */
/** @param saved said once it is changed */
export function useChangeSignatures(connectionId: ConnectionId, saved: string) {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: BodyOf<typeof changeSignatures>) =>
      call('PATCH /api/v1/connections/:connectionId/signatures', { params: { connectionId }, body }),
    onSuccess: () => {
      toast.success({ title: saved });
      return refresh();
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

export function useResync() {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (connectionId: ConnectionId) =>
      call('POST /api/v1/connections/:connectionId/resync', { params: { connectionId } }),
    onSuccess: () => {
      toast.success({ title: t('connections:resync_started') });
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

/** Chooses the channel from which the messages of a branch leave; null: the cabinet's order. */
export function useSetBranchChannel() {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({
      connectionId,
      branchId,
      channelId,
    }: {
      connectionId: ConnectionId;
      branchId: BranchId;
      channelId: ChannelId | null;
    }) =>
      call('PUT /api/v1/connections/:connectionId/branches/:branchId/channel', {
        params: { connectionId, branchId },
        body: { channelId },
      }),
    onSuccess: () => {
      toast.success({ title: t('connections:medflex.whatsapp_saved') });
      return refresh();
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

/** Loads what a disconnection would stop; enabled once its dialog is open. */
export const useConnectionStops = (connectionId: ConnectionId, isEnabled: boolean) =>
  useQuery({
    queryKey: ['connections', connectionId, 'stops'],
    queryFn: () => call('GET /api/v1/connections/:connectionId/stops', { params: { connectionId } }),
    enabled: isEnabled,
    gcTime: 0,
  });

/** Loads what switching a branch off would stop; enabled once its dialog is open. */
export const useBranchStops = (
  { connectionId, id: branchId }: Pick<Branch, 'connectionId' | 'id'>,
  isEnabled: boolean,
) =>
  useQuery({
    queryKey: ['connections', connectionId, 'stops', branchId],
    queryFn: () =>
      call('GET /api/v1/connections/:connectionId/branches/:branchId/stops', { params: { connectionId, branchId } }),
    enabled: isEnabled,
    gcTime: 0,
  });

/** Disconnects at once and offers Undo. */
export function useRemoveConnection(kind: ConnectionKind) {
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
      toast.undo(
        {
          title: t('connections:removed', { system: t(`app:menu.${kind}`) }),
          description: t(`${appearanceOf(kind).texts}.removed_help`),
        },
        () => restore.mutate(connectionId),
      );
      return refresh();
    },
    onError: fail,
  });
}

/** Writes to an outside system, the newest first. */
export const useCommands = (connectionId: ConnectionId, failed: boolean) =>
  useInfiniteQuery(
    pagesQuery(['connections', connectionId, 'commands', failed], (cursor) =>
      call('GET /api/v1/connections/:connectionId/commands', {
        params: { connectionId },
        query: { cursor, ...(failed && { failed: 'true' }) },
      }),
    ),
  );

export function useRetryCommand(connectionId: ConnectionId) {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (commandId: string) =>
      call('POST /api/v1/connections/:connectionId/commands/:commandId/retry', { params: { connectionId, commandId } }),
    onSuccess: () => {
      toast.success({ title: t('connections:writes.retried') });
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
    onSettled: refresh,
  });
}

/** Refetches queries about connections. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['connections'] });
}
