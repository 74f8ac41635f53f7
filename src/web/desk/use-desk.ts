import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { BranchId, ConnectionId } from '#contract/connections/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

export const useDesk = (connectionId: ConnectionId) =>
  useQuery({
    queryKey: ['desk', connectionId],
    queryFn: () => call('GET /api/v1/desk/:connectionId', { params: { connectionId } }),
  });

type Switch = { isOn: boolean };

export function useSwitchInbox(connectionId: ConnectionId) {
  return useSwitch(({ inboxId, isOn }: Switch & { inboxId: string }) =>
    call('PUT /api/v1/desk/:connectionId/inboxes/:inboxId', { params: { connectionId, inboxId }, body: { isOn } }),
  );
}

export function useSwitchChannel(connectionId: ConnectionId) {
  return useSwitch(
    ({ channelId, isOn, branchId }: Switch & { channelId: ChannelId; branchId?: BranchId | undefined }) =>
      call('PUT /api/v1/desk/:connectionId/channels/:channelId', {
        params: { connectionId, channelId },
        body: { isOn, ...(branchId && { branchId }) },
      }),
  );
}

function useSwitch<Change>(save: (change: Change) => Promise<unknown>) {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: save,
    onError: (error) => toast.error({ title: problemText(error, t) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['desk'] }),
  });
}
