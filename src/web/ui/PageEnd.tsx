import { Loader } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';
import classes from './DataList.module.css';
import type { Paging } from './list.ts';

/** Fetches the next page when the end of the list comes near. */
export function PageEnd({ hasNextPage, isFetchingNextPage, fetchNextPage, error }: Paging) {
  const { ref, entry } = useIntersection({ rootMargin: '600px' });
  const isNear = entry?.isIntersecting ?? false;
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchingNextPage && !error) fetchNextPage();
  }, [isNear, hasNextPage, isFetchingNextPage, fetchNextPage, error]);
  return (
    <div ref={ref} className={classes.end}>
      {isFetchingNextPage && <Loader size="sm" />}
    </div>
  );
}
