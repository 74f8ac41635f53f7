import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './DataList.module.css';
import type { Column, Sort } from './list.ts';

type Props<Row> = { column: Column<Row>; sort?: Sort; onSort?: (sort: Sort) => void };

/** The head of a column; a button where the list can be sorted by it. */
export function SortHead<Row>({ column, sort, onSort }: Props<Row>) {
  const { key, title, isNumeric, isMain, isSortable, from } = column;
  const marks = { 'data-numeric': isNumeric || undefined, 'data-main': isMain || undefined, 'data-from': from };
  if (!isSortable || !onSort) return <th {...marks}>{title}</th>;

  const isSorted = sort?.key === key;
  const isDescending = isSorted && sort.isDescending;
  const Icon = isDescending ? IconArrowDown : IconArrowUp;
  const order = isDescending ? 'descending' : 'ascending';
  return (
    <th {...marks} aria-sort={isSorted ? order : 'none'}>
      <button
        type="button"
        className={classes.sort}
        onClick={() => onSort({ key, isDescending: isSorted && !isDescending })}
      >
        {title}
        {isSorted && <Icon size={14} aria-hidden />}
      </button>
    </th>
  );
}
