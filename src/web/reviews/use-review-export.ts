import type { ReviewFilter } from '#contract/reviews/calls.ts';
import { HINTS, MAP_SERVICES } from '#contract/reviews/values.ts';
import { useListExport } from '#web/contacts/use-list-export.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { TextKey } from '#web/locales/resources.ts';
import { useHintName } from './use-hint-name.ts';

/** In the order of the contract. */
const TITLES: readonly TextKey[] = [
  'reviews:column.when',
  'reviews:by_stars',
  'reviews:column.review',
  'reviews:by.tag',
  'reviews:comes_again.yes',
  'reviews:by.map',
  'reviews:column.contact',
  'reviews:phone',
  'reviews:column.visit',
  'reviews:service',
  'reviews:master',
  'reviews:branch',
  'reviews:answer.title',
];

/** Saves the filtered reviews as a file. */
export function useReviewExport(filter: ReviewFilter) {
  const t = useTexts();
  const hintName = useHintName();
  const save = useListExport();
  const run = (format: 'csv' | 'xlsx') =>
    save.mutate({
      path: '/api/v1/reviews/export',
      format,
      name: t('reviews:title'),
      titles: TITLES.map((key) => t(key)),
      words: [
        ...HINTS.map(hintName),
        ...MAP_SERVICES.map((map) => t(`reviews:map.${map}`)),
        t('reviews:yes'),
        t('reviews:no'),
      ],
      filter,
    });
  return { isBusy: save.isPending, run };
}
