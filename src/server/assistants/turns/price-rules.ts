import { blank } from './clock-rules.ts';
import { numbersInWords } from './number-words.ts';

/** A price that a text states: its key is the amount, "1500.00". */
export type StatedPrice = { key: string; quote: string };

const CURRENCY =
  '(?:₽|руб(?:\\.|л\\p{L}*)?|р\\.|RUB|€|EUR|евро|euros?|\\$|USD|долл?\\p{L}*|dollars?|£|GBP|pounds?|R\\$|BRL|rea(?:l|is)|₴|грн\\.?|гривен\\p{L}*|гривн\\p{L}*|гривень|UAH|₸|тг|тенге|KZT|Br|BYN)';
const AMOUNT = '\\d{1,3}(?:[ \\u00a0\\u202f.,]\\d{3})+(?:[.,]\\d{1,2})?|\\d+(?:[.,]\\d{1,2})?';
const PRICE = new RegExp(`(?:(?:${CURRENCY})\\s?(${AMOUNT}))|(?:(${AMOUNT})\\s?(?:${CURRENCY})(?!\\p{L}))`, 'giu');
const THEN_CURRENCY = new RegExp(`^\\.?\\s*(?:${CURRENCY})(?!\\p{L})`, 'iu');

/** A number before one of these is no price: "60 минут", "10%", "3-го". */
const UNIT =
  '\\s*(?:%|процент|відсот|percent|por\\s+cento|мин|хв|min|час|годин|hour|hora|дн|день|day|dia|недел|тиж|week|semana|мес|міс|month|m[eê]s|год|рок|лет|year|ano|раз|time|vez|шт|чел|осіб|people|person|pessoa|процедур|сеанс|session|sess|визит|візит|visit|см|мм|мл|кг|км|cm|mm|ml|kg|km|(?:ч|г|м|h|m)(?!\\p{L})|-?(?:го|й|е|st|nd|rd|th)(?!\\p{L}))';
const BARE_AMOUNT = `(${AMOUNT})(?!\\d|[.,:]\\d|${UNIT})`;
const COSTS =
  'стоит|стоят|стоить|стоил[аио]?|обойд[её]тся|обойдутся|costs?|custa[mr]?|sai\\s+por|коштує|коштують|коштуватиме|коштувати|обійдеться';
const COST =
  'цен[аыуе]|ценой|стоимост\\p{L}+|price[ds]?|fee|charge[sd]?|preço|valor|цін[аиіуою]+|варт(?:ість|ост)\\p{L}*';
/** Words between: "стоимость 3 процедур — 1500", "costs about 40". */
const BETWEEN = `[^\\d.,!?;\\n]{0,40}`;
const AFTER_WORD = new RegExp(
  `(?<!\\p{L})(?:${COSTS}|${COST})(?!\\p{L})(?:${BETWEEN}\\d{1,3}${UNIT}\\p{L}*)?(${BETWEEN})${BARE_AMOUNT}`,
  'giu',
);
const PRICE_WORD_BEFORE = new RegExp(`(?<!\\p{L})(?:${COSTS}|${COST})(?!\\p{L})${BETWEEN}$`, 'iu');
const THEN_UNIT = new RegExp(`^${UNIT}`, 'iu');
/** Smaller numbers beside a price word are hardly ever its price. */
const SMALLEST = 10;

/** Finds prices with a currency, in digits or in words. */
export function pricesOf(text: string): StatedPrice[] {
  const inDigits = [...text.matchAll(PRICE)].map(([quote, before, after]) => ({
    key: amountKey(before ?? after ?? ''),
    quote,
  }));
  const inWords = numbersInWords(text).flatMap(({ value, at, quote }) => {
    const currency = THEN_CURRENCY.exec(text.slice(at + quote.length))?.[0];
    return currency === undefined ? [] : [{ key: keyOf(value), quote: quote + currency }];
  });
  return [...inDigits, ...inWords];
}

/** The text without prices that have a currency. */
export const withoutPrices = (text: string): string => text.replaceAll(PRICE, blank);

/** Finds amounts without a currency beside a word for a price: "стоит 1500". Times, days and prices are taken out before. */
export function barePricesOf(text: string): StatedPrice[] {
  const inDigits = [...text.matchAll(AFTER_WORD)]
    .map(({ 0: quote, 2: amount = '' }) => ({ key: amountKey(amount), quote }))
    .filter(({ key }) => Number(key) >= SMALLEST);
  const inWords = numbersInWords(text)
    .filter(({ at, quote }) => {
      const after = text.slice(at + quote.length);
      return PRICE_WORD_BEFORE.test(text.slice(0, at)) && !THEN_UNIT.test(after) && !THEN_CURRENCY.test(after);
    })
    .map(({ value, quote }) => ({ key: keyOf(value), quote }));
  return [...inDigits, ...inWords];
}

/** Fields of results that are no prices, e.g. `"durationMinutes":60`. */
const OTHER_FIELD = /"\w*(?:minutes|duration|hours|days|count|guests|position|id)"\s*:\s*"?\d+"?/giu;
const ANY_AMOUNT = new RegExp(BARE_AMOUNT, 'giu');

/** Numbers of a source that may be prices: sources state prices without a currency too. Times and days are taken out before. */
export function amountsIn(text: string): Set<string> {
  const rest = text.replaceAll(OTHER_FIELD, blank);
  return new Set([
    ...[...rest.matchAll(ANY_AMOUNT)].map(([, amount = '']) => amountKey(amount)),
    ...numbersInWords(rest).map(({ value }) => keyOf(value)),
  ]);
}

/** "1 500,00", "1.500" and "1500" are equal. */
function amountKey(quote: string): string {
  const [, whole = quote, , cents = ''] = /^(.*?)(?:([.,])(\d{1,2}))?$/u.exec(quote.trim()) ?? [];
  return `${whole.replaceAll(/\D/gu, '').replace(/^0+(?=\d)/u, '')}.${cents.padEnd(2, '0')}`;
}

const keyOf = (value: number) => value.toFixed(2);
