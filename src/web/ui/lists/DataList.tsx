import { Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import classes from './DataList.module.css';
import { DataCards } from './DataCards.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageEnd } from '#web/ui/layout/PageEnd.tsx';
import { RowMenu } from './RowMenu.tsx';
import { SelectAll, SelectRow } from './SelectRow.tsx';
import { SortHead } from './SortHead.tsx';
import type { DataListProps } from './list.ts';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import { useWords } from '#web/ui/words.tsx';

/**
 * A list of anything: a table on a desk, cards with the same facts in the same order on a phone.
 *
 * Loads the next page as one scrolls; keeps showing what it has when a refresh fails. `ListTools` above it holds search
 * and filters.
 */
export function DataList<Row>(props: DataListProps<Row>) {
  const { rows, paging, empty } = props;
  const words = useWords();
  const isMobile = useIsMobile();
  if (paging.isPending) {
    return (
      <Loading>
        <ListSkeleton isMobile={isMobile} />
      </Loading>
    );
  }
  if (paging.error && rows.length === 0) return <Failure error={paging.error} onRetry={paging.refetch} />;
  if (rows.length === 0) return empty;

  return (
    <>
      {paging.error && !paging.isFetchNextPageError && (
        <Text size="sm" c="attention" role="status" mb="xs">
          {words('stale')}
        </Text>
      )}
      {isMobile ? <DataCards {...props} /> : <Table {...props} />}
      <PageEnd {...paging} />
    </>
  );
}

const SKELETON_ROWS = 8;

/** The list before its rows are there: as high as they will be. */
function ListSkeleton({ isMobile }: { isMobile: boolean }) {
  if (isMobile) {
    return Array.from({ length: SKELETON_ROWS / 2 }, (_, index) => <Skeleton key={index} height={148} mb={8} />);
  }
  return (
    <div className={classes.box}>
      <div className={classes.headSkeleton} />
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <div key={index} className={classes.rowSkeleton}>
          <Skeleton height={14} width="60%" />
          <Skeleton height={14} width="40%" />
          <Skeleton height={14} />
          <Skeleton height={14} width="50%" />
        </div>
      ))}
    </div>
  );
}

function Table<Row>(props: DataListProps<Row>) {
  const { label, rows, rowKey, rowName, columns, rowMenu, linkTo, selection, sort, onSort } = props;
  const words = useWords();
  return (
    <div className={classes.box}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {selection && (
              <th className={classes.narrow}>
                <SelectAll rowKeys={rows.map(rowKey)} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <SortHead key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
            {rowMenu && <th className={classes.narrow} aria-label={words('row_menu')} />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = rowKey(row);
            return (
              <tr
                key={key}
                data-open={linkTo ? true : undefined}
                onClick={linkTo && followRow}
                onAuxClick={linkTo && followRow}
              >
                {selection && (
                  <td className={classes.narrow}>
                    <SelectRow rowKey={key} name={rowName?.(row)} selection={selection} />
                  </td>
                )}
                {columns.map(({ key: columnKey, cell, isNumeric, isBrief, isMain, from }) => (
                  <td
                    key={columnKey}
                    data-from={from}
                    data-numeric={isNumeric || undefined}
                    data-brief={isBrief || undefined}
                    data-main={isMain || undefined}
                  >
                    {isMain && linkTo ? (
                      <Link {...linkTo(row)} className={classes.open} data-row-link>
                        {cell(row)}
                      </Link>
                    ) : (
                      cell(row)
                    )}
                  </td>
                ))}
                {rowMenu && (
                  <td className={classes.narrow}>
                    <RowMenu name={rowName?.(row)}>{rowMenu(row)}</RowMenu>
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const MIDDLE_BUTTON = 1;

/** Follows the row's link from anywhere on the row; with the middle button, Ctrl or ⌘ in a new tab, as the link itself does. */
function followRow(event: MouseEvent<HTMLTableRowElement>): void {
  const link = event.currentTarget.querySelector<HTMLAnchorElement>('a[data-row-link]');
  if (!link || isOnControl(event.target)) return;
  const isMiddle = event.button === MIDDLE_BUTTON;
  if (isMiddle || event.ctrlKey || event.metaKey) window.open(link.href, '_blank', 'noopener');
  else if (event.type === 'click') link.click();
}

/** A click on a link, button or box inside a row is its own. */
function isOnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label, [role="menu"]') !== null;
}
