import { useQuery } from '@tanstack/react-query';
import type { FlowId } from '#contract/flows/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useSenderChange } from '#web/senders/use-sender-change.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

/** Counts of contacts waiting for a message of the flow, by the version they entered with. */
export const useFlowWaiting = (flowId: FlowId, version: number) =>
  useQuery({
    queryKey: ['flows', flowId, 'waiting', version],
    meta: { alsoShows: ['delivery'] },
    queryFn: () => call('GET /api/v1/flows/:flowId/waiting', { params: { flowId } }),
  });

export function useMovePeople(flowId: FlowId) {
  const t = useTexts();
  return useSenderChange(
    'flows',
    () => call('POST /api/v1/flows/:flowId/move-people', { params: { flowId } }),
    () => toast.success({ title: t('attention:versions.waiting.moved') }),
  );
}
