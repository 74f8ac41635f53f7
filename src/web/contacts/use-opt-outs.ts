import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { OptOut, OptOutId, OptOutSource } from '#contract/contacts.ts';
import { call } from '#web/lib/api.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { problemText } from '#web/lib/problem-text.ts';
import { invalidateRoom } from '#web/lib/realtime.ts';
import { toast } from '#web/ui/toasts.ts';

export type OptOutFilter = { search?: string; source?: z.infer<typeof OptOutSource> };

const optOutsQuery = (filter: OptOutFilter) =>
  infiniteQueryOptions({
    queryKey: ['contacts', 'opt-outs', filter],
    queryFn: ({ pageParam }) => call('GET /api/v1/phones/ignore', { query: { ...filter, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => ({ rows: pages.flatMap((page) => page.items), count: pages[0]?.count ?? 0 }),
  });

export const useOptOuts = (filter: OptOutFilter) => useInfiniteQuery(optOutsQuery(filter));

export function useAddOptOuts() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { phones: string[]; note?: string }) => call('POST /api/v1/phones/ignore', { body }),
    onSuccess: refresh,
  });
}

/** Lets a customer be written to again, at once, and offers to take it back. */
export function useLiftOptOut() {
  const t = useTexts();
  const refresh = useRefresh();
  const fail = (error: unknown) => toast.error({ title: problemText(error, t) });
  const restore = useMutation({
    mutationFn: (optOutId: OptOutId) => call('POST /api/v1/phones/ignore/:optOutId/restore', { params: { optOutId } }),
    onSettled: refresh,
    onError: fail,
  });
  return useMutation({
    mutationFn: (optOut: OptOut) => call('DELETE /api/v1/phones/ignore/:optOutId', { params: { optOutId: optOut.id } }),
    onSuccess: (_nothing, optOut) => {
      const who = optOut.name || optOut.phone || '';
      toast.undo({ title: t('contacts:lifted', { who }) }, () => restore.mutate(optOut.id));
      return refresh();
    },
    onError: fail,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => invalidateRoom(queryClient, 'contacts');
}
