import { useSyncExternalStore } from 'react';
import { unbroken, writtenPhone } from './phone-forms.ts';

type PhoneLibrary = typeof import('libphonenumber-js/min');

let library: PhoneLibrary | null = null;
let isAsked = false;
const listeners = new Set<() => void>();

/** Loads the rules of all countries' numbers: 80 KB that most pages never need, so only when first asked for. */
export async function loadPhoneRules(): Promise<PhoneLibrary> {
  isAsked = true;
  library ??= await import('libphonenumber-js/min');
  for (const listener of listeners) listener();
  return library;
}

/**
 * Gives a function that writes E.164 phones as people do: the national form in the viewer's own country, else the
 * international one. A phone of a rare country is shown as it is stored until the rules of all countries are loaded.
 *
 * @returns `formatPhone(phone, countryCode)`, the code being the ISO code of the viewer's country
 */
export function useFormatPhone(): (phone: string, countryCode?: string) => string {
  const rules = useSyncExternalStore(subscribe, () => library);
  return (phone, countryCode = 'RU') => {
    const written = writtenPhone(phone, countryCode);
    if (written) return written;
    if (rules) return formatPhone(rules, phone, countryCode);
    if (!isAsked) void loadPhoneRules();
    return phone;
  };
}

/**
 * Reads what a person typed.
 *
 * @returns E.164, or null when no phone of a possible length can be read from it
 */
export async function readPhone(typed: string, countryCode: string): Promise<string | null> {
  const { default: parse } = await loadPhoneRules();
  const phone = parse(typed, { defaultCountry: asCountry(countryCode) });
  return phone?.isPossible() ? phone.number : null;
}

/** What a person typed, tidied: `8916…` becomes `8 (916) …`. Text that is no phone stays as it is. */
export async function tidyPhone(typed: string, countryCode: string): Promise<string> {
  const phone = await readPhone(typed, countryCode);
  return phone && library ? formatPhone(library, phone, countryCode) : typed;
}

function formatPhone(rules: PhoneLibrary, phone: string, countryCode: string): string {
  const parsed = rules.default(phone);
  if (!parsed) return phone;
  const written = parsed.country === countryCode ? parsed.formatNational() : parsed.formatInternational();
  return unbroken(written);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type CountryCode = import('libphonenumber-js/min').CountryCode;

function asCountry(code: string): CountryCode {
  return code as CountryCode; // NOTE: an ISO code the library does not know makes it read international forms only
}
