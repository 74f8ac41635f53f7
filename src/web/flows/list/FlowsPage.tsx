import { IconReplace, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { FlowId } from '#contract/flows/calls.ts';
import { flowSender } from '#web/flows/flow-sender.ts';
import type { FlowToStart } from '#web/flows/going-live/go-live.ts';
import { GoLive } from '#web/flows/going-live/GoLive.tsx';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { SenderList } from '#web/senders/list/SenderList.tsx';
import { FlowBulkBar } from './FlowBulkBar.tsx';
import { FlowMenu } from './FlowMenu.tsx';
import { flowTransfers } from './flow-transfers.ts';
import { filterOf, readFlowSearch } from './flow-search.ts';
import { FlowTools } from './FlowTools.tsx';
import { NewFlowMenu } from './NewFlowMenu.tsx';
import { RehearsalDialogSlot } from './RehearsalDialogSlot.tsx';
import { StoredUndoOffer } from './StoredUndoOffer.tsx';
import { takeStoredUndo } from './stored-undo.ts';
import { useFlowColumns } from './use-flow-columns.tsx';
import { loadRows, useFlowCounts, useFlowRows } from './use-flow-list.ts';

/** Route: /flows */
export function FlowsPage() {
  const t = useTexts();
  const [search, setSearch] = useUrlState(readFlowSearch);
  const { sort, isDescending, ...filter } = filterOf(search);
  const [starting, setStarting] = useState<readonly FlowToStart[] | null>(null);
  const [rehearsedIds, setRehearsedIds] = useState<FlowId[] | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [storedUndo] = useState(takeStoredUndo);
  const rows = useFlowRows({ sort, isDescending, ...filter });
  const found = useFlowCounts(filter);
  const counts = useFlowCounts();
  const columns = useFlowColumns({
    hasClicks: rows.data?.some((flow) => flow.counts.clicked > 0) ?? false,
    onGoLive: (flow) => setStarting([flow]),
  });
  return (
    <>
      <SenderList
        sender={flowSender}
        transfers={flowTransfers}
        search={search}
        onSearch={setSearch}
        rows={rows}
        selection={{ keys: selected, onChange: setSelected }}
        columns={columns}
        state={<FlowsState counts={counts.data} />}
        isEmpty={counts.data?.total === 0}
        links={[
          { to: '/contact-policy', label: t('attention:list.to_policy'), Icon: IconShieldCheck },
          { to: '/flows/EditTextInFlows', label: t('attention:list.find_texts'), Icon: IconReplace },
        ]}
        newSender={<NewFlowMenu />}
        tools={(onClear) => (
          <FlowTools search={search} offered={counts.data} counts={found.data} onSearch={setSearch} onClear={onClear} />
        )}
        linkTo={(flow) => ({ to: '/flows/edit/$workflowId/{-$step}', params: { workflowId: flow.id } })}
        rowMenu={(flow, onGive) => (
          <FlowMenu
            flow={flow}
            onRehearse={() => setRehearsedIds([flow.id])}
            onGoLive={() => setStarting([flow])}
            onGive={onGive}
          />
        )}
        bulkBar={(chosen, onGive) => (
          <FlowBulkBar
            flows={chosen}
            onRehearse={() => setRehearsedIds(chosen.map(({ id }) => id))}
            onGoLive={setStarting}
            onGive={onGive}
            onClear={() => setSelected(new Set())}
            foundCount={search.status ? found.data?.byStatus[search.status] : found.data?.total}
            onChooseFound={async () => {
              const all = await loadRows(rows, flowSender.max);
              setSelected(new Set(all.map(({ id }) => id)));
            }}
          />
        )}
      />
      <RehearsalDialogSlot of={rehearsedIds && { flowIds: rehearsedIds }} onClose={() => setRehearsedIds(null)} />
      <GoLive flows={starting} onDone={() => setSelected(new Set())} onClose={() => setStarting(null)} />
      {storedUndo && <StoredUndoOffer offer={storedUndo} />}
    </>
  );
}

/** "3 working, 1 in test, next message today at 10:00 · figures for all time". */
function FlowsState({ counts }: { counts: ReturnType<typeof useFlowCounts>['data'] }) {
  const t = useTexts();
  const format = useFormat();
  if (!counts) return '\u00a0';
  if (counts.total === 0) return null;
  const working = counts.byStatus['working'] ?? 0;
  const { testing, nextMessageAt, nextMessageTimeZone } = counts;
  const live = working - testing;
  const state = [
    (live > 0 || working === 0) && t('attention:state_working', { count: live }),
    testing > 0 && t('attention:state_test', { count: testing }),
    nextMessageAt
      ? t('attention:state_next', { when: format.near(nextMessageAt, nextMessageTimeZone ?? undefined) })
      : t('attention:state_no_next'),
  ]
    .filter(Boolean)
    .join(', ');
  return `${state} · ${t('attention:counts_period')}`;
}
