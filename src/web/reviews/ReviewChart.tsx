import type { REVIEW_STEPS } from '#contract/reviews/values.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { StackedBars } from '#web/ui/charts/StackedBars.tsx';
import type { ReviewSearch } from './review-search.ts';
import type { ReviewStatistics } from './use-reviews.ts';

type Props = {
  steps: ReviewStatistics['steps'];
  step: (typeof REVIEW_STEPS)[number];
  onOpen: (change: Partial<ReviewSearch>) => void;
};

/** Reviews by days, weeks or months. Loaded by the page that shows it. */
export function ReviewChart({ steps, step, onOpen }: Props) {
  const t = useTexts();
  const format = useFormat();
  const bars = steps.map(({ day, count }) => ({ from: day, label: format.days(day, day), count }));
  return (
    <StackedBars
      h={240}
      bars={bars}
      series={[{ name: 'count', label: t('reviews:title'), color: '#0072b2' }]}
      valueFormatter={(value) => format.number(value)}
      yAxisProps={{ width: 36, allowDecimals: false }}
      onOpen={(from) => onOpen({ from, to: lastDayOf(from, step) })}
    />
  );
}

/** The last day of a step, by its first. */
function lastDayOf(first: string, step: (typeof REVIEW_STEPS)[number]): string {
  const day = new Date(`${first}T00:00:00Z`);
  if (step === 'month') day.setUTCMonth(day.getUTCMonth() + 1, 0);
  if (step === 'week') day.setUTCDate(day.getUTCDate() + 6);
  return day.toISOString().slice(0, 10);
}
