/** Currencies of the countries the vendor works in, by the short titles it writes. */
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
 * ISO 4217 of what the vendor writes behind a price, e.g. `₽`, `руб.`, `KZT`.
 *
 * @param fallback where nothing is written, or nothing we know
 */
export function currencyOf(title: string | null, fallback: string): string {
  if (title === null) return fallback;
  if (/^[A-Z]{3}$/.test(title)) return title;
  return CURRENCY_BY_TITLE[title.toLowerCase().replace(/\.$/, '')] ?? fallback;
}

/** Minor units of an amount in the currency's own unit. */
export function minorOf(amount: number, currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return Math.round(amount * 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
