import { Card, Skeleton, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { REVIEW_STEPS } from '#contract/reviews/values.ts';
import { REVIEW_CLASSES } from '#contract/reviews/values.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FigureTable } from '#web/ui/lists/FigureTable.tsx';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import { NumberTile } from '#web/ui/charts/NumberTile.tsx';
import type { ReviewSearch } from './review-search.ts';
import classes from './reviews.module.css';
import { Stars } from './Stars.tsx';
import type { ReviewStatistics } from './use-reviews.ts';

/** The chart is loaded with the first figures. */
const ReviewChart = lazy(async () => ({ default: (await import('./ReviewChart.tsx')).ReviewChart }));

type Props = {
  statistics: ReviewStatistics;
  step: (typeof REVIEW_STEPS)[number];
  onFilter: (change: Partial<ReviewSearch>) => void;
};

/** The average with its change, the classes, the stars, and the reviews over time; each figure opens its reviews. */
export function ReviewFigures({ statistics, step, onFilter }: Props) {
  const t = useTexts();
  const format = useFormat();
  const { count, average, before, classes: ofClasses, comesAgain, waiting } = statistics;
  const replies = comesAgain.yes + comesAgain.no;
  const share = (part: number, whole: number) => (whole === 0 ? '–' : format.percent(part / whole));
  return (
    <>
      <div className={classes.tiles}>
        <NumberTile
          title={t('reviews:average')}
          value={average === null ? '–' : format.number(average, { maximumFractionDigits: 2 })}
          onOpen={() => onFilter({ class: undefined })}
        >
          <Change now={average} before={before?.average ?? null} />
        </NumberTile>
        {REVIEW_CLASSES.map((name) => (
          <NumberTile
            key={name}
            title={t(`reviews:class.${name}`)}
            value={format.number(ofClasses[name])}
            onOpen={() => onFilter({ class: name })}
          >
            {share(ofClasses[name], count)}
          </NumberTile>
        ))}
        <NumberTile
          title={t('reviews:comes_again.yes')}
          value={share(comesAgain.yes, replies)}
          onOpen={() => onFilter({ comesAgain: 'yes' })}
        >
          {t('reviews:comes_again.of', { count: replies })}
        </NumberTile>
        <NumberTile
          title={t('reviews:unanswered')}
          value={format.number(waiting)}
          onOpen={() => onFilter({ answered: 'no', class: 'negative' })}
        >
          {t('reviews:unanswered_help')}
        </NumberTile>
      </div>
      <div className={classes.pair}>
        <Card component="section" aria-label={t('reviews:by_time')}>
          <Title order={2} mb="sm">
            {t('reviews:by_time')}
          </Title>
          <Suspense fallback={<Skeleton height={240} />}>
            <ReviewChart steps={statistics.steps} step={step} onOpen={onFilter} />
          </Suspense>
        </Card>
        <Card component="section" aria-label={t('reviews:by_stars')}>
          <Title order={2} mb="xs">
            {t('reviews:by_stars')}
          </Title>
          <FigureTable>
            <tbody>
              {[5, 4, 3, 2, 1].map((stars) => (
                <tr key={stars}>
                  <th scope="row">
                    <Stars stars={stars} />
                  </th>
                  <td data-numeric>
                    <LinkButton
                      aria-label={`${format.number(statistics.stars[stars - 1] ?? 0)}: ${t('reviews:stars', { count: stars })}`}
                      onClick={() => onFilter({ stars, class: undefined })}
                    >
                      {format.number(statistics.stars[stars - 1] ?? 0)}
                    </LinkButton>
                  </td>
                  <td data-numeric>{share(statistics.stars[stars - 1] ?? 0, count)}</td>
                </tr>
              ))}
            </tbody>
          </FigureTable>
        </Card>
      </div>
    </>
  );
}

function Change({ now, before }: { now: number | null; before: number | null }) {
  const t = useTexts();
  const format = useFormat();
  if (now === null || before === null) return t('reviews:before_none');
  const change = now - before;
  const sign = change > 0 ? '+' : '−';
  const shown =
    Math.abs(change) < 0.005 ? '0' : `${sign}${format.number(Math.abs(change), { maximumFractionDigits: 2 })}`;
  return t('reviews:before', { change: shown, before: format.number(before, { maximumFractionDigits: 2 }) });
}
