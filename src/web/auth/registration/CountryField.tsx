import { type ComponentProps, useMemo } from 'react';
import { COUNTRY_IDS, countryCode } from '#contract/brands/countries.ts';
import { useLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { LOCALE_TAGS } from '#web/lib/format/language.ts';
import { SearchSelect } from '#web/ui/fields/SearchSelect.tsx';

/** The country of a cabinet; the props are from the form's `field`. */
export function CountryField(props: ComponentProps<typeof SearchSelect>) {
  const t = useTexts();
  return (
    <SearchSelect
      label={t('auth:country')}
      placeholder={t('auth:register.country_search')}
      {...props}
      data={useCountries()}
    />
  );
}

/** All countries by name in the language of the page. */
function useCountries(): { value: string; label: string }[] {
  const locale = LOCALE_TAGS[useLanguage()];
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' });
    const { compare } = new Intl.Collator(locale);
    return COUNTRY_IDS.map((id) => ({
      value: String(id),
      label: names.of(countryCode(id)) ?? countryCode(id),
    })).toSorted((a, b) => compare(a.label, b.label));
  }, [locale]);
}
