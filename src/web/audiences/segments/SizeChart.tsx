import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

type Props = { days: readonly { day: string; size: number }[] };

/** Sizes of a segment by day. Loaded by the page that shows it. */
export function SizeChart({ days }: Props) {
  const t = useTexts();
  const format = useFormat();
  return (
    <BarChart
      h={220}
      data={days.map(({ day, size }) => ({ label: format.days(day), size }))}
      dataKey="label"
      series={[{ name: 'size', label: t('segments:size'), color: '#0072b2' }]}
      gridAxis="x"
      tickLine="none"
      valueFormatter={(value) => format.number(value)}
      xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 32 }}
      yAxisProps={{ allowDecimals: false, width: 52 }}
      barChartProps={{ title: t('segments:over_time') }}
      barProps={{ maxBarSize: 48, isAnimationActive: false }}
    />
  );
}
