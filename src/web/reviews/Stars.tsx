import { IconStarFilled } from '@tabler/icons-react';
import { STARS } from '#contract/reviews/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './reviews.module.css';

/** A rating as stars, read as "4 out of 5". */
export function Stars({ stars, size = 16 }: { stars: number; size?: number }) {
  const t = useTexts();
  return (
    <span className={classes.stars} role="img" aria-label={t('reviews:stars', { count: stars })}>
      {STARS.map((one) => (
        <IconStarFilled key={one} size={size} data-lit={one <= stars || undefined} aria-hidden />
      ))}
    </span>
  );
}
