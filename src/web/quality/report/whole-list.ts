import type { Paging } from '#web/ui/lists/list.ts';

/** The paging of a list that came with its report. */
export const WHOLE_LIST: Paging = {
  isPending: false,
  error: null,
  refetch: () => undefined,
  isFetchingNextPage: false,
  hasNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => undefined,
};
