import { Box, Card, Skeleton, Text, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { ConversionPeriod, ConversionStep } from '#contract/insights/conversion.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FigureTitle } from '#web/insights/figures/FigureTitle.tsx';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import classes from '#web/insights/conversion.module.css';
import { shownSteps } from './conversion-data.ts';
import type { Conversion } from './use-conversion.ts';
import { usePeriodName } from '#web/insights/results/use-period-name.ts';

/** The chart is loaded with the first figures. */
const ConversionChart = lazy(async () => ({ default: (await import('./ConversionChart.tsx')).ConversionChart }));

type Period = Conversion['periods'][number];

type Props = {
  periods: readonly Period[];
  by: ConversionPeriod;
  onOpen: (period: Period, step: ConversionStep) => void;
};

/** The chart, and its table with the latest first; a cell opens its contacts. */
export function ConversionPeriods({ periods, by, onOpen }: Props) {
  const t = useTexts();
  const isAnyOpen = periods.some(({ isOpen, sent }) => isOpen && sent > 0);
  return (
    <>
      <Card component="section" className={classes.card} aria-label={t('insights:conversion.chart')}>
        <Title order={2}>{t('insights:conversion.chart')}</Title>
        {isAnyOpen && (
          <Text size="sm" c="dimmed">
            {t('insights:conversion.open_hint')}
          </Text>
        )}
        <div className={classes.chart} role="img" aria-label={t('insights:conversion.chart_label')}>
          <Suspense fallback={<Skeleton height={260} />}>
            <ConversionChart periods={periods} by={by} onOpen={(period) => onOpen(period, 'visited')} />
          </Suspense>
        </div>
      </Card>
      <Card component="section" className={classes.card} aria-label={t('insights:conversion.table')}>
        <Box mb="xs">
          <FigureTitle order={2} title={t('insights:conversion.table')} about={t('insights:definition.periods')} />
        </Box>
        <Table periods={periods} by={by} onOpen={onOpen} />
      </Card>
    </>
  );
}

function Table({ periods, by, onOpen }: Props) {
  const t = useTexts();
  const format = useFormat();
  const nameOf = usePeriodName(by);
  const steps = shownSteps({ clicked: Math.max(0, ...periods.map(({ clicked }) => clicked)) });
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th>{t('insights:conversion.period_column')}</th>
          {steps.map((step) => (
            <th key={step}>{t(`insights:conversion.step.${step}`)}</th>
          ))}
          <th>{t('insights:conversion.spent')}</th>
        </tr>
      </thead>
      <tbody>
        {periods.toReversed().map((period) => (
          <tr key={period.from} data-empty={period.sent === 0 || undefined}>
            <th scope="row">
              {nameOf(period)}
              {period.isOpen && period.sent > 0 && (
                <span className={classes.waiting}>{t('insights:conversion.open')}</span>
              )}
            </th>
            {steps.map((step) => (
              <td key={step} data-label={t(`insights:conversion.step.${step}`)}>
                {period[step] === 0 ? (
                  '0'
                ) : (
                  <LinkButton onClick={() => onOpen(period, step)}>{format.number(period[step])}</LinkButton>
                )}
                {step !== 'sent' && period[step] > 0 && (
                  <span className={classes.share}>{format.percent(period[step] / period.sent)}</span>
                )}
              </td>
            ))}
            <td data-label={t('insights:conversion.spent')}>
              {period.spent.length === 0 ? (
                '–'
              ) : (
                <LinkButton onClick={() => onOpen(period, 'visited')}>
                  {period.spent.map((money) => format.money(money)).join(' + ')}
                </LinkButton>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
