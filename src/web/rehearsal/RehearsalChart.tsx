import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { StackedBars } from '#web/ui/charts/StackedBars.tsx';
import type { DayBar } from './rehearsal-figures.ts';

export type Outcome = 'sent' | 'skipped';

/** Distinguishable with colour blindness (Okabe and Ito), on white and on black. */
const OUTCOME_COLOURS: Record<Outcome, string> = { sent: '#0072b2', skipped: '#8a8f98' };

type Props = {
  bars: readonly DayBar[];
  /** Opens the messages of a bar. */
  onOpen: (day: string, outcome: Outcome) => void;
};

/** Messages that would have been sent, and those that would not, by day. Loaded by the page that shows it. */
export function RehearsalChart({ bars, onOpen }: Props) {
  const t = useTexts();
  const format = useFormat();

  function open(day: string, series: string | null): void {
    const bar = bars.find((one) => one.day === day);
    if (!bar || bar.sent + bar.skipped === 0) return;
    const isSkipped = series === null ? bar.sent === 0 : series === 'skipped';
    onOpen(bar.day, isSkipped ? 'skipped' : 'sent');
  }
  return (
    <StackedBars
      h={260}
      bars={bars.map(({ day, sent, skipped }) => ({ from: day, label: format.days(day), sent, skipped }))}
      barChartProps={{ title: t('rehearsal:chart.title') }}
      withLegend
      legendProps={{ verticalAlign: 'top', height: 40 }}
      series={(['sent', 'skipped'] as const).map((name) => ({
        name,
        label: t(`rehearsal:chart.${name}`),
        color: OUTCOME_COLOURS[name],
      }))}
      valueFormatter={(value) => format.number(value)}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      onOpen={open}
    />
  );
}
