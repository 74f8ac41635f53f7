import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PauseId } from '#contract/admin/outgoing.ts';
import type { INSTANCE_GROUPS, LEAVING_STATES, PauseAimName } from '#contract/admin/values.ts';
import type { ChannelKind, ChannelState } from '#contract/channels/calls.ts';
import { PROVIDER_OF_KIND, type ChannelProviderName } from '#contract/channels/channel-providers.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { call } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

/** Figures are counted every minute; operators see them without a reload. */
const AGAIN_MS = 30_000;

export const useOutgoing = () =>
  useQuery({
    queryKey: ['admin', 'outgoing'],
    queryFn: () => call('GET /api/v1/Admin/Outgoing'),
    refetchInterval: AGAIN_MS,
  });

export const useOutgoingCabinets = () =>
  useInfiniteQuery(
    pagesQuery(['admin', 'outgoing', 'cabinets'], (cursor) =>
      call('GET /api/v1/Admin/Outgoing/Cabinets', { query: { cursor } }),
    ),
  );

export type LeavingFilter = {
  state?: (typeof LEAVING_STATES)[number] | undefined;
  kind?: ChannelKind | undefined;
};

export const useLeavingMessages = (filter: LeavingFilter) =>
  useInfiniteQuery(
    pagesQuery(['admin', 'outgoing', 'messages', filter], (cursor) =>
      call('GET /api/v1/Admin/Outgoing/Messages', { query: { cursor, ...filter } }),
    ),
  );

export const usePauses = ({ isOpen }: { isOpen: boolean }) =>
  useInfiniteQuery(
    pagesQuery(['admin', 'outgoing', 'pauses', { isOpen }], (cursor) =>
      call('GET /api/v1/Admin/Outgoing/Pauses', { query: { cursor, isOpen: isOpen ? 'true' : undefined } }),
    ),
  );

/** The target of a pause; null while the choice is not complete. */
export type PauseTarget = {
  aim: PauseAimName;
  kind?: ChannelKind;
  provider?: ChannelProviderName;
  tenantId?: TenantId;
};

export const usePausePreview = (target: PauseTarget | null) =>
  useQuery({
    queryKey: ['admin', 'outgoing', 'preview', target],
    queryFn: () => call('GET /api/v1/Admin/Outgoing/PausePreview', { query: target ?? { aim: 'all' } }),
    enabled: target !== null,
  });

export function usePauseSending() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: PauseTarget & { reason: string; endsAt: string | null }) =>
      call('POST /api/v1/Admin/Outgoing/Pauses', { body }),
    onSuccess: refresh,
  });
}

export function useLiftPause() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, reason }: { id: PauseId; reason: string }) =>
      call('POST /api/v1/Admin/Outgoing/Pauses/:pauseId/Lift', { params: { pauseId: id }, body: { reason } }),
    onSuccess: refresh,
  });
}

export type InstanceFilter = {
  search?: string | undefined;
  group?: (typeof INSTANCE_GROUPS)[number] | undefined;
  kind?: ChannelKind | undefined;
  state?: ChannelState | undefined;
};

export const useInstances = (filter: InstanceFilter) =>
  useInfiniteQuery(
    pagesQuery(['admin', 'instances', filter], (cursor) =>
      call('GET /api/v1/Admin/Instances', { query: { cursor, ...filter } }),
    ),
  );

export const useOperatorHealth = () =>
  useQuery({
    queryKey: ['admin', 'health'],
    queryFn: () => call('GET /api/v1/Admin/Health'),
    refetchInterval: AGAIN_MS,
  });

/** Returns a function that names a kind of channel for operators: the messenger and the service behind it. */
export function useKindName(): (kind: ChannelKind) => string {
  const t = useTexts();
  return (kind) => `${CHANNEL_APPEARANCES[kind].name} · ${t(`operations:provider.${PROVIDER_OF_KIND[kind]}`)}`;
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => invalidateRoom(queryClient, 'admin');
}
