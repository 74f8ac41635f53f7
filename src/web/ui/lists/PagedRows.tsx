import type { ReactNode } from 'react';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import type { Paging } from './list.ts';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { PageEnd } from '#web/ui/layout/PageEnd.tsx';

type Props<Row> = {
  list: Paging & { data: Row[] | undefined };
  /** Stands in place of the rows when there are none. */
  empty: ReactNode;
  children: (rows: Row[]) => ReactNode;
};

/** Rows of a page's own making; `DataList` is for those with columns. Loads the next page as one scrolls. */
export function PagedRows<Row>({ list, empty, children }: Props<Row>) {
  if (list.isPending) {
    return (
      <Loading>
        <RowsSkeleton />
      </Loading>
    );
  }
  if (!list.data) return <Failure error={list.error} onRetry={list.refetch} />;
  if (list.data.length === 0) return empty;
  return (
    <>
      {children(list.data)}
      <PageEnd {...list} />
    </>
  );
}
