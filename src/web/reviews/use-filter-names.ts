import { useTexts } from '#web/lib/format/i18n.ts';
import type { ReviewSearch } from './review-search.ts';
import { useHintName } from './use-hint-name.ts';
import type { ReviewStatistics } from './use-reviews.ts';

/** Says which reviews are shown, beside the class and the period, which the tools show. */
export function useFilterNames(statistics: ReviewStatistics | undefined) {
  const t = useTexts();
  const hintName = useHintName();
  return (search: Omit<ReviewSearch, 'period'>): string[] => {
    const titleIn = (places: readonly { id: string; title: string }[] | undefined, id: string | undefined) =>
      id && (places?.find((place) => place.id === id)?.title ?? '');
    return [
      search.from && search.to && t('reviews:days', { from: search.from, to: search.to }),
      search.stars && t('reviews:stars', { count: search.stars }),
      titleIn(statistics?.branches, search.branchId),
      titleIn(statistics?.masters, search.masterId),
      titleIn(statistics?.services, search.serviceId),
      search.tag && hintName(search.tag),
      search.map && t(`reviews:map.${search.map}`),
      search.comesAgain && t(`reviews:comes_again.${search.comesAgain}`),
      search.answered && t(`reviews:answered.${search.answered}`),
    ].filter((name): name is string => Boolean(name));
  };
}
