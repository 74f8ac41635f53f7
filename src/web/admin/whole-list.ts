import type { UseQueryResult } from '@tanstack/react-query';
import type { Paging } from '#web/ui/lists/list.ts';

/** The paging of a list that comes whole. */
export const wholeList = ({
  isPending,
  error,
  refetch,
}: Pick<UseQueryResult, 'isPending' | 'error' | 'refetch'>): Paging => ({
  isPending,
  error,
  refetch,
  isFetchingNextPage: false,
  hasNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: refetch,
});
