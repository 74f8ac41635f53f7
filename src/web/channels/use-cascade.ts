import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Cascade } from '#contract/channels/cascade.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

const KEY = ['channels', 'cascade'] as const;

/** The order of the channels, and the time until the next one. */
export const useCascade = () => useQuery({ queryKey: KEY, queryFn: () => call('GET /api/v1/cascade') });

/**
 * Saves at once; the new order is shown also while the answer is on its way. Changes made meanwhile are saved after it,
 * and together: each request has the latest of both values.
 */
export function useSaveCascade() {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: KEY,
    scope: { id: 'cascade' },
    mutationFn: async (change: Partial<Cascade>) => {
      const body = queryClient.getQueryData<Cascade>(KEY);
      return body && call('PUT /api/v1/cascade', { body: { ...change, ...body } });
    },
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey: KEY });
      queryClient.setQueryData<Cascade>(KEY, (cascade) => cascade && { ...cascade, ...change });
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey: KEY }) === 1)
        await queryClient.invalidateQueries({ queryKey: ['channels'] });
    },
  });
}
