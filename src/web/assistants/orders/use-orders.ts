import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { FlowerOrderId, FlowerOrderStatus } from '#contract/assistants/flower-shop/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

const ordersKey = (assistantId: AssistantId) => ['assistants', 'orders', assistantId] as const;

const ordersQuery = (assistantId: AssistantId, status: FlowerOrderStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey(assistantId), { status }],
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/assistants/:assistantId/orders', {
        params: { assistantId },
        query: { cursor: pageParam, ...(status && { status }) },
      }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

export const useOrders = (assistantId: AssistantId, status: FlowerOrderStatus | undefined) =>
  useInfiniteQuery({
    ...ordersQuery(assistantId, status),
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

/** Orders by status. */
export const useOrderCounts = (assistantId: AssistantId, status: FlowerOrderStatus | undefined) =>
  useInfiniteQuery({ ...ordersQuery(assistantId, status), select: ({ pages }) => pages[0]?.counts }).data;

export function useSetOrderStatus(assistantId: AssistantId) {
  const t = useTexts();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ orderId, status }: { orderId: FlowerOrderId; status: FlowerOrderStatus }) =>
      call('PUT /api/v1/assistants/:assistantId/orders/:orderId/status', {
        params: { assistantId, orderId },
        body: { status },
      }),
    onError: (error) => toast.error({ title: t('flower_shop:status_failed'), description: problemText(error, t) }),
    onSettled: () => client.invalidateQueries({ queryKey: ordersKey(assistantId) }),
  });
}
