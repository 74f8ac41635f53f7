import {
  type CountryCode,
  isSupportedCountry,
  Metadata,
  type NumberingPlan,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import type { BrandKey } from '#contract/brands/brands.ts';
import { countryCode } from '#contract/brands/countries.ts';
import { canonicalPhone } from '#contract/canonical-phones.ts';
import type { Notice } from '#contract/onboarding/calls.ts';
import { withoutInvisible } from '#contract/pasted-text.ts';
import { type Language, Phone } from '#contract/primitives.ts';
import type { TenantId } from '#contract/tenants/ids.ts';

/** One business's cabinet. */
export type Tenant = {
  id: TenantId;
  name: string;
  brand: BrandKey;
  countryId: number;
  /** IANA. */
  timeZone: string;
  /** Language of messages to contacts whose own language is not known. */
  customerLanguage: Language;
  /** ISO 4217. */
  currency: string;
  /** The owner's own numbers, E.164: what flows in test mode send to unless they name others. */
  testPhones: string[];
  /** End of the trial or of the paid period; null never ends. */
  paidUntil: Temporal.Instant | null;
  isTrial: boolean;
  channelLimit: number;
  /** Months for which decisions are retained. */
  verdictMonths: number;
  isDemo: boolean;
};

/** How the business looks on its public pages. */
export type StoredAppearance = {
  name: string;
  /** White text on this colour is readable; null: the brand's. */
  accent: string | null;
  /** An image among the tenant's uploaded files. */
  logoFileId: string | null;
};

/** A notice to members: in the bell, in the banner and on Home. */
export type NewNotice = {
  kind: Notice['kind'];
  /** Identity of its cause; while a notice with the same key is open, it is not raised again. */
  key: string;
  severity: Notice['severity'];
  /** Values its text is made with. */
  params?: Notice['params'];
};

/** From the specification, section 4: 3 free days. */
export const TRIAL_DAYS = 3;

/** An id of the country list, or an ISO 3166-1 code. */
export type Country = number | string;

/**
 * A phone as a person, a program or a booking system writes it, in the canonical form of E.164: see `canonicalPhone`.
 *
 * Numbers without a plus are read as the country's own (`8 916 …` in Russia), else as ones that begin with a country
 * code. A number of the right length in a range nobody has listed yet is taken too: numbering plans change.
 *
 * @returns null when it is no phone
 */
export function normalisePhone(text: string, country: Country): string | null {
  return readNumber(text, country, (number) => (number ? parse(canonicalPhone(number.number), country) : undefined));
}

/** A phone of the tenant's own that a provider has to know as it is written, in E.164: a sender's. */
export function normaliseSenderPhone(text: string, country: Country): string | null {
  return readNumber(text, country, (number) => number);
}

type Parsed = PhoneNumber | undefined;

function readNumber(text: string, country: Country, toForm: (number: Parsed) => Parsed): string | null {
  const typed = wholeNumber(withoutInvisible(text.replaceAll(/\s/g, ' ')))
    ?.trim()
    .replace(/^00(?=[1-9])/, '+');
  if (typed === undefined) return null;
  const digits = typed.replaceAll(/\D/g, '');
  const trunk = TRUNK_FORMS[regionOf(country)];
  const found = [
    parse(typed, country),
    typed.startsWith('+') ? undefined : parse(`+${digits}`, country),
    trunk?.test(digits) ? parse(digits.replace(trunk, ''), country) : undefined,
  ].map(toForm);
  const best = found.find((number) => number?.isValid()) ?? found.find((number) => number && hasPossibleLength(number));
  return best && Phone.safeParse(best.number).success ? best.number : null;
}

/**
 * Former prefixes before a number within a country, which people still write and the library does not know: the 8 of the
 * Soviet Union, also with a plus, and those of Mexico until 2019.
 */
const TRUNK_FORMS: Partial<Record<CountryCode, RegExp>> = {
  ...Object.fromEntries(
    ['RU', 'BY', 'KZ', 'UA', 'UZ', 'KG', 'TJ', 'TM', 'MD', 'AM', 'AZ', 'GE', 'LT'].map((region) => [
      region,
      /^8(?=\d{8,10}$)/,
    ]),
  ),
  MX: /^(?:01|04[45]|1)(?=\d{10}$)/,
};

const DECIMAL = /^(\d{7,})[.,]0+$/;
const GROUPED_DECIMAL = /^\d{1,3}([ \u00A0\u202F.,'’])\d{3}(?:\1\d{3})+(?!\1)[.,]0+$/;
const SCIENTIFIC = /^(\d)[.,](\d+)e(\+?)(\d{1,2})$/i;

/** Programs that write no plus leave out the last zeros alone; spreadsheets round to fewer digits. */
const LEAST_EXACT_DIGITS = 7;

/**
 * Writes a number of a program as its digits: `79161234567.0`, `79 161 234 567,00`, `7.9161234567E+10`. Other text stays.
 *
 * @returns null when digits were rounded away, as in `7.91612E+10`
 */
export function wholeNumber(text: string): string | null {
  const typed = text.trim();
  const sign = typed.startsWith('+') ? '+' : '';
  const bare = typed.slice(sign.length);
  if (DECIMAL.test(bare) || GROUPED_DECIMAL.test(bare)) {
    return sign + bare.slice(0, Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','))).replaceAll(/\D/g, '');
  }
  const [, first = '', rest = '', plus, exponent] = SCIENTIFIC.exec(bare) ?? [];
  if (first === '') return text;
  const places = Number(exponent);
  const isExact = rest.length >= places || (plus === '' && rest.length >= LEAST_EXACT_DIGITS);
  return isExact && !/[1-9]/.test(rest.slice(places)) ? sign + first + rest.slice(0, places).padEnd(places, '0') : null;
}

/** Whether a phone in E.164 belongs to another country than the given one; countries may share a code. */
export function phoneCountryDiffers(phone: string, country: Country): boolean {
  const number = parsePhoneNumberFromString(phone);
  const countries = number?.country ? [number.country] : (number?.getPossibleCountries() ?? []);
  return !countries.includes(regionOf(country));
}

/** Types of numbers that people have; a plan's service numbers may be longer. */
const PERSONAL_TYPES = ['MOBILE', 'FIXED_LINE', 'FIXED_LINE_OR_MOBILE', 'PERSONAL_NUMBER', 'VOIP'] as const;

/** The plan has the lengths of each type, which the library's types leave out. */
type TypedPlan = NumberingPlan & { type?(name: string): { possibleLengths(): number[] } | undefined };

/** Whether the number is as long as a person's number of its country may be. */
function hasPossibleLength(number: PhoneNumber): boolean {
  const country = number.country ?? number.getPossibleCountries()[0];
  if (!country) return number.isPossible();
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const plan: TypedPlan | undefined = metadata.numberingPlan;
  const lengths = PERSONAL_TYPES.flatMap((type) => plan?.type?.(type)?.possibleLengths() ?? []);
  return lengths.length > 0 ? lengths.includes(number.nationalNumber.length) : number.isPossible();
}

/** Divides a list of phones: one a line, or with commas and semicolons between them. */
export function splitPhones(text: string): string[] {
  return text
    .split(/[\n\r;]+|:::|,(?!0{1,2}(?!\d)|\d+e\+?\d)/i)
    .map((part) => withoutInvisible(part).trim())
    .filter((part) => part !== '');
}

/** Reads a list of phones: one a line, or divided by commas and semicolons. Each phone comes once. */
export function readPhones(text: string, country: Country): { phones: string[]; wrong: string[] } {
  const phones = new Set<string>();
  const wrong: string[] = [];
  for (const typed of splitPhones(text)) {
    const phone = normalisePhone(typed, country);
    if (phone) phones.add(phone);
    else wrong.push(typed);
  }
  return { phones: [...phones], wrong };
}

function parse(text: string, country: Country) {
  return parsePhoneNumberFromString(text, { defaultCountry: regionOf(country), extract: false });
}

/** The ISO 3166-1 code of a country; Russia's for one that is not known. */
export function countryRegion(country: Country): string {
  return regionOf(country);
}

function regionOf(country: Country): CountryCode {
  const code = typeof country === 'number' ? countryCode(country) : country.toUpperCase();
  return isSupportedCountry(code) ? code : 'RU';
}

/** Currency of a tenant in a country; roubles for countries that are not listed. */
export function currencyOf(country: Country): string {
  return CURRENCY_BY_REGION[regionOf(country)] ?? 'RUB';
}

const CURRENCY_BY_REGION: Partial<Record<CountryCode, string>> = {
  RU: 'RUB',
  BY: 'BYN',
  UA: 'UAH',
  KZ: 'KZT',
  BR: 'BRL',
  PT: 'EUR',
  DE: 'EUR',
  FR: 'EUR',
  ES: 'EUR',
  IT: 'EUR',
  PL: 'PLN',
  GB: 'GBP',
  US: 'USD',
  UZ: 'UZS',
  KG: 'KGS',
  AM: 'AMD',
  GE: 'GEL',
  AZ: 'AZN',
  MD: 'MDL',
  TR: 'TRY',
  IL: 'ILS',
  AE: 'AED',
};

/** Which language customers of a country are likeliest to read. */
export function customerLanguageOf(country: Country): Language {
  const region = regionOf(country);
  if (['BR', 'PT', 'AO', 'MZ', 'CV'].includes(region)) return 'pt_br';
  if (region === 'UA') return 'uk';
  return ['RU', 'BY', 'KZ', 'KG', 'UZ', 'TJ', 'TM', 'AM', 'AZ', 'MD'].includes(region) ? 'ru' : 'en';
}
