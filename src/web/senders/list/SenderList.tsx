import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { FLOW_SORTS } from '#contract/flows/values.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { loadChunk } from '#web/lib/pages/load-chunk.ts';
import type { Sender } from '#web/senders/sender.ts';
import type { Transfers } from '#web/senders/transfers/use-transfers.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { DataListProps, Paging, Selection } from '#web/ui/lists/list.ts';
import { HeadActions, type PageLink } from './HeadActions.tsx';
import type { ListSearch } from './list-search.ts';

const TransfersPanel = lazy(() =>
  loadChunk('TransfersPanel', async () => ({
    default: (await import('#web/senders/transfers/TransfersPanel.tsx')).TransfersPanel,
  })),
);
const TransferDialog = lazy(() =>
  loadChunk('TransferDialog', async () => ({
    default: (await import('#web/senders/transfers/TransferDialog.tsx')).TransferDialog,
  })),
);

type Props<Row> = Pick<DataListProps<Row>, 'columns' | 'linkTo'> & {
  sender: Sender;
  transfers: Transfers;
  /** Filters and order. */
  search: ListSearch;
  onSearch: (change: Partial<ListSearch>) => void;
  rows: Paging & { data: readonly Row[] | undefined };
  selection: Selection;
  /** Below the title. */
  state: ReactNode;
  /** Whether there is no sender, with any filter. */
  isEmpty: boolean;
  /** Stands in the empty list, below its text. */
  examples?: ReactNode;
  /** The way to the first sender; stands above the list, and in the place of an empty one. */
  guide?: ReactNode;
  /** Pages about all senders, beside the button that adds one. */
  links: readonly PageLink[];
  /** Adds a sender. */
  newSender: ReactNode;
  /** Search and filters; `onClear` is given while any is on. */
  tools: (onClear: (() => void) | undefined) => ReactNode;
  rowMenu: (row: Row, onGive: () => void) => ReactNode;
  /** Actions on the selected senders. */
  bulkBar: (chosen: readonly Row[], onGive: () => void) => ReactNode;
};

/** The list of all senders of a kind, with actions on one and on many. */
export function SenderList<Row extends { id: string; title: string }>(props: Props<Row>) {
  const { sender, transfers, search, onSearch, rows, state, isEmpty, examples, guide, links, newSender, tools } = props;
  const { selection, columns, linkTo, rowMenu, bulkBar } = props;
  const { room } = sender;
  const t = useTexts();
  const [givenIds, setGivenIds] = useState<readonly string[]>([]);
  const [wasChosen, setWasChosen] = useState(false);
  const chosen = (rows.data ?? []).filter(({ id }) => selection.keys.has(id));
  const { sort, isDescending, ...filters } = search;
  const isFiltered = Object.values(filters).some(Boolean);
  const clear = () => onSearch(Object.fromEntries(Object.keys(filters).map((filter) => [filter, undefined])));

  const none = !guide && (
    <EmptyState title={t(`${room}:empty_title`)} text={t(`${room}:empty`)} action={newSender}>
      {examples}
    </EmptyState>
  );

  if (chosen.length > 0 && !wasChosen) setWasChosen(true);

  return (
    <>
      <PageHead
        title={t(`${room}:title`)}
        state={state}
        action={!isEmpty && <HeadActions links={links} newSender={newSender} />}
      />
      <Suspense>
        <TransfersPanel transfers={transfers} />
      </Suspense>
      {guide}
      {!isEmpty && tools(isFiltered ? clear : undefined)}
      <DataList
        columns={columns}
        linkTo={linkTo}
        selection={selection}
        label={t(`${room}:title`)}
        rows={rows.data ?? []}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        paging={rows}
        sort={{ key: sort ?? 'created', isDescending: isDescending ?? sort !== 'title' }}
        onSort={(next) => onSearch({ sort: wordIn(FLOW_SORTS, next.key), isDescending: next.isDescending })}
        rowMenu={(row) => rowMenu(row, () => setGivenIds([row.id]))}
        empty={
          isFiltered ? (
            <EmptyState
              text={t(`${room}:nothing_found`)}
              action={<Button onClick={clear}>{t('flows:clear')}</Button>}
            />
          ) : (
            none
          )
        }
      />
      {wasChosen && ( // NOTE: stays mounted to show its result
        <Suspense>{bulkBar(chosen, () => setGivenIds(chosen.map(({ id }) => id)))}</Suspense>
      )}
      {givenIds.length > 0 && (
        <Suspense>
          <TransferDialog transfers={transfers} ids={givenIds} onClose={() => setGivenIds([])} />
        </Suspense>
      )}
    </>
  );
}
