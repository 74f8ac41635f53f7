import { Button, Skeleton, Text } from '@mantine/core';
import { IconTarget } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { BranchId } from '#contract/connections/calls.ts';
import type { Dashboard } from '#contract/insights/dashboard.ts';
import {
  INQUIRY_GROUPS,
  CLIENT_GROUPS,
  COMPARISON_KINDS,
  CONVERSION_PERIODS,
  RESULT_GROUPS,
} from '#contract/insights/values.ts';
import type { MasterId } from '#contract/visits/calls.ts';
import { flagIn, idIn, wordIn } from '#web/lib/api/known.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { brand, homeTitle } from '#web/lib/pages/brand.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { SearchSelect } from '#web/ui/fields/SearchSelect.tsx';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { NoShowCard } from '#web/insights/contact/NoShowCard.tsx';
import { useBranchChoices } from '#web/insights/conversion/use-conversion.ts';
import { InsightsPages } from '#web/insights/InsightsPages.tsx';
import { dayIn } from '#web/insights/results/result-data.ts';
import { ResultVisitsDrawer } from '#web/insights/results/ResultVisitsDrawer.tsx';
import results from '#web/insights/results.module.css';
import { InquiriesDrawer } from './InquiriesDrawer.tsx';
import { ClientsDrawer } from './ClientsDrawer.tsx';
import { MASTER_SORTS } from './dashboard-data.ts';
import { DashboardTiles } from './DashboardTiles.tsx';
import { MasterTable } from './MasterTable.tsx';
import { PeriodStepper } from './PeriodStepper.tsx';
import { PointCharts } from './PointCharts.tsx';
import { SenderTable } from './SenderTable.tsx';
import { type DashboardQuery, useDashboard } from './use-dashboard.ts';
import classes from './dashboard.module.css';

const TargetsDialog = lazy(async () => ({ default: (await import('./TargetsDialog.tsx')).TargetsDialog }));

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  period: wordIn(CONVERSION_PERIODS, search['period']),
  on: dayIn(search['on']),
  branchId: idIn<BranchId>(search['branchId']),
  with: wordIn(COMPARISON_KINDS, search['with']),
  sort: wordIn(MASTER_SORTS, search['sort']),
  group: wordIn(RESULT_GROUPS, search['group']),
  clients: wordIn(CLIENT_GROUPS, search['clients']),
  inquiries: wordIn(INQUIRY_GROUPS, search['inquiries']),
  targets: flagIn(search['targets']) || undefined,
  /** Narrow what is opened: the days of a bar, and a master. */
  openFrom: dayIn(search['openFrom']),
  openTo: dayIn(search['openTo']),
  masterId: idIn<MasterId>(search['masterId']),
});
type State = ReturnType<typeof readSearch>;
type Change = (change: Partial<State>) => void;

const CLOSED = {
  group: undefined,
  clients: undefined,
  inquiries: undefined,
  targets: undefined,
  openFrom: undefined,
  openTo: undefined,
  masterId: undefined,
} satisfies Partial<State>;

/** Route: /insights, and / where the domain is a dashboard. */
export function DashboardPage() {
  const t = useTexts();
  const format = useFormat();
  const [state, setState] = useUrlState(readSearch, ['group', 'clients', 'inquiries', 'targets']);
  const { period = 'month', on, branchId } = state;
  const { memberRole } = useCurrentUser();
  const query: DashboardQuery = { period, on, branchId };
  const dashboard = useDashboard(query);
  const { data } = dashboard;
  return (
    <>
      <PageHead
        title={t(location.pathname === '/' ? homeTitle() : 'insights:results.title')}
        state={data?.hasAny ? stateOf(data) : t('dashboard:state')}
        action={
          data?.hasAny &&
          memberRole === 'owner' && (
            <Button
              variant="default"
              leftSection={<IconTarget size={18} />}
              onClick={() => setState({ targets: true })}
            >
              {t('dashboard:target.open')}
            </Button>
          )
        }
      />
      {dashboard.isPending && <DashboardSkeleton />}
      {dashboard.isError && !data && <Failure error={dashboard.error} onRetry={dashboard.refetch} />}
      {data && !data.hasAny && <NoFigures />}
      {data?.hasAny && (
        <>
          <Tools dashboard={data} state={state} onChange={setState} />
          <DashboardBody dashboard={data} query={query} state={state} onChange={setState} />
        </>
      )}
      <InsightsPages />
      {data?.hasAny && <Layers dashboard={data} state={state} onChange={setState} />}
    </>
  );

  function stateOf({ from, to, end, waiting }: Dashboard): string {
    const days = format.days(from, to);
    return [
      to < end || to === data?.today ? t('dashboard:so_far', { days }) : days,
      waiting > 0 && t('dashboard:counting', { count: waiting }),
    ]
      .filter(Boolean)
      .join(' · ');
  }
}

type PartProps = { dashboard: Dashboard; state: State; onChange: Change };

