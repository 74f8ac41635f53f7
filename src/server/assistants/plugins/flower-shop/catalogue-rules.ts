import type { CatalogueFaultReason } from '#contract/assistants/flower-shop/values.ts';
import { MAX_PRICE_MINOR } from '#contract/assistants/flower-shop/values.ts';
import { isStopWord, stemsOf, wordsOf } from '#server/assistants/knowledge/search/word-rules.ts';
import { minorUnits, oneLine } from '#server/texts/content/format-rules.ts';
import type { CatalogueRow } from './catalogue-reader.ts';

/** Goods as they are stored. */
export type Good = {
  sku: string;
  title: string;
  description: string;
  category: string;
  priceMinor: number;
  currency: string;
  isAvailable: boolean;
  pictureUrl: string | null;
  stems: string[];
  otherStems: string[];
};

export type RowFault = { reason: Exclude<CatalogueFaultReason, 'repeated'>; value: string };

const LONGEST = { sku: 120, title: 300, description: 2_000, category: 120, value: 80 };

/** Reads a row; the currency is the cabinet's where it names none. */
export function readGood(row: CatalogueRow, currency: string): Good | RowFault {
  const title = oneLine(row.title).slice(0, LONGEST.title);
  if (title === '') return { reason: 'no_title', value: oneLine(row.sku).slice(0, LONGEST.value) };
  if (row.price === '') return { reason: 'no_price', value: title.slice(0, LONGEST.value) };
  const own = currencyOf(row.currency);
  if (own !== null && own !== currency)
    return { reason: 'other_currency', value: row.currency.slice(0, LONGEST.value) };
  const price = readPrice(row.price);
  const priceMinor = price === null ? 0 : Math.round(minorUnits(price, currency));
  if (priceMinor <= 0 || priceMinor > MAX_PRICE_MINOR)
    return { reason: 'wrong_price', value: row.price.slice(0, LONGEST.value) };
  const [category, description] = [oneLine(row.category), oneLine(row.description)];
  return {
    sku: (oneLine(row.sku) || title.toLowerCase()).slice(0, LONGEST.sku),
    title,
    description: description.slice(0, LONGEST.description),
    category: category.slice(0, LONGEST.category),
    priceMinor,
    currency,
    isAvailable: !NOT_AVAILABLE.test(row.available),
    pictureUrl: /^https?:\/\/\S+$/.test(row.picture) ? row.picture : null,
    stems: stemsIn(`${title} ${category}`),
    otherStems: stemsIn(description.slice(0, LONGEST.description)),
  };
}

const NOT_AVAILABLE = /^(?:0|-|false|no|none|нет|немає|ні|não|nao|sold out|esgotado|отсутств|нет в наличии)/iu;

/** ISO 4217 of a currency as shops write it; null: the row names none. */
function currencyOf(written: string): string | null {
  const text = written.trim().toUpperCase();
  if (text === '') return null;
  return text === 'RUR' || /^(?:РУБ|₽)/u.test(text) ? 'RUB' : text;
}

/** Reads an amount in whole units: "1 500", "1500,50 ₽", "1.500,00", "1,500.00"; null for what is none. */
export function readPrice(written: string): number | null {
  const digits = /\d[\d\s\u00A0\u202F.,']*/u.exec(written)?.[0].replaceAll(/[\s\u00A0\u202F']/gu, '') ?? '';
  const [, whole = digits, cents = ''] = /^(.*)[.,](\d{1,2})$/.exec(digits) ?? [];
  const bare = whole.replaceAll(/[.,]/g, '');
  return /^\d{1,12}$/.test(bare) ? Number(`${bare}.${cents || '0'}`) : null;
}

/** Words by which everything in a flower shop is meant. */
const EVERYTHING = new Set(
  'цветы цветов цветок цветочки цветами квіти квітів flowers flower flores flor подарок подарки подарунок gift presente каталог catalogue catalog catálogo ассортимент асортимент наличии наявності available выбор есть show покажите показать варианты варіанти options opções'
    .split(' ')
    .flatMap((word) => stemsOf(word)),
);

function stemsIn(text: string): string[] {
  return [...new Set(contentWords(text).flatMap((word) => stemsOf(word)))];
}

const contentWords = (text: string): string[] => wordsOf(text).filter((word) => !isStopWord(word));

/**
 * The words of a client that goods are found by, each as its stems; those that mean everything are left out.
 *
 * @param maxPrice a number in the words that is the price they may cost
 */
export function wantedStems(words: string, maxPrice: number | null): string[][] {
  return contentWords(words)
    .filter(
      (word) => word !== String(maxPrice) && !/^(?:₽|руб\p{L}*|грн|reais|дешевле|дороже|under|below|до)$/u.test(word),
    )
    .map((word) => [...stemsOf(word)])
    .filter((stems) => !stems.some((stem) => EVERYTHING.has(stem)));
}
