/** Currencies of the vendor's countries by its short titles. */
const CURRENCY_BY_TITLE: Readonly<Record<string, string>> = {
  '₽': 'RUB',
  р: 'RUB',
  руб: 'RUB',
  '₴': 'UAH',
  грн: 'UAH',
  '₸': 'KZT',
  тг: 'KZT',
  br: 'BYN',
  'бел. руб': 'BYN',
  '€': 'EUR',
  $: 'USD',
  r$: 'BRL',
  '£': 'GBP',
  '₾': 'GEL',
  gel: 'GEL',
  lari: 'GEL',
  '֏': 'AMD',
  '₼': 'AZN',
  '₪': 'ILS',
  zł: 'PLN',
  '₺': 'TRY',
  сум: 'UZS',
  сом: 'KGS',
  aed: 'AED',
  'د.إ': 'AED',
  kč: 'CZK',
  lei: 'RON',
  лв: 'BGN',
  '฿': 'THB',
  '₫': 'VND',
  rp: 'IDR',
  '₹': 'INR',
  mdl: 'MDL',
  лей: 'MDL',
};

/**
 * Returns the ISO 4217 code of the vendor's currency title, e.g. `₽`, `руб.`, `KZT`.
 *
 * @param fallback where the title is missing or unknown
 */
export function currencyOf(title: string | null, fallback: string): string {
  if (title === null) return fallback;
  if (/^[A-Z]{3}$/.test(title)) return title;
  return CURRENCY_BY_TITLE[title.toLowerCase().replace(/\.$/, '')] ?? fallback;
}

/** Converts an amount in major units to minor units. */
export function minorOf(amount: number, currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return Math.round(amount * 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
