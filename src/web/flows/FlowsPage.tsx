import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Flow, FlowStatus } from '#contract/flows.ts';
import { FLOW_STATUSES } from '#contract/values.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { textIn, wordIn } from '#web/lib/known.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { DataList } from '#web/ui/DataList.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListTools } from '#web/ui/ListTools.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { FlowMenu } from './FlowMenu.tsx';
import { NewFlowMenu } from './NewFlowMenu.tsx';
import { useFlowColumns } from './use-flow-columns.tsx';
import { useFlows } from './use-flows.ts';

const readSearch = ({ search, status }: Readonly<Record<string, unknown>>) => ({
  search: textIn(search),
  status: wordIn(FLOW_STATUSES, status),
});

/** Statuses that visit flows can have; others come with mailings. */
const CHIPS = ['working', 'pause', 'error', 'unavailable'] as const satisfies FlowStatus[];

/** Route: /flows */
export function FlowsPage() {
  const t = useTexts();
  const navigate = useNavigate();
  const [filter, setFilter] = useUrlState(readSearch);
  const flows = useFlows(filter);
  const columns = useFlowColumns();
  const state = useFlowsState(flows.data?.flows ?? []);
  const countByStatus = flows.data?.countByStatus ?? {};
  const isFiltered = Boolean(filter.search || filter.status);
  const clear = () => setFilter({ search: undefined, status: undefined });
  const total = flows.data && Object.values(countByStatus).reduce((sum, count) => sum + count, 0);

  return (
    <>
      <PageHead
        title={t('flows.title')}
        state={total === undefined ? '\u00a0' : total > 0 && state}
        action={Boolean(total) && <NewFlowMenu />}
      />
      {total !== 0 && (
        <ListTools
          search={{
            value: filter.search ?? '',
            placeholder: t('flows.search'),
            onChange: (search) => setFilter({ search: search || undefined }),
          }}
          chips={{
            label: t('flows.status'),
            value: filter.status ?? 'all',
            options: [
              { value: 'all', label: t('flows.chip.all'), count: total },
              ...CHIPS.filter((status) => countByStatus[status]).map((status) => ({
                value: status,
                label: t(`flows.chip.${status}`),
                count: countByStatus[status],
              })),
            ],
            onChange: (status) => setFilter({ status: wordIn(FLOW_STATUSES, status) }),
          }}
          onClear={isFiltered ? clear : undefined}
        />
      )}
      <DataList
        label={t('flows.title')}
        rows={flows.data?.flows ?? []}
        rowKey={(flow) => flow.id}
        columns={columns}
        paging={{
          ...flows,
          hasNextPage: false,
          isFetchingNextPage: false,
          fetchNextPage: flows.refetch,
        }}
        onOpen={(flow) => void navigate({ to: '/flows/edit/$workflowId/{-$step}', params: { workflowId: flow.id } })}
        rowMenu={(flow) => <FlowMenu flow={flow} />}
        empty={
          isFiltered ? (
            <EmptyState text={t('flows.nothing_found')} action={<Button onClick={clear}>{t('flows.clear')}</Button>} />
          ) : (
            <EmptyState title={t('flows.empty_title')} text={t('flows.empty')} action={<NewFlowMenu />} />
          )
        }
      />
    </>
  );
}

/** "3 working, 1 in test, next message today at 10:00". */
function useFlowsState(flows: readonly Flow[]): string {
  const t = useTexts();
  const format = useFormat();
  const working = flows.filter((flow) => flow.status === 'working');
  const test = working.filter((flow) => flow.mode === 'test').length;
  const next = flows
    .map((flow) => flow.nextMessageAt)
    .filter((at) => at !== null)
    .toSorted()
    .at(0);
  return [
    working.length > test && t('flows.state_working', { count: working.length - test }),
    working.length === 0 && t('flows.state_working', { count: 0 }),
    test > 0 && t('flows.state_test', { count: test }),
    next ? t('flows.state_next', { when: format.near(next) }) : t('flows.state_no_next'),
  ]
    .filter(Boolean)
    .join(', ');
}
