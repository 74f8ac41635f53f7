import { useSyncExternalStore } from 'react';
import { countryCode, RUSSIA_ID } from '#contract/brands/countries.ts';
import { withoutInvisible } from '#contract/pasted-text.ts';
import { unbroken, writtenPhone } from '#web/lib/forms/phone-forms.ts';
import { useSession } from '#web/lib/api/session.ts';

type PhoneLibrary = typeof import('libphonenumber-js/min');

let library: PhoneLibrary | null = null;
let isRequested = false;
const listeners = new Set<() => void>();

/** Loads the rules of all countries' numbers on first use: 80 KB that most pages never need. */
export async function loadPhoneRules(): Promise<PhoneLibrary> {
  isRequested = true;
  library ??= await import('libphonenumber-js/min');
  for (const listener of listeners) listener();
  return library;
}

/**
 * Returns a function that formats E.164 phones: the national form in the viewer's own country, else the international
 * one. A phone of a rare country is shown unformatted until the rules of all countries are loaded.
 */
export function useFormatPhone(): (phone: string) => string {
  const rules = useSyncExternalStore(subscribe, () => library);
  const session = useSession();
  const country = countryCode(session.isAuthenticated ? session.user.countryId : RUSSIA_ID);
  return (phone) => {
    const written = writtenPhone(phone, country);
    if (written) return written;
    if (rules) return formatPhone(rules, phone, country);
    if (!isRequested) void loadPhoneRules();
    return phone;
  };
}

/**
 * Parses a typed phone.
 *
 * @returns E.164, or null when it contains no phone of a possible length
 */
export async function readPhone(typed: string, countryCode: string): Promise<string | null> {
  const { default: parse } = await loadPhoneRules();
  const phone = parse(withoutInvisible(typed), { defaultCountry: asCountry(countryCode) });
  return phone?.isPossible() ? phone.number : null;
}

/** Formats typed text: `8916…` becomes `8 (916) …`. Text that is no phone stays unchanged. */
export async function formatTypedPhone(typed: string, countryCode: string): Promise<string> {
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
  return code as CountryCode; // NOTE: with an unknown ISO code the library reads international forms only
}
