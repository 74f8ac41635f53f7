import type { Language } from '#contract/primitives.ts';

/** Our language for a browser language. From the specification, section 1; `kk` is how browsers spell `kz`. */
const LANGUAGE_BY_PREFIX: Readonly<Record<string, Language>> = {
  ru: 'ru',
  kz: 'ru',
  kk: 'ru',
  uk: 'uk',
  pt: 'pt_br',
  en: 'en',
};

/** The BCP 47 tag of a language, for `lang` attributes, plural rules and formats. */
export const LOCALE_TAGS: Readonly<Record<Language, string>> = {
  ru: 'ru-RU',
  en: 'en-GB',
  pt_br: 'pt-BR',
  uk: 'uk-UA',
};

/** The name of a language in itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  ru: 'Русский',
  en: 'English',
  pt_br: 'Português (Brasil)',
  uk: 'Українська',
};

/** Returns whether a text is a supported language. */
export function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGE_NAMES, text);
}

/**
 * Returns the initial language.
 *
 * @param browserLanguages as `navigator.languages` gives them, most preferred first
 * @returns the first supported one; English for lists without one; Russian when the list is empty
 */
export function languageOf(browserLanguages: readonly string[]): Language {
  for (const tag of browserLanguages) {
    const language = LANGUAGE_BY_PREFIX[tag.toLowerCase().split(/[-_]/)[0] ?? ''];
    if (language) return language;
  }
  return browserLanguages.length > 0 ? 'en' : 'ru';
}
