import type { ConversionPeriod } from '#contract/insights/conversion.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { StackedBars } from '#web/ui/charts/StackedBars.tsx';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import { visitedPercent } from './conversion-data.ts';
import type { Conversion } from './use-conversion.ts';
import { usePeriodName } from '#web/insights/results/use-period-name.ts';

type Period = Conversion['periods'][number];

type Props = {
  periods: readonly Period[];
  by: ConversionPeriod;
  /** Opens the contacts of a bar. */
  onOpen: (period: Period) => void;
};

/** Distinguishable with colour blindness; the table below has the same figures. */
const COLOURS = { closed: '#0072b2', open: '#56b4e9' } as const;
/** With more bars than this their labels would overlap. */
const MAX_LABELLED = { desk: 16, phone: 6 };

/** The share of those who came, by stretch of time. Loaded by the page that shows it. */
export function ConversionChart({ periods, by, onOpen }: Props) {
  const t = useTexts();
  const format = useFormat();
  const isMobile = useIsMobile();
  const nameOf = usePeriodName(by, true);
  const isLabelled = periods.length <= MAX_LABELLED[isMobile ? 'phone' : 'desk'];
  const percent = (value: number) => format.percent(value / 100);
  const bars = periods.map((period) => ({
    from: period.from,
    label: nameOf(period),
    closed: period.isOpen ? null : visitedPercent(period),
    open: period.isOpen ? visitedPercent(period) : null,
  }));

  function open(from: string): void {
    const period = periods.find((one) => one.from === from);
    if (period && period.visited > 0) onOpen(period);
  }
  return (
    <StackedBars
      h={260}
      bars={bars}
      series={[
        { name: 'closed', label: t('insights:conversion.step.visited'), color: COLOURS.closed },
        {
          name: 'open',
          label: `${t('insights:conversion.step.visited')}, ${t('insights:conversion.open')}`,
          color: COLOURS.open,
        },
      ]}
      valueFormatter={percent}
      withBarValueLabel={isLabelled}
      valueLabelProps={{
        fontSize: 12,
        formatter: (value: unknown) => (Number(value) > 0 ? percent(Number(value)) : ''),
      }}
      labelGap={isMobile ? 24 : 16}
      yAxisProps={{ width: 48, domain: [0, 'auto'] }}
      onOpen={open}
    />
  );
}
