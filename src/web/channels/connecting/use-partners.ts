import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChannelKind } from '#contract/channels/calls.ts';
import { call } from '#web/lib/api/api.ts';

/** Kinds of channels that can be connected on the provider's own page. */
export const usePartners = () =>
  useQuery({
    queryKey: ['config', 'channel-partners'],
    queryFn: () => call('GET /api/v1/channel-partners'),
    select: ({ kinds }) => kinds,
  });

export const useStartPartner = () =>
  useMutation({ mutationFn: (kind: ChannelKind) => call('POST /api/v1/channel-partners', { body: { kind } }) });

export function useFinishPartner() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { token: string; clientId: string; channelIds: string[] }) =>
      call('POST /api/v1/channel-partners/finish', { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['channels'] }),
  });
}
