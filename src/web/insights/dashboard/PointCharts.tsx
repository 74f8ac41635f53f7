import { lazy, type ReactNode } from 'react';
import type { ClientGroup, Dashboard } from '#contract/insights/dashboard.ts';
import type { ResultGroup } from '#contract/insights/results.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import { FigureTable } from '#web/ui/lists/FigureTable.tsx';
import { usePeriodName } from '#web/insights/results/use-period-name.ts';
import results from '#web/insights/results.module.css';
import { ChartCard } from './ChartCard.tsx';
import { minorIn } from './dashboard-data.ts';
import type { Point, PointLength } from './DashboardCharts.tsx';
import type { DashboardQuery } from './use-dashboard.ts';

/** The charts are loaded with the first figures. */
const VisitsChart = lazy(async () => ({ default: (await import('./DashboardCharts.tsx')).VisitsChart }));
const PaidChart = lazy(async () => ({ default: (await import('./DashboardCharts.tsx')).PaidChart }));
const ClientsChart = lazy(async () => ({ default: (await import('./DashboardCharts.tsx')).ClientsChart }));

type Props = {
  dashboard: Dashboard;
  query: DashboardQuery;
  onVisits: (group: ResultGroup, point: Point) => void;
  onClients: (group: ClientGroup, point: Point) => void;
  /** Stands beside the last chart. */
  children: ReactNode;
};

/** Visits, money and clients over time; a bar and a number open what they are made of. */
export function PointCharts({ dashboard, query, onVisits, onClients, children }: Props) {
  const t = useTexts();
  const format = useFormat();
  const { points, currency, period } = dashboard;
  const by: PointLength = period === 'year' ? 'month' : 'day';
  const opened = (point: Point, group: ResultGroup, count: number) =>
    count === 0 ? '0' : <LinkButton onClick={() => onVisits(group, point)}>{format.number(count)}</LinkButton>;
  const people = (point: Point, group: ClientGroup, count: number) =>
    count === 0 ? '0' : <LinkButton onClick={() => onClients(group, point)}>{format.number(count)}</LinkButton>;
  const money = (amountMinor: number) => format.money({ amountMinor, currency });
  const hasBefore = points.some(({ before }) => before !== null);
  return (
    <div className={results.pair}>
      <ChartCard
        title={t('dashboard:chart.revenue')}
        query={query}
        table={
          <PointTable
            points={points}
            by={by}
            columns={[
              {
                title: t('dashboard:column.paid'),
                cell: ({ paid }) => paid.map((one) => format.money(one)).join(' + ') || '–',
              },
              ...(hasBefore
                ? [
                    {
                      title: t('dashboard:column.paid_before'),
                      cell: ({ before }: Point) => (before ? money(minorIn(before.paid, currency)) : '–'),
                    },
                  ]
                : []),
            ]}
          />
        }
      >
        <PaidChart points={points} by={by} currency={currency} onOpen={(point) => onVisits('attended', point)} />
      </ChartCard>
      <ChartCard
        title={t('dashboard:chart.visits')}
        query={query}
        table={
          <PointTable
            points={points}
            by={by}
            columns={[
              { title: t('dashboard:column.attended'), cell: (one) => opened(one, 'attended', one.attended) },
              ...(hasBefore
                ? [
                    {
                      title: t('dashboard:column.attended_before'),
                      cell: ({ before }: Point) =>
                        before ? format.number(before.attended, { maximumFractionDigits: 1 }) : '–',
                    },
                  ]
                : []),
              { title: t('dashboard:column.no_show'), cell: (one) => opened(one, 'no_show', one.noShow) },
              { title: t('dashboard:column.cancelled'), cell: (one) => opened(one, 'cancelled', one.cancelled) },
            ]}
          />
        }
      >
        <VisitsChart points={points} by={by} onOpen={(point, group) => onVisits(group, point)} />
      </ChartCard>
      <ChartCard
        title={t('dashboard:chart.clients')}
        query={query}
        table={
          <PointTable
            points={points}
            by={by}
            columns={[
              { title: t('dashboard:column.new'), cell: (one) => people(one, 'new', one.newClients) },
              { title: t('dashboard:column.returning'), cell: (one) => people(one, 'returning', one.returningClients) },
            ]}
          />
        }
      >
        <ClientsChart points={points} by={by} onOpen={(point, group) => onClients(group, point)} />
      </ChartCard>
      {children}
    </div>
  );
}

type Column = { title: string; cell: (point: Point) => ReactNode };

/** The figures behind a chart, the latest first. */
function PointTable({
  points,
  by,
  columns,
}: {
  points: readonly Point[];
  by: PointLength;
  columns: readonly Column[];
}) {
  const t = useTexts();
  const nameOf = usePeriodName(by);
  return (
    <FigureTable>
      <thead>
        <tr>
          <th scope="col">{t('dashboard:column.days')}</th>
          {columns.map(({ title }) => (
            <th key={title} scope="col" data-numeric>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map((point) => (
          <tr key={point.from}>
            <th scope="row">{nameOf(point)}</th>
            {columns.map(({ title, cell }) => (
              <td key={title} data-numeric>
                {cell(point)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </FigureTable>
  );
}
