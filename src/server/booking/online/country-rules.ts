import { type CountryCode, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max';
import { COUNTRY_CODE_BY_ID } from '#contract/brands/countries.ts';
import type { Language } from '#contract/primitives.ts';
import { LOCALE_TAGS } from '#server/platform/values/locale-rules.ts';

type PhoneCountry = { code: string; label: string };

const known = new Map<Language, PhoneCountry[]>();

/** The countries of phones with their calling codes, by their names in a language. */
export function phoneCountries(language: Language): PhoneCountry[] {
  return known.getOrInsertComputed(language, () => {
    const tag = LOCALE_TAGS[language];
    const names = new Intl.DisplayNames(tag, { type: 'region' });
    const codes = [...new Set(Object.values(COUNTRY_CODE_BY_ID))].filter((code): code is CountryCode =>
      isSupportedCountry(code),
    );
    return codes
      .map((code) => ({ code, name: names.of(code) ?? code, calling: getCountryCallingCode(code) }))
      .toSorted((one, other) => one.name.localeCompare(other.name, tag))
      .map(({ code, name, calling }) => ({ code, label: `${name} +${calling}` }));
  });
}

/** Whether the form may name a country. */
export const isPhoneCountry = (code: string): boolean =>
  isSupportedCountry(code) && Object.values(COUNTRY_CODE_BY_ID).includes(code);