/** Period, branch, and what the figures are compared with. */
function Tools({ dashboard, state, onChange }: PartProps) {
  const t = useTexts();
  const branches = useBranchChoices();
  const { compared } = dashboard;
  const chosen = compared.find(({ kind }) => kind === state.with) ?? compared[0];
  return (
    <div className={classes.tools}>
      <ChoiceBar
        isNarrow
        label={t('dashboard:period')}
        value={state.period ?? 'month'}
        options={CONVERSION_PERIODS.map((value) => ({ value, label: t(`dashboard:periods.${value}`) }))}
        onChange={(period) => onChange({ period, with: undefined })}
      />
      <PeriodStepper dashboard={dashboard} onStep={(on) => onChange({ on })} />
      {branches.length > 1 && (
        <SearchSelect
          aria-label={t('insights:conversion.branch')}
          placeholder={t('insights:conversion.branch_any')}
          clearable
          className={results.branch}
          value={state.branchId ?? null}
          data={branches.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(value) => onChange({ branchId: idIn<BranchId>(value) })}
        />
      )}
      {!chosen && (
        <Text size="sm" c="dimmed">
          {t('dashboard:nothing_before')}
        </Text>
      )}
      {chosen && compared.length > 1 && (
        <ChoiceBar
          isNarrow
          label={t('dashboard:with')}
          value={chosen.kind}
          options={compared.map(({ kind }) => ({ value: kind, label: t(`dashboard:with_kind.${kind}`) }))}
          onChange={(kind) => onChange({ with: kind })}
        />
      )}
    </div>
  );
}

function DashboardBody({ dashboard, query, state, onChange }: PartProps & { query: DashboardQuery }) {
  const compared = dashboard.compared.find(({ kind }) => kind === state.with) ?? dashboard.compared[0];
  const open: Change = (change) => onChange({ ...CLOSED, ...change });
  return (
    <>
      <DashboardTiles
        dashboard={dashboard}
        compared={compared}
        branchId={state.branchId}
        onVisits={(group) => open({ group })}
        onClients={(clients) => open({ clients })}
        onInquiries={(inquiries) => open({ inquiries })}
      />
      <MasterTable
        dashboard={dashboard}
        query={query}
        sort={state.sort ?? 'paid'}
        onSort={(sort) => onChange({ sort })}
        onVisits={(group, masterId) => open({ group, masterId })}
        onNew={(masterId) => open({ clients: 'new', masterId })}
      />
      <PointCharts
        dashboard={dashboard}
        query={query}
        onVisits={(group, { from, to }) => open({ group, openFrom: from, openTo: to })}
        onClients={(clients, { from, to }) => open({ clients, openFrom: from, openTo: to })}
      >
        <NoShowCard results={dashboard} onOpen={(group) => open({ group })} />
      </PointCharts>
      <SenderTable dashboard={dashboard} query={query} />
    </>
  );
}

/** Drawers and dialogs over the page. */
function Layers({ dashboard, state, onChange }: PartProps) {
  const { branchId, group, clients, inquiries, masterId } = state;
  const branches = useBranchChoices();
  const days = { from: state.openFrom ?? dashboard.from, to: state.openTo ?? dashboard.to };
  const close = () => onChange(CLOSED);
  return (
    <>
      <ResultVisitsDrawer
        isOpen={group !== undefined}
        query={{ group: group ?? 'attended', branchId, masterId, ...days }}
        onClose={close}
      />
      {clients && <ClientsDrawer query={{ group: clients, branchId, masterId, ...days }} onClose={close} />}
      {inquiries && (
        <InquiriesDrawer
          dashboard={dashboard}
          group={inquiries}
          onGroup={(value) => onChange({ inquiries: value })}
          onClose={close}
        />
      )}
      {state.targets && (
        <Suspense fallback={null}>
          <TargetsDialog
            branchId={branchId}
            branchTitle={branches.find(({ id }) => id === branchId)?.title}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}

/** The dashboard's own domain asks which system it is, and which figures come first. */
const CONNECT_PATH = brand.variant === 'dashboard' ? '/account/dashboardQuickStart' : '/accounts/yclients';

/** Before the first visit and message: what to connect. */
function NoFigures() {
  const t = useTexts();
  const canOpen = useCanOpen();
  const isConnected = useBranchChoices().length > 0;
  if (isConnected)
    return (
      <EmptyState
        title={t('dashboard:empty_title')}
        text={t('dashboard:empty_waiting')}
        action={
          canOpen('/flows') && (
            <Button component={Link} to="/flows">
              {t('dashboard:empty_flows')}
            </Button>
          )
        }
      />
    );
  return (
    <EmptyState
      title={t('dashboard:empty_title')}
      text={t('dashboard:empty')}
      action={
        canOpen(CONNECT_PATH) && (
          <Button component={Link} to={CONNECT_PATH}>
            {t('dashboard:empty_action')}
          </Button>
        )
      }
    />
  );
}

function DashboardSkeleton() {
  return (
    <Loading>
      <Skeleton height={40} mb={16} />
      <Skeleton height={250} mb={16} />
      <Skeleton height={260} mb={24} />
      <Skeleton height={340} mb={24} />
    </Loading>
  );
}
