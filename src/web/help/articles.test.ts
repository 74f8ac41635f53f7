import { expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { MAIN_SIDEBAR } from '#contract/brands/sidebars.ts';
import { type Article, ARTICLE_NAMES, articleOf, loadArticles, searchArticles } from './articles.ts';

const whole = ({ title, intro, lines }: Article) => [title, intro, ...lines].join('\n');
const linksIn = (article: Article) => [...whole(article).matchAll(/\[\[(\w+)\]\]/g)].map(([, key]) => key);

test.each(LANGUAGES)(
  'every article is written in %s, with the same lines and links as in English',
  async (language) => {
    const [articles, english] = [await loadArticles(language), await loadArticles('en')];
    expect(Object.keys(articles).toSorted()).toEqual(ARTICLE_NAMES.toSorted());
    for (const name of ARTICLE_NAMES) {
      expect(articles[name].lines, name).toHaveLength(english[name].lines.length);
      expect(linksIn(articles[name]).toSorted(), name).toEqual(linksIn(english[name]).toSorted());
    }
  },
);

test('links of articles lead to places of the menu', async () => {
  const keys = new Set<string | undefined>(
    MAIN_SIDEBAR.flatMap((entry) => [entry, ...(entry.children ?? [])]).map(({ key }) => key),
  );
  const articles = await loadArticles('en');
  expect(ARTICLE_NAMES.flatMap((name) => linksIn(articles[name])).filter((key) => !keys.has(key))).toEqual([]);
});

test.each([
  ['/', 'first-steps'],
  ['/flows/edit/1/text', 'flows'],
  ['/insights/skips', 'not-sent'],
  ['/insights/rfm/1', 'figures'],
  ['/Accounts/Whats-App', 'whatsapp-by-code'],
  ['/account/login', undefined],
])('the article about %s is %s', (path, name) => {
  expect(articleOf(path)).toBe(name);
});

test('an article is found by all words of a query, in any case, and one with a word in its title comes first', async () => {
  const articles = await loadArticles('en');
  const [first] = searchArticles(articles, ARTICLE_NAMES, 'MAILINGS segment');
  expect(first).toBe('mailings');
  expect(searchArticles(articles, ARTICLE_NAMES, 'zebra')).toEqual([]);
  expect(searchArticles(articles, ['team'], '')).toEqual(['team']);
});
