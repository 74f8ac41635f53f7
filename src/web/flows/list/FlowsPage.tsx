import { ActionIcon, Button } from '@mantine/core';
import { IconDots, IconReplace, IconShieldCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { FlowId } from '#contract/flows/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { FLOW_SORTS, MAX_FLOWS_AT_ONCE } from '#contract/flows/values.ts';
import { ActionMenu, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import { useWords } from '#web/ui/words.tsx';
import { FlowTools } from './FlowTools.tsx';
import { filterOf, readFlowSearch } from './flow-search.ts';
import { takeStoredUndo } from './stored-undo.ts';
import { NewFlowMenu } from './NewFlowMenu.tsx';
import { RehearsalDialogSlot } from './RehearsalDialogSlot.tsx';
import { useFlowColumns } from './use-flow-columns.tsx';
import { loadRows, useFlowCounts, useFlowRows } from './use-flow-list.ts';
import type { FlowToStart } from '#web/flows/going-live/go-live.ts';
import { GoLive } from '#web/flows/going-live/GoLive.tsx';
import { FlowMenu } from './FlowMenu.tsx';
import { FlowBulkBar } from './FlowBulkBar.tsx';
import { StoredUndoOffer } from './StoredUndoOffer.tsx';
import { TransferDialogSlot, TransfersSlot } from '#web/flows/transfer-slots.tsx';

/** Route: /flows */
export function FlowsPage() {
  const t = useTexts();
  const [search, setSearch] = useUrlState(readFlowSearch);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [givenIds, setGivenIds] = useState<FlowId[]>([]);
  const [starting, setStarting] = useState<readonly FlowToStart[] | null>(null);
  const [rehearsedIds, setRehearsedIds] = useState<FlowId[] | null>(null);
  const { sort, isDescending, ...filter } = filterOf(search);
  const rows = useFlowRows({ sort, isDescending, ...filter });
  const found = useFlowCounts(filter);
  const counts = useFlowCounts();
  const columns = useFlowColumns({
    hasClicks: rows.data?.some((flow) => flow.counts.clicked > 0) ?? false,
    onGoLive: (flow) => setStarting([flow]),
  });
  const total = counts.data?.total;
  const isFiltered = Boolean(search.search || search.status || search.mode || search.kind);
  const clear = () => setSearch({ search: undefined, status: undefined, mode: undefined, kind: undefined });
  const [wasChosen, setWasChosen] = useState(false);
  const [storedUndo] = useState(takeStoredUndo);
  const foundCount = search.status ? found.data?.byStatus[search.status] : found.data?.total;
  const chosen = (rows.data ?? []).filter(({ id }) => selected.has(id));

  if (chosen.length > 0 && !wasChosen) setWasChosen(true);

  return (
    <>
      <PageHead
        title={t('flows:title')}
        state={<FlowsState counts={counts.data} />}
        action={total !== 0 && <HeadActions />}
      />
      <TransfersSlot of="flows" />
      {total !== 0 && (
        <FlowTools
          state={search}
          offered={counts.data}
          counts={found.data}
          onChange={setSearch}
          onClear={isFiltered ? clear : undefined}
        />
      )}
      <DataList
        label={t('flows:title')}
        rows={rows.data ?? []}
        rowKey={(flow) => flow.id}
        rowName={(flow) => flow.title}
        columns={columns}
        paging={rows}
        selection={{ keys: selected, onChange: setSelected }}
        sort={{ key: search.sort ?? 'created', isDescending: search.isDescending ?? search.sort !== 'title' }}
        onSort={({ key, isDescending }) => setSearch({ sort: wordIn(FLOW_SORTS, key), isDescending })}
        linkTo={(flow) => ({ to: '/flows/edit/$workflowId/{-$step}', params: { workflowId: flow.id } })}
        rowMenu={(flow) => (
          <FlowMenu
            flow={flow}
            onRehearse={() => setRehearsedIds([flow.id])}
            onGoLive={() => setStarting([flow])}
            onGive={() => setGivenIds([flow.id])}
          />
        )}
        empty={
          isFiltered ? (
            <EmptyState text={t('flows:nothing_found')} action={<Button onClick={clear}>{t('flows:clear')}</Button>} />
          ) : (
            <EmptyState title={t('flows:empty_title')} text={t('flows:empty')} action={<NewFlowMenu />} />
          )
        }
      />
      <RehearsalDialogSlot of={rehearsedIds && { flowIds: rehearsedIds }} onClose={() => setRehearsedIds(null)} />
      {wasChosen && ( // NOTE: stays mounted to show its result
        <FlowBulkBar
          flows={chosen}
          onRehearse={() => setRehearsedIds(chosen.map(({ id }) => id))}
          onGoLive={setStarting}
          onGive={() => setGivenIds(chosen.map(({ id }) => id))}
          onClear={() => setSelected(new Set())}
          foundCount={foundCount}
          onChooseFound={async () => {
            const all = await loadRows(rows, MAX_FLOWS_AT_ONCE);
            setSelected(new Set(all.map(({ id }) => id)));
          }}
        />
      )}
      <GoLive flows={starting} onDone={() => setSelected(new Set())} onClose={() => setStarting(null)} />
      {storedUndo && <StoredUndoOffer offer={storedUndo} />}
      {givenIds.length > 0 && (
        <TransferDialogSlot given={{ of: 'flows', ids: givenIds }} onClose={() => setGivenIds([])} />
      )}
    </>
  );
}

/** Actions on all flows, and a new one; on a phone they are behind a button, so that the list starts higher. */
function HeadActions() {
  const t = useTexts();
  const words = useWords();
  const navigate = useNavigate();
  const isMobile = useIsMobile();
  const actions = [
    { key: 'to_policy', to: '/contact-policy', Icon: IconShieldCheck },
    { key: 'find_texts', to: '/flows/EditTextInFlows', Icon: IconReplace },
  ] as const;
  if (!isMobile) {
    return (
      <>
        {actions.map(({ key, to }) => (
          <Button key={key} variant="default" onClick={() => void navigate({ to })}>
            {t(`flows:list.${key}`)}
          </Button>
        ))}
        <NewFlowMenu />
      </>
    );
  }
  return (
    <>
      <NewFlowMenu />
      <ActionMenu
        target={
          <ActionIcon variant="default" aria-label={words('row_menu')}>
            <IconDots size={20} />
          </ActionIcon>
        }
      >
        {actions.map(({ key, to, Icon }) => (
          <MenuItem key={key} leftSection={<Icon size={16} />} onClick={() => void navigate({ to })}>
            {t(`flows:list.${key}`)}
          </MenuItem>
        ))}
      </ActionMenu>
    </>
  );
}

/** "3 working, 1 in test, next message today at 10:00". */
function FlowsState({ counts }: { counts: ReturnType<typeof useFlowCounts>['data'] }) {
  const t = useTexts();
  const format = useFormat();
  if (!counts) return '\u00a0';
  if (counts.total === 0) return null;
  const working = counts.byStatus['working'] ?? 0;
  const { testing, nextMessageAt, nextMessageTimeZone } = counts;
  const live = working - testing;
  return [
    (live > 0 || working === 0) && t('flows:state_working', { count: live }),
    testing > 0 && t('flows:state_test', { count: testing }),
    nextMessageAt
      ? t('flows:state_next', { when: format.near(nextMessageAt, nextMessageTimeZone ?? undefined) })
      : t('flows:state_no_next'),
  ]
    .filter(Boolean)
    .join(', ');
}
