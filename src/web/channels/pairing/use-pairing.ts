import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import type { Pairing } from '#contract/channels/pairing.ts';
import { call } from '#web/lib/api/api.ts';

const READ_EVERY_MS = 2_000;

const keyOf = (channelId: ChannelId | null) => ['channels', 'pairing', channelId] as const;

/**
 * The first connection of a kind that is not finished, as it was when the page was opened.
 *
 * @param kind null asks for none
 */
export const useOpenPairing = (kind: ChannelKind | null) =>
  useQuery({
    queryKey: ['channels', 'open-pairing', kind],
    queryFn: kind ? () => call('GET /api/v1/channels/pairings', { query: { kind } }) : skipToken,
    select: ({ pairing }) => pairing,
    staleTime: 0,
  });

/**
 * How far a pairing is, read again while it goes on and the page is visible. It asks for no new codes: when they have
 * ended, a person does.
 */
export function usePairing(channelId: ChannelId | null) {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: keyOf(channelId),
    queryFn: channelId
      ? async () => {
          const read = await call('GET /api/v1/channels/pairings/:channelId', { params: { channelId } });
          // An answer without a code leaves the last one on the screen.
          const last = queryClient.getQueryData<Pairing>(keyOf(channelId));
          return { ...read, code: read.code ?? (read.state === 'GotQrCode' ? (last?.code ?? null) : null) };
        }
      : skipToken,
    refetchInterval: ({ state }) => (state.data?.expiresAt && state.status !== 'error' ? READ_EVERY_MS : false),
    retry: false,
  });
}

/** Opens a session at the gateway, or asks for new codes. */
export function useStartPairing() {
  const refresh = useRefresh();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { kind: ChannelKind; channelId?: ChannelId }) =>
      call('POST /api/v1/channels/pairings', { body }),
    onSuccess: (pairing) => {
      queryClient.setQueryData(keyOf(pairing.channelId), pairing);
      return refresh();
    },
  });
}

/** Requests a code that a phone enters instead of scanning. */
export function useRequestPhoneCode(channelId: ChannelId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (phone: string) =>
      call('POST /api/v1/channels/pairings/:channelId/phone-code', { params: { channelId }, body: { phone } }),
    onSuccess: (pairing) => queryClient.setQueryData(keyOf(channelId), pairing),
  });
}

export function useCancelPairing() {
  const refresh = useRefresh();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (channelId: ChannelId) =>
      call('DELETE /api/v1/channels/pairings/:channelId', { params: { channelId } }),
    onSuccess: (_nothing, channelId) => {
      // The channel may be gone, so its last state must not stay on the screen.
      void queryClient.resetQueries({ queryKey: keyOf(channelId) });
      return refresh();
    },
  });
}

export function useLinkPairing() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (channelId: ChannelId) =>
      call('POST /api/v1/channels/pairings/:channelId/link', { params: { channelId } }),
    onSuccess: (_link, channelId) => queryClient.invalidateQueries({ queryKey: keyOf(channelId) }),
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['channels'] });
}
