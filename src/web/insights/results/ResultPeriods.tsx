import { Card, Skeleton, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { ConversionPeriod } from '#contract/insights/conversion.ts';
import type { ResultGroup, Results } from '#contract/insights/results.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FigureTable } from '#web/ui/lists/FigureTable.tsx';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import classes from '#web/insights/results.module.css';
import { usePeriodName } from './use-period-name.ts';

/** The charts are loaded with the first figures. */
const VisitsChart = lazy(async () => ({ default: (await import('./ResultCharts.tsx')).VisitsChart }));
const PaidChart = lazy(async () => ({ default: (await import('./ResultCharts.tsx')).PaidChart }));

export type ResultPeriod = Results['periods'][number];

type Props = {
  periods: readonly ResultPeriod[];
  by: ConversionPeriod;
  onOpen: (period: ResultPeriod, group: ResultGroup) => void;
};

/** Visits and money over time, with the same figures as a table. */
export function ResultPeriods({ periods, by, onOpen }: Props) {
  const t = useTexts();
  const currencies = [...new Set(periods.flatMap(({ paid }) => paid.map(({ currency }) => currency)))];
  return (
    <>
      <div className={classes.pair}>
        <Card component="section" aria-label={t('insights:results.chart')}>
          <Title order={2}>{t('insights:results.chart')}</Title>
          <div className={classes.chart} role="img" aria-label={t('insights:results.chart')}>
            <Suspense fallback={<Skeleton height={260} />}>
              <VisitsChart periods={periods} by={by} onOpen={onOpen} />
            </Suspense>
          </div>
        </Card>
        {currencies.slice(0, 1).map((currency) => (
          <Card key={currency} component="section" aria-label={t('insights:results.paid_chart')}>
            <Title order={2}>{t('insights:results.paid_chart')}</Title>
            <div className={classes.chart} role="img" aria-label={t('insights:results.paid_chart')}>
              <Suspense fallback={<Skeleton height={260} />}>
                <PaidChart periods={periods} by={by} currency={currency} onOpen={onOpen} />
              </Suspense>
            </div>
          </Card>
        ))}
      </div>
      <details className={classes.asTable}>
        <summary>{t('insights:results.as_table')}</summary>
        <PeriodTable periods={periods} by={by} onOpen={onOpen} />
      </details>
    </>
  );
}

const COLUMNS = [
  { key: 'attended', group: 'attended' },
  { key: 'confirmed', group: 'confirmed' },
  { key: 'noShow', group: 'no_show' },
  { key: 'cancelled', group: 'cancelled' },
] as const satisfies { key: keyof ResultPeriod; group: ResultGroup }[];

function PeriodTable({ periods, by, onOpen }: Props) {
  const t = useTexts();
  const format = useFormat();
  const nameOf = usePeriodName(by);
  return (
    <div className={classes.scroll}>
      <FigureTable>
        <thead>
          <tr>
            <th>{t('insights:results.period_label')}</th>
            {COLUMNS.map(({ group }) => (
              <th key={group} data-numeric>
                {t(`insights:results.group.${group}`)}
              </th>
            ))}
            <th data-numeric>{t('insights:results.paid')}</th>
          </tr>
        </thead>
        <tbody>
          {periods.toReversed().map((period) => (
            <tr key={period.from}>
              <th scope="row">{nameOf(period)}</th>
              {COLUMNS.map(({ key, group }) => (
                <td key={group} data-numeric>
                  {period[key] === 0 ? (
                    '0'
                  ) : (
                    <LinkButton onClick={() => onOpen(period, group)}>{format.number(period[key])}</LinkButton>
                  )}
                </td>
              ))}
              <td data-numeric>{period.paid.map((money) => format.money(money)).join(' + ') || '–'}</td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </div>
  );
}
