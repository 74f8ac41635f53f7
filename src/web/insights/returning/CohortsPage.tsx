import { Box, Button, NativeSelect, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MasterId, ServiceId } from '#contract/visits/calls.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import { COHORT_MONTHS, FIRST_SOURCES } from '#contract/insights/values.ts';
import { idIn, wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { SearchSelect } from '#web/ui/fields/SearchSelect.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { type Filter, ListTools } from '#web/ui/lists/ListTools.tsx';
import { useBranchChoices } from '#web/insights/conversion/use-conversion.ts';
import { FigureTitle } from '#web/insights/figures/FigureTitle.tsx';
import { COHORT_FIGURES, type CohortFigure } from './cohort-data.ts';
import { CohortDrawer } from './CohortDrawer.tsx';
import { CohortTable } from './CohortTable.tsx';
import { Freshness } from './Freshness.tsx';
import { useCohorts } from './use-returning.ts';
import classes from './returning.module.css';

const LENGTHS = COHORT_MONTHS.map(String);

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  figure: wordIn(COHORT_FIGURES, search['figure']),
  months: wordIn(LENGTHS, String(search['months'])),
  branchId: idIn<BranchId>(search['branchId']),
  masterId: idIn<MasterId>(search['masterId']),
  serviceId: idIn<ServiceId>(search['serviceId']),
  source: wordIn(FIRST_SOURCES, search['source']),
  month: typeof search['month'] === 'string' ? search['month'] : undefined,
  offset: typeof search['offset'] === 'number' ? search['offset'] : undefined,
  group: wordIn(['came', 'away'] as const, search['group']),
});
type State = ReturnType<typeof readSearch>;

/** Route: /insights/cohorts */
export function CohortsPage() {
  const t = useTexts();
  const [state, setState] = useUrlState(readSearch, ['month']);
  const { figure = 'share', branchId, masterId, serviceId, source, month, offset, group } = state;
  const months = COHORT_MONTHS.find((one) => String(one) === state.months) ?? 12;
  const filter = { branchId, masterId, serviceId, source };
  const cohorts = useCohorts({ months, ...filter });
  const { data } = cohorts;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <>
      <PageHead title={t('insights:cohorts.title')} state={t('insights:cohorts.state')} />
      <Tools state={state} isFiltered={isFiltered} data={data} onChange={setState} />
      <ChoiceBar
        label={t('insights:cohorts.figure_label')}
        value={figure}
        options={COHORT_FIGURES.map((value) => ({ value, label: t(`insights:cohorts.figure.${value}`) }))}
        onChange={(value) => setState({ figure: value })}
      />
      {cohorts.isPending && (
        <Loading>
          <Skeleton height={420} mt="md" />
        </Loading>
      )}
      {cohorts.isError && !data && <Failure error={cohorts.error} onRetry={cohorts.refetch} />}
      {data && data.cohorts.length === 0 && (
        <EmptyState
          title={t(isFiltered ? 'insights:cohorts.none_title' : 'insights:cohorts.empty_title')}
          text={t(isFiltered ? 'insights:cohorts.none' : 'insights:cohorts.empty')}
          action={
            <Button component={Link} to="/insights" variant="light">
              {t('insights:cohorts.to_insights')}
            </Button>
          }
        />
      )}
      {data && data.cohorts.length > 0 && (
        <>
          <Box mt="md">
            {' '}
            <FigureTitle
              order={2}
              title={t(`insights:cohorts.figure.${figure}`)}
              about={t(isMoney(figure) ? 'insights:definition.cohort_money' : 'insights:definition.cohort')}
            />
          </Box>
          <Text size="sm" c="dimmed" className={classes.about}>
            {t(`insights:cohorts.about.${figure}`)}
          </Text>
          <CohortTable
            cohorts={data.cohorts.toReversed()}
            figure={figure}
            currency={data.currency}
            thisMonth={data.asOf.slice(0, 7)}
            onOpen={(cell) => setState({ ...cell, group: undefined })}
          />
          <Freshness asOf={data.asOf} waiting={data.waiting} />
        </>
      )}
      {month !== undefined && (
        <CohortDrawer
          cell={{ month, offset: offset ?? 0, group: group ?? 'came', ...filter }}
          onGroup={(value) => setState({ group: value })}
          onClose={() => setState({ month: undefined, offset: undefined, group: undefined })}
        />
      )}
    </>
  );
}

const isMoney = (figure: CohortFigure) => figure === 'money' || figure === 'total';

type ToolsProps = {
  state: State;
  isFiltered: boolean;
  data: ReturnType<typeof useCohorts>['data'];
  onChange: (change: Partial<State>) => void;
};

function Tools({ state, isFiltered, data, onChange }: ToolsProps) {
  const t = useTexts();
  const branches = useBranchChoices();
  const { branchId, masterId, serviceId, source, months = '12' } = state;
  const filters: Filter[] = [
    {
      label: t('insights:cohorts.master'),
      isOn: masterId !== undefined,
      field: (
        <SearchSelect
          aria-label={t('insights:cohorts.master')}
          placeholder={t('insights:cohorts.master_any')}
          clearable
          value={masterId ?? null}
          data={(data?.masters ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(value) => onChange({ masterId: idIn<MasterId>(value) })}
        />
      ),
    },
    {
      label: t('insights:cohorts.service'),
      isOn: serviceId !== undefined,
      field: (
        <SearchSelect
          aria-label={t('insights:cohorts.service')}
          placeholder={t('insights:cohorts.service_any')}
          clearable
          value={serviceId ?? null}
          data={(data?.services ?? []).map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(value) => onChange({ serviceId: idIn<ServiceId>(value) })}
        />
      ),
    },
    {
      label: t('insights:cohorts.source'),
      isOn: source !== undefined,
      field: (
        <NativeSelect
          aria-label={t('insights:cohorts.source')}
          value={source ?? ''}
          data={[
            { value: '', label: t('insights:cohorts.source_any') },
            ...FIRST_SOURCES.map((value) => ({ value, label: t(`insights:cohorts.source_${value}`) })),
          ]}
          onChange={({ currentTarget }) => onChange({ source: wordIn(FIRST_SOURCES, currentTarget.value) })}
        />
      ),
    },
  ];
  return (
    <ListTools
      filters={filters}
      onClear={
        isFiltered
          ? () => onChange({ branchId: undefined, masterId: undefined, serviceId: undefined, source: undefined })
          : undefined
      }
    >
      <ChoiceBar
        isNarrow
        label={t('insights:cohorts.months_label')}
        value={months}
        options={COHORT_MONTHS.map((count) => ({
          value: String(count),
          label: t('insights:cohorts.months', { count }),
        }))}
        onChange={(value) => onChange({ months: value })}
      />
      {branches.length > 1 && (
        <SearchSelect
          aria-label={t('insights:conversion.branch')}
          placeholder={t('insights:conversion.branch_any')}
          clearable
          value={branchId ?? null}
          data={branches.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(value) => onChange({ branchId: idIn<BranchId>(value) })}
        />
      )}
    </ListTools>
  );
}
