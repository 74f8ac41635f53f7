import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { z } from 'zod';
import type { listRehearsalRows, RehearsalId, startRehearsal } from '#contract/rehearsal/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

/** Asked so often while one runs, should the server's word not come. */
const PATIENCE_MS = 3_000;

export const useRehearsal = (rehearsalId: RehearsalId) =>
  useQuery({
    queryKey: ['rehearsals', rehearsalId],
    meta: { alsoShows: ['billing'] },
    queryFn: () => call('GET /api/v1/flows/rehearsals/:rehearsalId', { params: { rehearsalId } }),
    refetchInterval: ({ state }) => state.data?.status === 'running' && PATIENCE_MS,
  });

const rehearsalsQuery = infiniteQueryOptions({
  queryKey: ['rehearsals', 'list'],
  queryFn: ({ pageParam }) => call('GET /api/v1/flows/rehearsals', { query: { cursor: pageParam } }),
  initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
  getNextPageParam: (page) => page.nextCursor ?? undefined,
  select: ({ pages }) => pages.flatMap((page) => page.items),
});

export const useRehearsals = () => useInfiniteQuery(rehearsalsQuery);

export type RowsFilter = Omit<z.input<typeof listRehearsalRows.query>, 'cursor' | 'limit' | 'busy'> & {
  busy?: boolean | undefined;
};

const rowsQuery = (rehearsalId: RehearsalId, { busy, ...filter }: RowsFilter) =>
  infiniteQueryOptions({
    queryKey: ['rehearsals', rehearsalId, 'rows', filter, busy],
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/flows/rehearsals/:rehearsalId/rows', {
        params: { rehearsalId },
        query: { ...filter, ...(busy && { busy: 'true' }), cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined, // NOTE: as above
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

export const useRehearsalRows = (rehearsalId: RehearsalId, filter: RowsFilter) =>
  useInfiniteQuery(rowsQuery(rehearsalId, filter));

/** Begins a rehearsal and goes to where it can be watched. */
export function useStartRehearsal() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof startRehearsal.body>) => call('POST /api/v1/flows/rehearsals', { body }),
    onSuccess: (rehearsal) => {
      queryClient.setQueryData(['rehearsals', rehearsal.id], rehearsal);
      void queryClient.invalidateQueries({ queryKey: ['rehearsals', 'list'] });
      return navigate({ to: '/flows/rehearsal/$rehearsalId', params: { rehearsalId: rehearsal.id } });
    },
  });
}

export function useCancelRehearsal() {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (rehearsalId: RehearsalId) =>
      call('POST /api/v1/flows/rehearsals/:rehearsalId/cancel', { params: { rehearsalId } }),
    onSuccess: ({ status }) => {
      if (status === 'cancelled') toast.success({ title: t('rehearsal:running.stopped') });
      return queryClient.invalidateQueries({ queryKey: ['rehearsals'] });
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}
