import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { textIn } from '#web/lib/known.ts';
import { useBarKeys } from '#web/ui/use-bar-keys.tsx';
import type { DecisionRule } from '#contract/delivery.ts';
import type { SkipBar, SkipReason } from './skip-chart-data.ts';
import { useSkipNames } from './use-skip-names.ts';

export type SkipChartProps = {
  bars: readonly SkipBar[];
  reasons: readonly SkipReason[];
  /** Opens the contacts of a bar, by rules; none: all rules. */
  onOpen: (rules: DecisionRule[], bar: SkipBar) => void;
};

/** Bars by day and reason. Loaded by the page that shows it; the list below it says the same. */
export function SkipChart({ bars, reasons, onOpen }: SkipChartProps) {
  const t = useTexts();
  const format = useFormat();
  const { nameOfBar, nameOfReason } = useSkipNames();
  const rows = bars.map((bar) => ({ from: bar.from, label: nameOfBar(bar), ...bar.counts }));

  function open(from: unknown, rules: DecisionRule[]): void {
    const bar = bars.find((one) => one.from === textIn(from));
    if (bar && Object.keys(bar.counts).length > 0) onOpen(rules, bar);
  }
  const keys = useBarKeys<{ from: string }>((row) => open(row.from, []));
  return (
    <BarChart
      h={280}
      {...keys}
      barChartProps={{ title: t('insights:skips.chart') }}
      data={rows}
      dataKey="label"
      type="stacked"
      series={reasons.map((reason) => ({ name: reason.key, label: nameOfReason(reason), color: reason.colour }))}
      valueFormatter={(value) => format.number(value)}
      gridAxis="x"
      tickLine="none"
      xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 32 }}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      barProps={({ name }) => ({
        maxBarSize: 48,
        cursor: 'pointer',
        isAnimationActive: false,
        onClick: ({ payload }: { payload?: { from?: unknown } }) =>
          open(payload?.from, reasons.find(({ key }) => key === name)?.rules ?? []),
      })}
    />
  );
}
