import type { Language } from '#contract/primitives.ts';
import { useLanguage } from './i18n.ts';
import { LOCALE_TAGS } from './language.ts';
import { createFormat } from './locale-format.ts';

/** Formats dates, numbers and money for one language. Instants are ISO 8601. */
export type Format = ReturnType<typeof createFormat>;

export const useFormat = (): Format => formatOf(useLanguage());

const formats = new Map<Language, Format>();

function formatOf(language: Language): Format {
  const known = formats.get(language) ?? createFormat(LOCALE_TAGS[language]);
  formats.set(language, known);
  return known;
}
