import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { changeFlows } from '#contract/flows/bulk.ts';
import type { countFlows, FlowRow, listFlowRows } from '#contract/flows/list.ts';
import { call } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';

export type RowFilter = Omit<z.input<typeof listFlowRows.query>, 'cursor' | 'limit' | 'isDescending'> & {
  isDescending?: boolean;
};

export const useFlowRows = ({ isDescending, ...filter }: RowFilter) =>
  useInfiniteQuery(
    pagesQuery(['flows', 'rows', filter, isDescending], (cursor) => {
      const order = isDescending !== undefined && { isDescending: String(isDescending) };
      return call('GET /api/v1/flows/rows', { query: { ...filter, ...order, cursor } });
    }),
  );

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
export const useTrialOfChange = (change: z.input<typeof changeFlows.body>['change'], isWanted: boolean) =>
  useQuery({
    queryKey: ['flows', 'trial', change],
    queryFn: () => call('POST /api/v1/flows/bulk', { body: { change, isTrial: true } }),
    enabled: isWanted,
    gcTime: 0,
  });
