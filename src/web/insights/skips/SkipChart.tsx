import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { StackedBars } from '#web/ui/charts/StackedBars.tsx';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import type { SkipBar, SkipReason } from './skip-chart-data.ts';
import { useSkipNames } from './use-skip-names.ts';

export type SkipChartProps = {
  bars: readonly SkipBar[];
  reasons: readonly SkipReason[];
  /** Opens the contacts of a bar, by rules; none: all rules. */
  onOpen: (rules: DecisionRule[], bar: SkipBar) => void;
};

/** Bars by day and reason. Loaded by the page that shows it; the list below it has the same figures. */
export function SkipChart({ bars, reasons, onOpen }: SkipChartProps) {
  const t = useTexts();
  const format = useFormat();
  const { nameOfBar, nameOfReason } = useSkipNames();

  function open(from: string, series: string | null): void {
    const bar = bars.find((one) => one.from === from);
    const rules = reasons.find(({ key }) => key === series)?.rules ?? [];
    if (bar && Object.keys(bar.counts).length > 0) onOpen(rules, bar);
  }
  return (
    <StackedBars
      h={280}
      bars={bars.map((bar) => ({ ...bar.counts, from: bar.from, label: nameOfBar(bar) }))}
      barChartProps={{ title: t('insights:skips.chart') }}
      series={reasons.map((reason) => ({ name: reason.key, label: nameOfReason(reason), color: reason.colour }))}
      valueFormatter={(value) => format.number(value)}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      onOpen={open}
    />
  );
}
