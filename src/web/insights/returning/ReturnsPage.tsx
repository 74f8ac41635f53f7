import type { ReactNode } from 'react';
import { Box, Skeleton, Text, Title } from '@mantine/core';
import type { BranchId } from '#contract/connections/calls.ts';
import type { Returns, ReturnState } from '#contract/insights/cohorts.ts';
import { LATE_STATES, RETURN_STATES } from '#contract/insights/values.ts';
import type { MasterId } from '#contract/visits/calls.ts';
import { idIn, textIn, wordIn } from '#web/lib/api/known.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { NumberTile } from '#web/ui/charts/NumberTile.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { SearchSelect } from '#web/ui/fields/SearchSelect.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { FigureTable } from '#web/ui/lists/FigureTable.tsx';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { useBranchChoices } from '#web/insights/conversion/use-conversion.ts';
import { FigureTitle } from '#web/insights/figures/FigureTitle.tsx';
import { ResultVisitsDrawer } from '#web/insights/results/ResultVisitsDrawer.tsx';
import results from '#web/insights/results.module.css';
import { Freshness } from './Freshness.tsx';
import { LateDrawer } from './LateDrawer.tsx';
import { useMonthName } from './months.ts';
import { useReturns } from './use-returning.ts';
import classes from './returning.module.css';

const MONTH = /^\d{4}-\d\d$/;

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  branchId: idIn<BranchId>(search['branchId']),
  state: wordIn(RETURN_STATES, search['state']),
  past: textIn(search['past'])?.match(MONTH)?.[0],
  masterId: idIn<MasterId>(search['masterId']),
});
type State = ReturnType<typeof readSearch>;

