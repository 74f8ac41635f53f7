import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '#web/lib/format/i18n.ts';
import { brand } from '#web/lib/pages/brand.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { ARTICLE_NAMES, ARTICLE_PAGES, loadArticles } from './articles.ts';

/** The articles in the page's language; they are a file of the web itself. */
export function useArticles() {
  const language = useLanguage();
  return useQuery({
    queryKey: ['help', language],
    queryFn: () => loadArticles(language, brand.variant),
    staleTime: Infinity,
  });
}

/** Names of the articles about pages that the member can open on this domain. */
export function useOfferedArticles() {
  const canOpen = useCanOpen();
  return ARTICLE_NAMES.filter((name) => ARTICLE_PAGES[name].some(canOpen));
}
