import '@mantine/charts/styles.layer.css';
import { BarChart, type BarChartProps } from '@mantine/charts';
import { useBarKeys } from '#web/ui/lists/use-bar-keys.tsx';

/** A bar: its key, its label, and a value for each series that it has. */
export type Bar = { from: string; label: string; [series: string]: string | number | null };

type Props = Omit<BarChartProps, 'data' | 'dataKey' | 'type' | 'barProps' | 'gridAxis' | 'tickLine' | 'xAxisProps'> & {
  bars: readonly Bar[];
  /** Least pixels between two labels of bars. */
  labelGap?: number;
  /** @param series null when the bar was opened with the keyboard */
  onOpen: (from: string, series: string | null) => void;
};

/** Stacked bars that open by a press or with Enter. Loaded by the pages that show it. */
export function StackedBars({ bars, labelGap = 32, onOpen, ...chart }: Props) {
  const keys = useBarKeys<Bar>(({ from }) => onOpen(from, null));
  return (
    <BarChart
      {...chart}
      {...keys}
      data={[...bars]}
      dataKey="label"
      type="stacked"
      gridAxis="x"
      tickLine="none"
      xAxisProps={{ interval: 'preserveStartEnd', minTickGap: labelGap }}
      barProps={({ name }) => ({
        maxBarSize: 48,
        cursor: 'pointer',
        isAnimationActive: false,
        onClick: ({ payload }: { payload?: Partial<Bar> }) => {
          if (payload?.from !== undefined) onOpen(payload.from, name ?? null);
        },
      })}
    />
  );
}
