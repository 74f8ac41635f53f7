import type { Language } from './primitives.ts';

/** Our language for a browser language. From the specification, section 1; `kk` is how browsers spell `kz`. */
const LANGUAGE_BY_PREFIX: Readonly<Record<string, Language>> = {
  ru: 'ru',
  kz: 'ru',
  kk: 'ru',
  uk: 'uk',
  pt: 'pt_br',
  en: 'en',
};

/**
 * Returns the initial language.
 *
 * @param browserLanguages as `navigator.languages` gives them, most preferred first
 * @returns the first supported one; English for lists without one; Russian when the list is empty
 */
export function languageOf(browserLanguages: readonly string[]): Language {
  for (const tag of browserLanguages) {
    const language = LANGUAGE_BY_PREFIX[tag.toLowerCase().split(/[-_;]/)[0] ?? ''];
    if (language) return language;
  }
  return browserLanguages.length > 0 ? 'en' : 'ru';
}
