import { Button, Loader, Text } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';
import classes from '#web/ui/lists/DataList.module.css';
import type { Paging } from '#web/ui/lists/list.ts';
import { useWords } from '#web/ui/words.tsx';

/** Fetches the next page when the end of the list comes near; one that failed is asked for again by hand. */
export function PageEnd({ hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage }: Paging) {
  const words = useWords();
  const { ref, entry } = useIntersection({ rootMargin: '600px' });
  const isNear = entry?.isIntersecting ?? false;
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) fetchNextPage();
  }, [isNear, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  return (
    <div ref={ref} className={classes.end}>
      {isFetchingNextPage && <Loader size="sm" />}
      {isFetchNextPageError && !isFetchingNextPage && (
        <>
          <Text size="sm" role="alert">
            {words('rest_failed')}
          </Text>
          <Button variant="default" size="xs" onClick={() => fetchNextPage()}>
            {words('retry')}
          </Button>
        </>
      )}
    </div>
  );
}
