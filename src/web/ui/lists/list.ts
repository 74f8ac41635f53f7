import type { ReactNode } from 'react';

export type Column<Row> = {
  key: string;
  title: string;
  /** Null: a card on a phone leaves the line out. */
  cell: (row: Row) => ReactNode;
  /** Figures stand right, under each other. */
  isNumeric?: boolean;
  /** A few words, kept on their lines. */
  isBrief?: boolean;
  /** Takes what room is left, and heads the card on a phone. */
  isMain?: boolean;
  /** Left out of a table that is narrower, so that the row with its menu fits; a card has it always. */
  from?: 'medium' | 'wide' | 'widest';
  /** The person may sort by it. */
  isSortable?: boolean;
};

export type Sort = { key: string; isDescending: boolean };

export type Selection = { keys: ReadonlySet<string>; onChange: (keys: ReadonlySet<string>) => void };

/** A page, or what changes in the address of this one. */
export type RowLink = {
  to: string;
  params?: Record<string, string>;
  search?: (before: object) => object;
  replace?: boolean;
};

/** As an infinite query gives it. */
export type Paging = {
  isPending: boolean;
  isFetchingNextPage: boolean;
  hasNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
  error: unknown;
};

export type DataListProps<Row> = {
  /** Says what the list is of, for people who do not see it. */
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  paging: Paging;
  /** Stands in place of the list when there is nothing; differs for "none yet" and "none with this filter". */
  empty: ReactNode;
  /** Where a row leads; its main cell is the link, and a click anywhere on the row follows it. */
  linkTo?: (row: Row) => RowLink;
  /** Name of a row in the accessible labels of its checkbox and its menu. */
  rowName?: (row: Row) => string;
  /** `MenuItem`s; the last column. */
  rowMenu?: (row: Row) => ReactNode;
  /** Rows may be chosen to be changed together; their keys. */
  selection?: Selection;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
};
