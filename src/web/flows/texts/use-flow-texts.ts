import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { FlowOutcome } from '#contract/flows/bulk.ts';
import type { findFlowTexts, replaceFlowTexts } from '#contract/flows/texts.ts';
import type { rollBackFlows } from '#contract/flows/versions.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

export type TextSearch = Omit<z.input<typeof findFlowTexts.body>, 'cursor' | 'limit'>;
type Replacing = z.input<typeof replaceFlowTexts.body>;

const textsQuery = (search: TextSearch) =>
  infiniteQueryOptions({
    queryKey: ['flows', 'texts', search],
    queryFn: ({ pageParam }) => call('POST /api/v1/flows/texts/find', { body: { ...search, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
    enabled: search.find !== '',
  });

/** Flows in which a text is found, with the result of replacing it. */
export const useFlowTexts = (search: TextSearch) => useInfiniteQuery(textsQuery(search));

/** Replaces in the selected places and offers Undo. */
export function useReplaceTexts(onRefused: (refused: FlowOutcome[]) => void) {
  const t = useTexts();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['flows'] });
  const fail = (error: unknown) => toast.error({ title: problemText(error, t) });
  const undo = useMutation({
    mutationFn: (flows: z.input<typeof rollBackFlows.body>['flows']) =>
      call('POST /api/v1/flows/roll-back', { body: { flows } }),
    onSuccess: ({ outcomes }) => onRefused(outcomes.filter(({ isDone }) => !isDone)),
    onSettled: refresh,
    onError: fail,
  });
  return useMutation({
    mutationFn: (body: Replacing) => call('POST /api/v1/flows/texts/replace', { body }),
    onSuccess: ({ outcomes }) => {
      const done = outcomes.filter(({ isDone }) => isDone);
      const back = done.map(({ flowId, version }) => ({ flowId, version: version - 1, baseVersion: version }));
      if (done.length > 0) {
        toast.undo({ title: t('flows:texts.replaced', { count: done.length }) }, () => undo.mutate(back));
      }
      onRefused(outcomes.filter(({ isDone }) => !isDone));
      return refresh();
    },
    onError: fail,
  });
}
