import type { Language } from '#contract/primitives.ts';

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
