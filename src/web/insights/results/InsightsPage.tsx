import { Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ConversionPeriod } from '#contract/insights/conversion.ts';
import type { Results, ResultDays } from '#contract/insights/results.ts';
import { RESULT_GROUPS } from '#contract/insights/values.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { idIn, wordIn } from '#web/lib/api/known.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { SearchSelect } from '#web/ui/fields/SearchSelect.tsx';
import { FlowResults } from './FlowResults.tsx';
import { InsightsPages } from '#web/insights/InsightsPages.tsx';
import { NoShowCard } from '#web/insights/contact/NoShowCard.tsx';
import { dayIn } from './result-data.ts';
import { ResultPeriods } from './ResultPeriods.tsx';
import { MessageTiles, VisitTiles } from './ResultTiles.tsx';
import { ResultVisitsDrawer } from './ResultVisitsDrawer.tsx';
import classes from '#web/insights/results.module.css';
import { useBranchChoices } from '#web/insights/conversion/use-conversion.ts';
import { useResults } from './use-results.ts';

const PERIODS = ['month', 'quarter', 'year'] as const;
type Period = (typeof PERIODS)[number];

const LENGTHS: Record<Period, { days: ResultDays; by: ConversionPeriod }> = {
  month: { days: 30, by: 'day' },
  quarter: { days: 90, by: 'week' },
  year: { days: 365, by: 'month' },
};

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  period: wordIn(PERIODS, search['period']),
  branchId: idIn<string>(search['branchId']),
  group: wordIn(RESULT_GROUPS, search['group']),
  visitsFrom: dayIn(search['visitsFrom']),
  visitsTo: dayIn(search['visitsTo']),
});
export type ResultsState = ReturnType<typeof readSearch>;

/** Route: /insights */
export function InsightsPage() {
  const t = useTexts();
  const format = useFormat();
  const [state, setState] = useUrlState(readSearch, ['group']);
  const { branchId, group, period = 'quarter' } = state;
  const { days, by } = LENGTHS[period];
  const results = useResults({ branchId, days, by });
  const { data } = results;
  const isConnected = useBranchChoices().length > 0;

  return (
    <>
      <PageHead
        title={t('insights:results.title')}
        state={data?.hasAny ? format.days(data.from, data.to) : t('insights:results.state')}
      />
      {(!data || data.hasAny) && <Filters period={period} branchId={branchId} onChange={setState} />}
      {results.isPending && <ResultsSkeleton />}
      {results.isError && !data && <Failure error={results.error} onRetry={results.refetch} />}
      {data && !data.hasAny && (
        <EmptyState
          title={t('insights:results.empty_title')}
          text={t('insights:results.empty')}
          action={
            <Button component={Link} to={isConnected ? '/flows' : '/'}>
              {t(isConnected ? 'insights:conversion.empty_action' : 'insights:results.empty_action')}
            </Button>
          }
        />
      )}
      {data?.hasAny && <ResultsBody results={data} by={by} branchId={branchId} onChange={setState} />}
      <InsightsPages />
      <ResultVisitsDrawer
        isOpen={group !== undefined && data !== undefined}
        query={{
          group: group ?? 'attended',
          branchId,
          from: state.visitsFrom ?? data?.from ?? '',
          to: state.visitsTo ?? data?.to ?? '',
        }}
        onClose={() => setState({ group: undefined, visitsFrom: undefined, visitsTo: undefined })}
      />
    </>
  );
}

type Change = (change: Partial<ResultsState>) => void;

type FiltersProps = { period: Period; branchId: string | undefined; onChange: Change };

function Filters({ period, branchId, onChange }: FiltersProps) {
  const t = useTexts();
  const branches = useBranchChoices();
  return (
    <ListTools onClear={branchId === undefined ? undefined : () => onChange({ branchId: undefined })}>
      <ChoiceBar
        isNarrow
        label={t('insights:results.period_label')}
        value={period}
        options={PERIODS.map((value) => ({ value, label: t(`insights:results.period.${value}`) }))}
        onChange={(value) => onChange({ period: value, visitsFrom: undefined, visitsTo: undefined })}
      />
      {branches.length > 1 && (
        <SearchSelect
          aria-label={t('insights:conversion.branch')}
          placeholder={t('insights:conversion.branch_any')}
          clearable
          className={classes.branch}
          value={branchId ?? null}
          data={branches.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(value) => onChange({ branchId: value ?? undefined })}
        />
      )}
    </ListTools>
  );
}

type BodyProps = { results: Results; by: ConversionPeriod; branchId: string | undefined; onChange: Change };

function ResultsBody({ results, by, branchId, onChange }: BodyProps) {
  const { total, before, periods } = results;
  const hasVisits = total.booked + total.cancelled + before.booked > 0;
  return (
    <>
      {hasVisits && <VisitTiles results={results} branchId={branchId} onOpen={(group) => onChange({ group })} />}
      <MessageTiles results={results} branchId={branchId} />
      {hasVisits && (
        <ResultPeriods
          periods={periods}
          by={by}
          onOpen={({ from, to }, group) => onChange({ group, visitsFrom: from, visitsTo: to })}
        />
      )}
      <div className={classes.pair}>
        {hasVisits && <NoShowCard results={results} onOpen={(group) => onChange({ group })} />}
        <FlowResults results={results} branchId={branchId} />
      </div>
    </>
  );
}

function ResultsSkeleton() {
  return (
    <Loading>
      <Skeleton height={110} mb={16} />
      <Skeleton height={90} mb={24} />
      <Skeleton height={340} mb={24} />
      <Skeleton height={220} />
    </Loading>
  );
}
