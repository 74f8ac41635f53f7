import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

type Props = { days: readonly { day: string; clicks: number }[] };

/** Clicks of a link by day. Loaded by the page that shows it. */
export function ClickChart({ days }: Props) {
  const t = useTexts();
  const format = useFormat();
  return (
    <BarChart
      h={200}
      data={days.map(({ day, clicks }) => ({ label: format.days(day), clicks }))}
      dataKey="label"
      series={[{ name: 'clicks', label: t('links:clicks'), color: '#0072b2' }]}
      gridAxis="x"
      tickLine="none"
      valueFormatter={(value) => format.number(value)}
      xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 32 }}
      yAxisProps={{ allowDecimals: false, width: 40 }}
      barChartProps={{ title: t('links:by_day') }}
      barProps={{ maxBarSize: 48, isAnimationActive: false }}
    />
  );
}
