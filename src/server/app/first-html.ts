import { readFileSync } from 'node:fs';
import type { Brand } from '#contract/brands/brands.ts';
import type { ClientConfig } from '#contract/config.ts';
import { FIRST_PAGES_FILE, type FirstPage, type FirstPages } from '#contract/brands/first-pages.ts';
import { languageOf } from '#contract/language-choice.ts';
import type { Language } from '#contract/primitives.ts';
import { LOCALE_TAGS } from '#server/platform/values/locale-rules.ts';

type WantedPage = { file: string; path: string; brand: Brand; language: Language };

/**
 * Renders pages with their brand, because only the server knows the deployment's own hosts, with the configuration that the
 * app starts with, and with the description, title, heading and lead that a visitor sees before any script runs.
 */
export function htmlPages(folder: string, config: ClientConfig): (page: WantedPage) => string {
  const made = new Map<string, string>();
  const read = (file: string) => readFileSync(`${folder}/${file}`, 'utf8');
  let texts: FirstPages | null = null;
  return ({ file, path, brand, language }) => {
    texts ??= JSON.parse(read(FIRST_PAGES_FILE)) as FirstPages; // NOTE: the build's own format
    const { taglines, pages } = texts[language];
    const tagline = taglines[brand.variant];
    const first = pages[path.toLowerCase()];
    const key = `${file} ${brand.key} ${language} ${first ? path.toLowerCase() : ''}`;
    const page = made.get(key) ?? fill(read(file), { brand, language, tagline, first, config });
    made.set(key, page);
    return page;
  };
}

type Filling = Pick<WantedPage, 'brand' | 'language'> & {
  /** One sentence about the purpose of the brand. */
  tagline: string;
  first: FirstPage | undefined;
  config: ClientConfig;
};

function fill(page: string, { brand, language, tagline, first, config }: Filling): string {
  const named = page
    .replace('<script id="config" type="application/json">', (tag) => tag + written(config))
    .replace('href="/favicon.svg"', `href="/favicon-${brand.key}.svg"`)
    .replace('name="brand" content=""', `name="brand" content="${brand.key}"`)
    .replace(/<html lang="ru" data-language="">/, `<html lang="${LOCALE_TAGS[language]}" data-language="${language}">`)
    .replace('name="description" content=""', `name="description" content="${escaped(tagline)}"`)
    .replace(WITH_CYRILLIC.includes(language) ? '' : CYRILLIC_FONT, '');
  if (!first) return named;
  const { title, heading, hasTagline, scripts } = first;
  const lead = [hasTagline ? `${tagline}.` : '', first.lead].filter(Boolean).join(' ');
  const preloads = scripts.map(
    (script) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="${script}">`,
  );
  return named
    .replace(/<title>[^<]*</, `<title>${escaped(`${title} – ${brand.productName}`)}<`)
    .replace('</head>', `${preloads.join('')}$&`)
    .replace('<div class="shell-words">', `$&<h1>${escaped(heading)}</h1><p>${escaped(lead)}</p>`);
}

const WITH_CYRILLIC: readonly Language[] = ['ru', 'uk'];
const CYRILLIC_FONT = /<link\s+rel="preload"[^>]*inter-cyrillic[^>]*>\s*/;

/** JSON within a script element, which no value can end. */
const written = (value: unknown) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('$', '$$$$');

/** The language that the browser names first among those of the brand; the web chooses by the same rule. */
export function visitorLanguage(accepted: string | undefined, offered: readonly Language[]): Language {
  const wanted = languageOf(
    (accepted ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  );
  return offered.includes(wanted) ? wanted : (offered[0] ?? 'ru');
}
