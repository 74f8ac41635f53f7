import { Link } from '@tanstack/react-router';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { daysOf } from './review-search.ts';
import { useReviewStatistics } from './use-reviews.ts';

/** Reviews of the last 30 days; leads to them. */
export function ReviewFiguresLine() {
  const t = useTexts();
  const format = useFormat();
  const today = format.dayKey(new Date(productNow()).toISOString());
  const { data } = useReviewStatistics({ ...daysOf('month', today), step: 'month' });
  if (!data) return '\u00a0';
  return (
    <Link to="/reviews" search={{ period: 'month' }}>
      {data.average === null
        ? t('widget_entries:review.none')
        : t('widget_entries:review.figures', {
            count: data.count,
            average: format.number(data.average, { maximumFractionDigits: 1 }),
          })}
    </Link>
  );
}
