import type { ConversionPeriod } from '#contract/insights/conversion.ts';
import type { ResultGroup } from '#contract/insights/results.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { StackedBars } from '#web/ui/charts/StackedBars.tsx';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import type { ResultPeriod } from './ResultPeriods.tsx';
import { usePeriodName } from './use-period-name.ts';

type Props = {
  periods: readonly ResultPeriod[];
  by: ConversionPeriod;
  /** Opens the visits of a bar. */
  onOpen: (period: ResultPeriod, group: ResultGroup) => void;
};

/** Distinguishable with colour blindness; the table below has the same figures. */
const COLOURS = { attended: '#0072b2', no_show: '#d55e00', cancelled: '#8a8f98', paid: '#009e73' } as const;

/** Visits that were attended, missed and cancelled. */
export function VisitsChart({ periods, by, onOpen }: Props) {
  const t = useTexts();
  const format = useFormat();
  const isMobile = useIsMobile();
  const nameOf = usePeriodName(by, true);
  const groups = ['attended', 'no_show', 'cancelled'] as const;
  return (
    <StackedBars
      h={260}
      withLegend
      bars={periods.map((period) => ({
        from: period.from,
        label: nameOf(period),
        attended: period.attended,
        no_show: period.noShow,
        cancelled: period.cancelled,
      }))}
      series={groups.map((group) => ({
        name: group,
        label: t(`insights:results.group.${group}`),
        color: COLOURS[group],
      }))}
      valueFormatter={(value) => format.number(value)}
      labelGap={isMobile ? 24 : 16}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      onOpen={(from, series) => {
        const period = periods.find((one) => one.from === from);
        const group = groups.find((one) => one === series) ?? 'attended';
        if (period && period.booked + period.cancelled > 0) onOpen(period, group);
      }}
    />
  );
}

/** Revenue in one currency. */
export function PaidChart({ periods, by, currency, onOpen }: Props & { currency: string }) {
  const t = useTexts();
  const format = useFormat();
  const isMobile = useIsMobile();
  const nameOf = usePeriodName(by, true);
  return (
    <StackedBars
      h={260}
      bars={periods.map((period) => ({
        from: period.from,
        label: nameOf(period),
        paid: period.paid.find((money) => money.currency === currency)?.amountMinor ?? 0,
      }))}
      series={[{ name: 'paid', label: t('insights:results.paid'), color: COLOURS.paid }]}
      valueFormatter={(amountMinor) => format.money({ amountMinor, currency })}
      labelGap={isMobile ? 24 : 16}
      yAxisProps={{ width: 84 }}
      onOpen={(from) => {
        const period = periods.find((one) => one.from === from);
        if (period && period.attended > 0) onOpen(period, 'attended');
      }}
    />
  );
}