/** Route: /insights/returns */
export function ReturnsPage() {
  const t = useTexts();
  const [state, setState] = useUrlState(readSearch, ['state', 'past']);
  const { branchId, masterId } = state;
  const branches = useBranchChoices();
  const returns = useReturns({ branchId });
  const { data } = returns;
  const isEmpty = data !== undefined && data.onTime + data.late + data.lost === 0;
  return (
    <>
      <PageHead title={t('insights:returns.title')} state={t('insights:returns.state')} />
      {branches.length > 1 && (
        <ListTools onClear={branchId === undefined ? undefined : () => setState({ branchId: undefined })}>
          <SearchSelect
            aria-label={t('insights:conversion.branch')}
            placeholder={t('insights:conversion.branch_any')}
            clearable
            value={branchId ?? null}
            data={branches.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={(value) => setState({ branchId: idIn<BranchId>(value) })}
          />
        </ListTools>
      )}
      {returns.isPending && (
        <Loading>
          <Skeleton height={110} mb={16} />
          <Skeleton height={260} />
        </Loading>
      )}
      {returns.isError && !data && <Failure error={returns.error} onRetry={returns.refetch} />}
      {isEmpty && <EmptyState title={t('insights:returns.empty_title')} text={t('insights:returns.empty')} />}
      {data && !isEmpty && <Body returns={data} onOpen={setState} />}
      {state.state && (
        <LateDrawer
          query={{ state: state.state, branchId, masterId }}
          masterName={data?.masters.find(({ id }) => id === masterId)?.name}
          onClose={() => setState({ state: undefined, masterId: undefined })}
        />
      )}
      {state.past && (
        <ResultVisitsDrawer
          isOpen
          query={{ group: 'attended', branchId, ...daysOfMonth(state.past) }}
          onClose={() => setState({ past: undefined })}
        />
      )}
    </>
  );
}

type BodyProps = { returns: Returns; onOpen: (change: Partial<State>) => void };

function Body({ returns, onOpen }: BodyProps) {
  const t = useTexts();
  const format = useFormat();
  const { onTime, late, lost, usualDays, returned, masters } = returns;
  const hasBranches = new Set(masters.map(({ branchTitle }) => branchTitle)).size > 1;
  return (
    <>
      <div className={results.tiles}>
        <NumberTile
          title={t('insights:returns.late')}
          caption={captionOf('late')}
          value={format.number(late)}
          onOpen={() => onOpen({ state: 'late' })}
        >
          {t('insights:returns.late_help')}
        </NumberTile>
        <NumberTile
          title={t('insights:returns.lost')}
          caption={captionOf('lost')}
          value={format.number(lost)}
          onOpen={() => onOpen({ state: 'lost' })}
        >
          {t('insights:returns.lost_help')}
        </NumberTile>
        <NumberTile
          title={t('insights:returns.on_time')}
          caption={captionOf('on_time')}
          value={format.number(onTime)}
          onOpen={() => onOpen({ state: 'on_time' })}
        >
          {usualDays !== null && t('insights:returns.usual_of', { count: usualDays })}
        </NumberTile>
        <NumberTile
          title={t('insights:returns.returned')}
          caption={captionOf('returned')}
          value={format.number(returned.afterMessage + returned.byThemselves)}
          onOpen={() => onOpen({ state: 'returned' })}
        >
          {t('insights:returns.after_message', { count: returned.afterMessage })}
        </NumberTile>
      </div>
      <div className={results.pair}>
        <Forecast returns={returns} onOpen={onOpen} />
        {masters.length > 0 && (
          <section>
            <Title order={2} mb="xs">
              {t('insights:returns.masters')}
            </Title>
            <FigureTable>
              <thead>
                <tr>
                  <th scope="col">{t('insights:returns.master')}</th>
                  <th scope="col" data-numeric>
                    {t('insights:returns.late')}
                  </th>
                  <th scope="col" data-numeric>
                    {t('insights:returns.lost')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {masters.map((master) => (
                  <tr key={master.id}>
                    <th scope="row">
                      {master.name}
                      {hasBranches && (
                        <Text size="sm" c="dimmed">
                          {master.branchTitle}
                        </Text>
                      )}
                    </th>
                    {LATE_STATES.map((state) => (
                      <td key={state} data-numeric>
                        <button
                          type="button"
                          className={classes.number}
                          aria-label={`${master.name}: ${t(`insights:returns.${state}`)}`}
                          onClick={() => onOpen({ state, masterId: master.id })}
                        >
                          {format.number(master[state])}
                        </button>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </FigureTable>
          </section>
        )}
      </div>
      <Freshness asOf={returns.asOf} waiting={returns.waiting} />
    </>
  );

  function captionOf(state: ReturnState): ReactNode {
    return <FigureTitle title={t(`insights:returns.${state}`)} about={t(`insights:definition.${state}`)} />;
  }
}

function daysOfMonth(month: string): { from: string; to: string } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${days}` };
}

function Forecast({ returns: { forecast, past }, onOpen }: BodyProps) {
  const t = useTexts();
  const format = useFormat();
  const monthName = useMonthName();
  const range = ({ from, to }: { from: number; to: number }) => `${format.number(from)}–${format.number(to)}`;
  return (
    <section>
      <Box mb="xs">
        <FigureTitle order={2} title={t('insights:returns.forecast')} about={t('insights:definition.forecast')} />
      </Box>
      {forecast === null ? (
        <Text c="dimmed">{t('insights:returns.no_forecast')}</Text>
      ) : (
        <>
          <Text mb="sm">
            {t('insights:returns.expected', { month: monthName(forecast.month), range: range(forecast) })}
          </Text>
          <FigureTable>
            <thead>
              <tr>
                <th scope="col">{t('insights:returns.month')}</th>
                <th scope="col" data-numeric>
                  {t('insights:returns.foreseen')}
                </th>
                <th scope="col" data-numeric>
                  {t('insights:returns.actual')}
                </th>
              </tr>
            </thead>
            <tbody>
              {past.map(({ month, expected, actual }) => (
                <tr key={month}>
                  <th scope="row">{monthName(month)}</th>
                  <td data-numeric>{format.number(expected)}</td>
                  <td data-numeric>
                    <button
                      type="button"
                      className={classes.number}
                      aria-label={t('insights:returns.actual_of', { month: monthName(month), count: actual })}
                      onClick={() => onOpen({ past: month })}
                    >
                      {format.number(actual)}
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </FigureTable>
          <Text size="sm" c="dimmed" mt="xs">
            {t('insights:returns.method')}
          </Text>
        </>
      )}
    </section>
  );
}
