import { Skeleton } from '@mantine/core';
import type { RfmDashboardId } from '#contract/audiences/rfm-ids.ts';
import type { Rfm } from '#contract/audiences/rfm.ts';
import { RFM_CLIENTS, RFM_GROUPS, RFM_MOVE_DAYS, type RfmGroup } from '#contract/audiences/values.ts';
import { countIn, wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { Freshness } from '#web/insights/returning/Freshness.tsx';
import { FREQUENCIES, RECENCIES } from './rfm-data.ts';
import { RfmBounds } from './RfmBounds.tsx';
import { RfmFew, RfmProgress } from './RfmForming.tsx';
import { RfmGrid } from './RfmGrid.tsx';
import { RfmGroups } from './RfmGroups.tsx';
import { RfmHead } from './RfmHead.tsx';
import { RfmMoves } from './RfmMoves.tsx';
import { RfmPeople } from './RfmPeople.tsx';
import { useRfm } from './use-rfm.ts';

const FORMER = [...RFM_GROUPS, 'none'] as const;

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  /** The kind of number whose people are shown. */
  open: wordIn(['group', 'cell', 'move'] as const, search['open']),
  group: wordIn(RFM_GROUPS, search['group']),
  recency: RECENCIES.find((one) => one === countIn(search['recency'])),
  frequency: FREQUENCIES.find((one) => one === countIn(search['frequency'])),
  from: wordIn(FORMER, search['from']),
  days: RFM_MOVE_DAYS.find((one) => one === countIn(search['days'])),
});
type State = ReturnType<typeof readSearch>;

const CLOSED = { open: undefined, group: undefined, recency: undefined, frequency: undefined, from: undefined };

/** Route: /insights/rfm/{dashboardId} */
export function RfmPage() {
  const t = useTexts();
  const dashboardId = usePathId<RfmDashboardId>('dashboardId');
  const rfm = useRfm(dashboardId);
  const { data } = rfm;
  usePageName(data?.dashboard.title);
  if (!data) {
    return (
      <>
        <PageHead title={t('insights:rfm.title')} state={t('insights:rfm.state')} />
        {rfm.isError ? (
          <Failure error={rfm.error} onRetry={rfm.refetch} />
        ) : (
          <Loading>
            <Skeleton height={200} mb="md" />
            <Skeleton height={320} />
          </Loading>
        )}
      </>
    );
  }
  return (
    <>
      <RfmHead dashboard={data.dashboard} />
      <RfmProgress
        counting={data.dashboard.counting}
        isForming={data.dashboard.thresholds !== null && data.dashboard.formedAt === null}
      />
      <Body rfm={data} />
    </>
  );
}

function Body({ rfm }: { rfm: Rfm }) {
  const [state, setState] = useUrlState(readSearch, ['open']);
  const title = usePeopleTitle(state);
  const { dashboard, people, waiting } = rfm;
  const { id, thresholds, counting } = dashboard;
  const days = state.days ?? 30;
  if (!thresholds || people < RFM_CLIENTS) {
    return counting ? null : (
      <RfmFew clients={Math.max(people, thresholds ? 0 : dashboard.clients)} waiting={waiting} />
    );
  }
  const { open, group, recency, frequency, from } = state;
  return (
    <>
      <RfmGroups rfm={rfm} onOpen={(one) => setState({ open: 'group', group: one })} />
      <RfmGrid
        rfm={rfm}
        thresholds={thresholds}
        onOpen={(cell) => setState({ open: 'cell', recency: cell.recency, frequency: cell.frequency })}
      />
      <RfmMoves
        dashboardId={id}
        days={days}
        onDays={(value) => setState({ days: value })}
        onOpen={(move) => setState({ open: 'move', ...move })}
      />
      <RfmBounds rfm={rfm} thresholds={thresholds} />
      <Freshness asOf={rfm.asOf} waiting={waiting} />
      {open && (
        <RfmPeople
          dashboardId={id}
          query={{ group, recency, frequency, from, days }}
          title={title}
          onClose={() => setState(CLOSED)}
        />
      )}
    </>
  );
}

/** Names the people shown: a group, a cell, or a move. */
function usePeopleTitle({ group, recency, frequency, from }: State): string {
  const t = useTexts();
  const nameOf = (one: RfmGroup | 'none') =>
    one === 'none' ? t('insights:rfm.newcomer') : t(`insights:rfm.group.${one}`);
  if (from && group) return `${nameOf(from)} → ${nameOf(group)}`;
  if (group) return nameOf(group);
  return [frequency && t(`insights:rfm.frequency.${frequency}`), recency && t(`insights:rfm.recency.${recency}`)]
    .filter(Boolean)
    .join(', ');
}
