import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { textIn } from '#web/lib/known.ts';
import type { SkipBar, SkipReason } from './skip-chart-data.ts';

export type SkipChartProps = {
  bars: readonly SkipBar[];
  reasons: readonly SkipReason[];
  /** A bar was pressed: who is in it. */
  onOpen: (bar: SkipBar, reason: SkipReason) => void;
};

/** Bars by day and reason. Loaded by the page that shows it; the table below it says the same. */
export function SkipChart({ bars, reasons, onOpen }: SkipChartProps) {
  const t = useTexts();
  const format = useFormat();
  const dayOf = (day: string) => format.date(`${day}T12:00:00Z`, 'UTC');
  const nameOf = ({ key, rules: [rule] }: SkipReason) =>
    key === 'other' || !rule ? t('insights.skips.other') : t(`delivery.rule.${rule}`);
  const rows = bars.map(({ from, to, counts }) => ({
    from,
    label: from === to ? dayOf(from) : `${dayOf(from)} – ${dayOf(to)}`,
    ...counts,
  }));

  function open(from: unknown, key: string): void {
    const bar = bars.find((one) => one.from === textIn(from));
    const reason = reasons.find((one) => one.key === key);
    if (bar && reason) onOpen(bar, reason);
  }
  return (
    <BarChart
      h={280}
      data={rows}
      dataKey="label"
      type="stacked"
      series={reasons.map((reason) => ({ name: reason.key, label: nameOf(reason), color: reason.colour }))}
      valueFormatter={(value) => format.number(value)}
      gridAxis="x"
      tickLine="none"
      xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 32 }}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      barProps={({ name }) => ({
        maxBarSize: 48,
        cursor: 'pointer',
        isAnimationActive: false,
        onClick: ({ payload }: { payload?: { from?: unknown } }) => open(payload?.from, name),
      })}
    />
  );
}
