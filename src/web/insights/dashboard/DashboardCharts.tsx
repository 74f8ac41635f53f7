import type { ConversionPeriod } from '#contract/insights/conversion.ts';
import type { ClientGroup, Dashboard } from '#contract/insights/dashboard.ts';
import type { ResultGroup } from '#contract/insights/results.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { StackedBars } from '#web/ui/charts/StackedBars.tsx';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import { usePeriodName } from '#web/insights/results/use-period-name.ts';
import { minorIn } from './dashboard-data.ts';

export type Point = Dashboard['points'][number];

/** The length of a point: a day or a month. */
export type PointLength = Extract<ConversionPeriod, 'day' | 'month'>;

type Props = { points: readonly Point[]; by: PointLength };

/** Distinguishable with colour blindness; the table below has the same figures. */
const COLOURS = {
  attended: '#0072b2',
  no_show: '#d55e00',
  cancelled: '#8a8f98',
  paid: '#009e73',
  new: '#009e73',
  returning: '#0072b2',
} as const;

/** Visits that were attended, missed and cancelled. */
export function VisitsChart({ points, by, onOpen }: Props & { onOpen: (point: Point, group: ResultGroup) => void }) {
  const t = useTexts();
  const format = useFormat();
  const isMobile = useIsMobile();
  const nameOf = usePeriodName(by, true);
  const groups = ['attended', 'no_show', 'cancelled'] as const;
  return (
    <StackedBars
      h={260}
      withLegend
      bars={points.map((point) => ({
        from: point.from,
        label: nameOf(point),
        attended: point.attended,
        no_show: point.noShow,
        cancelled: point.cancelled,
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
        const point = points.find((one) => one.from === from);
        const group = groups.find((one) => one === series) ?? 'attended';
        if (point && point.booked + point.cancelled > 0) onOpen(point, group);
      }}
    />
  );
}

/** Revenue in one currency. */
export function PaidChart({
  points,
  by,
  currency,
  onOpen,
}: Props & { currency: string; onOpen: (point: Point) => void }) {
  const t = useTexts();
  const format = useFormat();
  const isMobile = useIsMobile();
  const nameOf = usePeriodName(by, true);
  return (
    <StackedBars
      h={260}
      bars={points.map((point) => ({
        from: point.from,
        label: nameOf(point),
        paid: minorIn(point.paid, currency),
      }))}
      series={[{ name: 'paid', label: t('dashboard:column.paid'), color: COLOURS.paid }]}
      valueFormatter={(amountMinor) => format.money({ amountMinor, currency })}
      labelGap={isMobile ? 24 : 16}
      yAxisProps={{ width: 84 }}
      onOpen={(from) => {
        const point = points.find((one) => one.from === from);
        if (point && point.attended > 0) onOpen(point);
      }}
    />
  );
}

/** Clients who came for the first time, and who had come before. */
export function ClientsChart({ points, by, onOpen }: Props & { onOpen: (point: Point, group: ClientGroup) => void }) {
  const t = useTexts();
  const format = useFormat();
  const isMobile = useIsMobile();
  const nameOf = usePeriodName(by, true);
  const groups = ['new', 'returning'] as const;
  return (
    <StackedBars
      h={260}
      withLegend
      bars={points.map((point) => ({
        from: point.from,
        label: nameOf(point),
        new: point.newClients,
        returning: point.returningClients,
      }))}
      series={groups.map((group) => ({ name: group, label: t(`dashboard:column.${group}`), color: COLOURS[group] }))}
      valueFormatter={(value) => format.number(value)}
      labelGap={isMobile ? 24 : 16}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      onOpen={(from, series) => {
        const point = points.find((one) => one.from === from);
        const group = groups.find((one) => one === series) ?? 'new';
        if (point && point.newClients + point.returningClients > 0) onOpen(point, group);
      }}
    />
  );
}
