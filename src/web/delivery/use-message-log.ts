import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { z } from 'zod';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { countSkippedMessages, listMessageLog, MessageId } from '#contract/delivery/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

export type LogFilter = Omit<z.input<typeof listMessageLog.query>, 'cursor' | 'limit'>;

const logQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['delivery', 'log', filter],
    queryFn: ({ pageParam }) => call('GET /api/v1/insights/message-logs', { query: { ...filter, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

export const useMessageLog = (filter: LogFilter, isWanted = true) =>
  useInfiniteQuery({ ...logQuery(filter), enabled: isWanted });

export type SkippedReason = ReplyOf<typeof countSkippedMessages>['reasons'][number];

/** Counts messages that were decided against within the filters, by reason, the most frequent first. */
export const useSkippedReasons = (filter: z.input<typeof countSkippedMessages.query>) =>
  useQuery({
    queryKey: ['delivery', 'log', 'reasons', filter],
    queryFn: () => call('GET /api/v1/insights/message-logs/reasons', { query: filter }),
    placeholderData: keepPreviousData,
  });

export const useMessageTrace = (entryId: string) =>
  useQuery({
    queryKey: ['delivery', 'trace', entryId],
    meta: { alsoShows: ['visits', 'conversations'] },
    queryFn: () => call('GET /api/v1/insights/message-logs/:entryId', { params: { entryId } }),
  });

/** A person says what became of a message nobody else knows about. */
export function useSettleMessage() {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ entryId, as }: { entryId: string; as: 'arrived' | 'send_again' }) =>
      call('POST /api/v1/messages/:messageId/settle', {
        params: { messageId: entryId as MessageId },
        body: { as },
      }),
    onSuccess: (_nothing, { as }) => {
      toast.success({ title: t(`delivery:trace.settled.${as}`) });
      return queryClient.invalidateQueries({ queryKey: ['delivery'] });
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}
