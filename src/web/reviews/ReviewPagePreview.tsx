import { Skeleton, Stack } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReviewPageView, ReviewWidgetSettings } from '#contract/reviews/widgets.ts';
import { STARS } from '#contract/reviews/values.ts';
import { useLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { LOCALE_TAGS } from '#web/lib/format/language.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { PagePhone } from '#web/ui/preview/PagePhone.tsx';
import classes from './reviews.module.css';
import { useReviewPreview } from './use-reviews.ts';

/** The page on the contact's phone under unsaved settings; another star shows what it leads to. */
export function ReviewPagePreview({ settings }: { settings: ReviewWidgetSettings }) {
  const language = useLanguage();
  const [stars, setStars] = useState(5);
  const preview = useReviewPreview(settings, stars, language);
  if (preview.isError && !preview.data) return <Failure error={preview.error} onRetry={preview.refetch} />;
  if (!preview.data) return <Skeleton height={520} />;
  return (
    <Stack gap="sm">
      <ReviewPhone view={preview.data} stars={stars} onStars={setStars} />
    </Stack>
  );
}

type PhoneProps = { view: ReviewPageView; stars: number; onStars: (stars: number) => void };

function ReviewPhone({ view, stars, onStars }: PhoneProps) {
  const t = useTexts();
  const { businessName, logoUrl, title, hints, comesAgain, maps } = view;
  const main = view.accent ? { background: view.accent } : undefined;
  return (
    <PagePhone
      label={t('reviews:settings.preview')}
      lang={LOCALE_TAGS[view.language]}
      {...{ businessName, logoUrl, title }}
    >
      <div>
        {STARS.map((one) => (
          <button
            key={one}
            type="button"
            className={classes.star}
            aria-label={t('reviews:stars', { count: one })}
            aria-pressed={one === stars}
            data-lit={one <= stars || undefined}
            onClick={() => onStars(one)}
          >
            <IconStarFilled size={36} aria-hidden />
          </button>
        ))}
      </div>
      <p>{view.question}</p>
      <div className={classes.row}>
        {hints.map((hint) => (
          <span key={hint} className={classes.tag}>
            {hint}
          </span>
        ))}
      </div>
      <p>{view.textLabel}</p>
      <div className={classes.input} />
      {comesAgain && (
        <div className={classes.row}>
          <span>{comesAgain.question}</span>
          <span className={classes.tag}>{comesAgain.yes}</span>
          <span className={classes.tag}>{comesAgain.no}</span>
        </div>
      )}
      {view.photoLabel && <span className={classes.tag}>{view.photoLabel}</span>}
      {view.toOwner && <p>{view.toOwner}</p>}
      <span className={classes.button} data-main style={main}>
        {view.send}
      </span>
      {view.call && <span className={classes.button}>{view.call}</span>}
      {maps && (
        <>
          <p>{maps.title}</p>
          {maps.names.map((name) => (
            <span key={name} className={classes.button}>
              {name}
            </span>
          ))}
        </>
      )}
      {view.footerText && <p>{view.footerText}</p>}
    </PagePhone>
  );
}
