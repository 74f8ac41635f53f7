import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { countSkips, listSkipped } from '#contract/insights/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

export const useSkips = (query: z.input<typeof countSkips.query>) =>
  useQuery({
    queryKey: ['insights', 'skips', query],
    meta: { alsoShows: ['delivery'] },
    queryFn: () => call('GET /api/v1/insights/skips', { query }),
    placeholderData: (before) => before,
  });

type People = Omit<z.input<typeof listSkipped.query>, 'cursor' | 'limit'>;

const skippedQuery = (query: People) =>
  infiniteQueryOptions({
    queryKey: ['insights', 'skipped', query],
    meta: { alsoShows: ['delivery'] },
    queryFn: ({ pageParam }) => call('GET /api/v1/insights/skips/people', { query: { ...query, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

export const useSkipped = (query: People) => useInfiniteQuery(skippedQuery(query));

export const useRetention = () =>
  useQuery({
    queryKey: ['insights', 'keeping'],
    queryFn: () => call('GET /api/v1/insights/keeping'),
  });

export function useSetRetention() {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (months: number) => call('PUT /api/v1/insights/keeping', { body: { months } }),
    onSuccess: () => {
      toast.success({ title: t('insights:skips.kept') });
      return queryClient.invalidateQueries({ queryKey: ['insights'] });
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}
