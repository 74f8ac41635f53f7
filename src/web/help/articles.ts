import type { RouteVariant } from '#contract/brands/brands.ts';
import type { Language } from '#contract/primitives.ts';
import type english from './articles/en.json';

export type ArticleName = Exclude<keyof typeof english, `${string}@${string}`>;

/** `[[key]]` in a text is a link to the place of the menu with this key, under its name. */
export type Article = { title: string; intro: string; lines: readonly string[] };

/**
 * The articles in the order of the list, each with the pages it is about. On a domain without any of these pages it is
 * left out.
 */
export const ARTICLE_PAGES: Readonly<Record<ArticleName, readonly string[]>> = {
  'first-steps': ['/'],
  'booking-systems': ['/accounts/yclients', '/accounts/altegio', '/accounts/iiko', '/accounts/api'],
  'whatsapp-by-code': ['/accounts/whats-app'],
  'whatsapp-business': ['/accounts/dialog360', '/accounts/twilio', '/accounts/templates'],
  bots: ['/accounts/telegram', '/accounts/max'],
  flows: ['/flows', '/templates'],
  mailings: ['/distributions'],
  conversations: ['/conversations'],
  assistants: ['/flowCopilotBots'],
  reviews: ['/reviews', '/widgets/review', '/widgets/reviews-ai'],
  widgets: ['/widgets', '/chatbots'],
  'not-sent': ['/insights/skips', '/insights/message-logs'],
  figures: ['/insights', '/conversion'],
  clients: ['/contacts', '/segments', '/phones/ignore', '/phones/subscribers'],
  quality: ['/chats', '/calls', '/reports'],
  operators: ['/accounts/amo', '/accounts/chatwoot', '/accounts/medflexLpus'],
  payments: ['/payments'],
  team: ['/account/profile', '/account/update'],
};

export const ARTICLE_NAMES = Object.keys(ARTICLE_PAGES) as ArticleName[]; // NOTE: `keys` loses the key type

type Written = Readonly<Record<ArticleName, Article> & Partial<Record<string, Article>>>;

const LOADERS: Readonly<Record<Language, () => Promise<{ default: Written }>>> = {
  en: () => import('./articles/en.json'),
  ru: () => import('./articles/ru.json'),
  pt_br: () => import('./articles/pt_br.json'),
  uk: () => import('./articles/uk.json'),
};

/** The articles of a variant: `first-steps@medical` stands in place of `first-steps`. */
export async function loadArticles(
  language: Language,
  variant: RouteVariant,
): Promise<Readonly<Record<ArticleName, Article>>> {
  const written = (await LOADERS[language]()).default;
  const own = ARTICLE_NAMES.map((name) => [name, written[`${name}@${variant}`] ?? written[name]]);
  return Object.fromEntries(own) as Record<ArticleName, Article>; // NOTE: entries lose the key type
}

/** Whether a line is about anything the domain has: it has no link, or one that leads somewhere. */
export function isLineOffered(line: string, isOffered: (key: string) => boolean): boolean {
  const keys = [...line.matchAll(/\[\[(\w+)\]\]/g)].map(([, key = '']) => key);
  return keys.length === 0 || keys.some(isOffered);
}

/** Returns the article about a page: that of the longest of its parent paths. */
export function articleOf(path: string): ArticleName | undefined {
  const wanted = path.toLowerCase();
  const [best] = ARTICLE_NAMES.flatMap((name) =>
    ARTICLE_PAGES[name]
      .map((page) => page.toLowerCase())
      .filter((page) => wanted === page || (page !== '/' && wanted.startsWith(`${page}/`)))
      .map((page) => ({ name, length: page.length })),
  ).toSorted((one, other) => other.length - one.length);
  return best?.name;
}

/** Returns the names of articles that have every word of a query, those with a word in the title first. */
export function searchArticles(
  articles: Readonly<Record<ArticleName, Article>>,
  names: readonly ArticleName[],
  query: string,
): ArticleName[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string, word: string) => text.toLowerCase().includes(word);
  const whole = ({ title, intro, lines }: Article) => [title, intro, ...lines].join(' ');
  const found = names.filter((name) => words.every((word) => has(whole(articles[name]), word)));
  const isTitled = (name: ArticleName) => words.some((word) => has(articles[name].title, word));
  return [...found.filter(isTitled), ...found.filter((name) => !isTitled(name))];
}
