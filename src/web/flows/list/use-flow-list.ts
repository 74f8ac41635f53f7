import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { BulkChange, changeFlows, FlowOutcome } from '#contract/flows/bulk.ts';
import type { countFlows, FlowRow, listFlowRows } from '#contract/flows/list.ts';
import { call } from '#web/lib/api/api.ts';
import { fieldReasons } from '#web/lib/api/call-errors.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { forgetUndo, keepUndo } from './stored-undo.ts';
import { refusedIn } from './refused-outcomes.ts';

export type RowFilter = Omit<z.input<typeof listFlowRows.query>, 'cursor' | 'limit' | 'isDescending'> & {
  isDescending?: boolean;
};
type Change = z.input<typeof changeFlows.body>['change'];

const rowsQuery = ({ isDescending, ...filter }: RowFilter) =>
  infiniteQueryOptions({
    queryKey: ['flows', 'rows', filter, isDescending],
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/flows/rows', {
        query: {
          ...filter,
          ...(isDescending !== undefined && { isDescending: String(isDescending) }),
          cursor: pageParam,
        },
      }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

export const useFlowRows = (filter: RowFilter) => useInfiniteQuery(rowsQuery(filter));

/** Loads further pages until there are so many rows. @returns all loaded rows */
export async function loadRows(rows: ReturnType<typeof useFlowRows>, most: number): Promise<readonly FlowRow[]> {
  let loaded: Pick<typeof rows, 'data' | 'hasNextPage' | 'isFetchNextPageError' | 'fetchNextPage'> = rows;
  while (loaded.hasNextPage && !loaded.isFetchNextPageError && (loaded.data?.length ?? 0) < most)
    loaded = await loaded.fetchNextPage();
  return (loaded.data ?? []).slice(0, most);
}

/** Counts of all flows, or within filters. */
export const useFlowCounts = (query: z.input<typeof countFlows.query> = {}) =>
  useQuery({
    queryKey: ['flows', 'counts', query],
    queryFn: () => call('GET /api/v1/flows/counts', { query }),
    placeholderData: (before) => before,
  });

/** Results of a bulk change, without applying it. */
export const useTrialOfChange = (change: Change, isWanted: boolean) =>
  useQuery({
    queryKey: ['flows', 'trial', change],
    queryFn: () => call('POST /api/v1/flows/bulk', { body: { change, isTrial: true } }),
    enabled: isWanted,
    gcTime: 0,
  });

type Done = { change: Change; onDone?: () => void };

/** Reverts a bulk change. */
export function useTakeBack(onRefused: (refused: FlowOutcome[]) => void) {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (changes: readonly BulkChange[]) => {
      const refused: FlowOutcome[] = [];
      for (const change of changes) {
        const { outcomes } = await call('POST /api/v1/flows/bulk', { body: { change } });
        refused.push(...refusedIn(outcomes, change));
      }
      return refused;
    },
    // NOTE: another member may have changed them meanwhile
    onSuccess: (refused) => {
      if (refused.length > 0) onRefused(refused);
    },
    onMutate: forgetUndo,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['flows'] }),
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

/** Applies a bulk change, shows its result and offers Undo. */
export function useChangeFlows(onRefused: (refused: FlowOutcome[]) => void) {
  const t = useTexts();
  const queryClient = useQueryClient();
  const undo = useTakeBack(onRefused);
  return useMutation({
    mutationFn: ({ change }: Done) => call('POST /api/v1/flows/bulk', { body: { change } }),
    onSuccess: ({ outcomes, undo: back }, { change, onDone }) => {
      const refused = refusedIn(outcomes, change);
      const count = outcomes.filter(({ isDone }) => isDone).length;
      const action = change.action === 'mode' ? change.mode : change.action;
      if (count > 0) {
        const words = { title: t(`flows:list.bulk.done.${action}`, { count }) };
        if (back.length > 0) {
          toast.undo(words, () => undo.mutate(back));
          keepUndo(words.title, back);
        } else toast.success(words);
      }
      if (refused.length > 0) onRefused(refused);
      onDone?.();
      return queryClient.invalidateQueries({ queryKey: ['flows'] });
    },
    onError: (error) => {
      // NOTE: validation errors are shown at their fields
      if (Object.keys(fieldReasons(error)).length === 0) toast.error({ title: problemText(error, t) });
    },
  });
}
