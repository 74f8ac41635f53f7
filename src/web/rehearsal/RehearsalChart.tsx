import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { textIn } from '#web/lib/known.ts';
import { useBarKeys } from '#web/ui/use-bar-keys.tsx';
import type { DayBar } from './rehearsal-figures.ts';

export type Outcome = 'sent' | 'skipped';

/** Told apart by colour-blind eyes too (Okabe and Ito), on white and on black. */
export const OUTCOME_COLOURS: Record<Outcome, string> = { sent: '#0072b2', skipped: '#8a8f98' };

type Props = {
  bars: readonly DayBar[];
  /** A bar was pressed: what is in it. */
  onOpen: (day: string, outcome: Outcome) => void;
};

/** What would have left and what would not, by day. Loaded by the page that shows it. */
export function RehearsalChart({ bars, onOpen }: Props) {
  const t = useTexts();
  const format = useFormat();
  const rows = bars.map((bar) => ({ ...bar, label: format.days(bar.day) }));

  function open(day: unknown, name: string): void {
    const bar = bars.find((one) => one.day === textIn(day));
    if (bar) onOpen(bar.day, name === 'skipped' ? 'skipped' : 'sent');
  }
  const keys = useBarKeys<DayBar>(({ day, sent, skipped }) => {
    if (sent + skipped > 0) open(day, sent > 0 ? 'sent' : 'skipped');
  });
  return (
    <BarChart
      h={260}
      {...keys}
      barChartProps={{ title: t('rehearsal:chart.title') }}
      data={rows}
      dataKey="label"
      type="stacked"
      withLegend
      legendProps={{ verticalAlign: 'top', height: 40 }}
      series={(['sent', 'skipped'] as const).map((name) => ({
        name,
        label: t(`rehearsal:chart.${name}`),
        color: OUTCOME_COLOURS[name],
      }))}
      valueFormatter={(value) => format.number(value)}
      gridAxis="x"
      tickLine="none"
      xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 32 }}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      barProps={({ name }) => ({
        maxBarSize: 48,
        cursor: 'pointer',
        isAnimationActive: false,
        onClick: ({ payload }: { payload?: { day?: unknown } }) => open(payload?.day, name),
      })}
    />
  );
}
