import { expect, test } from 'vitest';
import { BRANDS } from '#contract/brands/brands.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { MAIN_SIDEBAR } from '#contract/brands/sidebars.ts';
import { type Article, ARTICLE_NAMES, articleOf, isLineOffered, loadArticles, searchArticles } from './articles.ts';

const VARIANTS = new Set(Object.values(BRANDS).map(({ variant }) => variant));

const whole = ({ title, intro, lines }: Article) => [title, intro, ...lines].join('\n');
const linksIn = (article: Article) => [...whole(article).matchAll(/\[\[(\w+)\]\]/g)].map(([, key]) => key);

test.each(LANGUAGES)(
  'every article is written in %s, with the same lines and links as in English',
  async (language) => {
    for (const variant of VARIANTS) {
      const [articles, english] = [await loadArticles(language, variant), await loadArticles('en', variant)];
      expect(Object.keys(articles).toSorted()).toEqual(ARTICLE_NAMES.toSorted());
      for (const name of ARTICLE_NAMES) {
        expect(articles[name].lines, name).toHaveLength(english[name].lines.length);
        expect(linksIn(articles[name]).toSorted(), name).toEqual(linksIn(english[name]).toSorted());
      }
    }
  },
);

test('links of articles lead to places of the menu', async () => {
  const keys = new Set<string | undefined>(
    MAIN_SIDEBAR.flatMap((entry) => [entry, ...(entry.children ?? [])]).map(({ key }) => key),
  );
  const articles = await loadArticles('en', 'default');
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
  const articles = await loadArticles('en', 'default');
  const [first] = searchArticles(articles, ARTICLE_NAMES, 'MAILINGS segment');
  expect(first).toBe('mailings');
  expect(searchArticles(articles, ARTICLE_NAMES, 'zebra')).toEqual([]);
  expect(searchArticles(articles, ['team'], '')).toEqual(['team']);
});

test('a domain begins with its own first steps, in every language', async () => {
  for (const language of LANGUAGES) {
    const intros = await Promise.all(
      [...VARIANTS].map(async (variant) => (await loadArticles(language, variant))['first-steps'].intro),
    );
    // Mailings have no words of their own.
    expect(new Set(intros).size).toBe(VARIANTS.size - 1);
  }
});

test('a line about places that a domain lacks is left out', () => {
  const has = (key: string) => key === 'twilio';
  expect(isLineOffered('Connect [[dialog360]] or [[twilio]].', has)).toBe(true);
  expect(isLineOffered('Take a flow in [[templates]].', has)).toBe(false);
  expect(isLineOffered('Ask your colleagues.', has)).toBe(true);
});
