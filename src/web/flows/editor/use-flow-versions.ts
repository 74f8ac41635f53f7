import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FlowId } from '#contract/flows/calls.ts';
import { useRollBack } from '#web/audiences/versions/use-roll-back.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

const versionsQuery = (flowId: FlowId) =>
  infiniteQueryOptions({
    queryKey: ['flows', flowId, 'versions'],
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/flows/:flowId/versions', { params: { flowId }, query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

export const useFlowVersions = (flowId: FlowId) => useInfiniteQuery(versionsQuery(flowId));

/** Counts of contacts waiting for a message of the flow, by the version they entered with. */
export const useFlowWaiting = (flowId: FlowId, version: number) =>
  useQuery({
    queryKey: ['flows', flowId, 'waiting', version],
    meta: { alsoShows: ['delivery'] },
    queryFn: () => call('GET /api/v1/flows/:flowId/waiting', { params: { flowId } }),
  });

/** Saves an earlier version again and offers Undo. */
export const useRollBackFlow = (flowId: FlowId) =>
  useRollBack({
    put: (body) => call('POST /api/v1/flows/:flowId/roll-back', { params: { flowId }, body }),
    refresh: useRefresh(),
  });

export function useMovePeople(flowId: FlowId) {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => call('POST /api/v1/flows/:flowId/move-people', { params: { flowId } }),
    onSuccess: () => {
      toast.success({ title: t('flows:versions.waiting.moved') });
      return refresh();
    },
    onError: useFail(),
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['flows'] });
}

function useFail() {
  const t = useTexts();
  return (error: unknown) => toast.error({ title: problemText(error, t) });
}
