import { useMemo } from 'react';
import { useLanguage } from '#web/lib/format/i18n.ts';
import { LOCALE_TAGS } from '#web/lib/format/language.ts';

/** Names a language of a template (`pt_BR`) in the language of the page. */
export function useLanguageNames(): (code: string) => string {
  const locale = LOCALE_TAGS[useLanguage()];
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'language' });
    return (code) => (/^[a-z]{2,3}(_[A-Z]{2})?$/.test(code) ? (names.of(code.replace('_', '-')) ?? code) : code);
  }, [locale]);
}
