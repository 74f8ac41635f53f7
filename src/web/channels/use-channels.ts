import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChannelId, ChannelKind, ConnectBody } from '#contract/channels/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

const channelsQuery = (kind?: ChannelKind) =>
  queryOptions({
    queryKey: ['channels', { kind }],
    queryFn: () => call('GET /api/v1/channels', { query: { kind } }),
    select: ({ channels }) => channels,
  });

export const useChannels = (kind?: ChannelKind) => useQuery(channelsQuery(kind));

/**
 * One channel with its templates and what could not be read.
 *
 * @param channelId null asks for none
 */
export const useChannel = (channelId: ChannelId | null) =>
  useQuery({
    queryKey: ['channels', channelId],
    queryFn: channelId ? () => call('GET /api/v1/channels/:channelId', { params: { channelId } }) : skipToken,
  });

/** Loads what a disconnection would stop. */
export const useChannelStops = (channelId: ChannelId, isEnabled: boolean) =>
  useQuery({
    queryKey: ['channels', channelId, 'stops'],
    queryFn: () => call('GET /api/v1/channels/:channelId/stops', { params: { channelId } }),
    enabled: isEnabled,
    gcTime: 0,
  });

export function useConnectChannel() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: ConnectBody) => call('POST /api/v1/channels', { body }),
    onSuccess: refresh,
  });
}

/** Lists the senders of an account by its credentials. */
export function useChannelSenders() {
  return useMutation({
    mutationFn: (body: { kind: ChannelKind } & Record<string, string>) =>
      call('POST /api/v1/channels/senders', { body }),
  });
}

/** Checks the channel again, with new secrets when some are given. */
export function useReconnectChannel() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ channelId, secrets = {} }: { channelId: ChannelId; secrets?: Record<string, string> }) =>
      call('POST /api/v1/channels/:channelId/reconnect', { params: { channelId }, body: secrets }),
    onSettled: refresh, // NOTE: a check that fails changes what is known of the channel too
  });
}

export function useRenameChannel() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ channelId, title }: { channelId: ChannelId; title: string }) =>
      call('PATCH /api/v1/channels/:channelId', { params: { channelId }, body: { title } }),
    onSuccess: refresh,
  });
}

export function useSyncTemplates() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (channelId: ChannelId) =>
      call('POST /api/v1/channels/:channelId/templates/sync', { params: { channelId } }),
    onSuccess: refresh,
  });
}

/** Disconnects a paired channel, whose phone is unlinked: it cannot be taken back. */
export function useUnlinkChannel() {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (channelId: ChannelId) => call('DELETE /api/v1/channels/:channelId', { params: { channelId } }),
    onSuccess: () => {
      // NOTE: not where it is called: that card, with its dialog, is gone once the channels are read again
      toast.success({ title: t('channels:removed') });
      return refresh();
    },
  });
}

/** Disconnects at once and offers to take it back. @param channel its name in the texts of failures */
export function useRemoveChannel(channel: string) {
  const t = useTexts();
  const refresh = useRefresh();
  const failed = (operation: 'remove' | 'restore') => (error: unknown) =>
    void toast.error({ title: t(`channels:failed.${operation}`, { channel }), description: problemText(error, t) });
  const restore = useMutation({
    mutationFn: (channelId: ChannelId) => call('POST /api/v1/channels/:channelId/restore', { params: { channelId } }),
    onSettled: refresh,
    onError: failed('restore'),
  });
  return useMutation({
    mutationFn: (channelId: ChannelId) => call('DELETE /api/v1/channels/:channelId', { params: { channelId } }),
    onSuccess: (_nothing, channelId) => {
      toast.undo({ title: t('channels:removed'), description: t('channels:removed_help') }, () =>
        restore.mutate(channelId),
      );
      return refresh();
    },
    onError: failed('remove'),
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['channels'] });
}
