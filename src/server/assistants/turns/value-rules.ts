import { blank, timesOf } from './clock-rules.ts';
import { daysOf, type StatedDay } from './day-rules.ts';
import { amountsIn, barePricesOf, pricesOf, withoutPrices } from './price-rules.ts';

/** A value that a text states. Two notations of one value share a key; a value that can be read two ways has two. */
export type StatedValue = {
  kind: 'price' | 'time' | 'date' | 'link' | 'phone';
  /** Each as `kind:value`. */
  keys: readonly string[];
  quote: string;
};

const LINK =
  /https?:\/\/[^\s<>"'()]+|(?<![@\p{L}\d])(?:[a-z0-9-]+\.)+(?:ru|com|net|org|me|io|br|ua|pt|рф|info|biz|co|uk|link|app|site|online)(?:\/[^\s<>"'()]*)?(?![\p{L}\d])/giu;
const PHONE = /(?<![\d\p{L}])\+?\d(?:[\s().-]{0,2}\d){9,14}(?!\d)/gu;

/** Lists prices, times, dates, links and phones of a text. */
export function statedValues(text: string): StatedValue[] {
  const links = [...text.matchAll(LINK)].map(([quote]) => valueOf('link', [linkKey(quote)], quote));
  const unlinked = text.replaceAll(LINK, blank);
  const phones = phonesIn(unlinked).map((quote) => valueOf('phone', [phoneKey(quote)], quote));
  const others = withoutPhones(unlinked);
  const unpriced = withoutPrices(others);
  const days = daysOf(unpriced);
  const times = timesOf(withoutDays(unpriced, days));
  const prices = [...pricesOf(others), ...barePricesOf(withoutMoments(unpriced))];
  return [
    ...links,
    ...phones,
    ...prices.map(({ key, quote }) => valueOf('price', [key], quote)),
    ...times.map(({ keys, quote }) => valueOf('time', keys, quote)),
    ...days.map(({ key, quote, time }) => ({
      kind: 'date' as const,
      keys: [`date:${key}`, ...(time === null ? [] : [`time:${time}`])],
      quote,
    })),
  ];
}

/** Every number of a source that may be a price: no part of a time, a day, a phone or a link is. */
export function knownAmounts(text: string): Set<string> {
  const others = withoutPhones(text.replaceAll(LINK, blank));
  const stated = pricesOf(others).map(({ key }) => key);
  return new Set([...stated, ...amountsIn(withoutMoments(withoutPrices(others)))]);
}

function valueOf(kind: StatedValue['kind'], values: readonly string[], quote: string): StatedValue {
  return { kind, keys: values.map((value) => `${kind}:${value}`), quote };
}

function withoutMoments(text: string): string {
  const undated = withoutDays(text, daysOf(text));
  return timesOf(undated).reduce((left, { quote }) => left.replace(quote, blank), undated);
}

function withoutDays(text: string, days: readonly StatedDay[]): string {
  return days.reduce((left, { quote, at }) => left.slice(0, at) + blank(quote) + left.slice(at + quote.length), text);
}

const phonesIn = (text: string): string[] =>
  [...text.matchAll(PHONE)].map(([quote]) => quote).filter((quote) => !isDayAndTime(quote));

const withoutPhones = (text: string): string =>
  phonesIn(text).reduce((left, quote) => left.replace(quote, blank), text);

/** The last ten digits: the same number is written with and without its country. */
const phoneKey = (quote: string) => quote.replaceAll(/\D/gu, '').slice(-10);

function linkKey(quote: string): string {
  return quote
    .replace(/^https?:\/\/(?:www\.)?/iu, '')
    .replace(/[.,;:!?)\]]+$/u, '')
    .replace(/\/$/u, '')
    .toLowerCase();
}

/** "2026-12-03 15:00" has as many digits as a phone. */
const isDayAndTime = (quote: string) =>
  /^\d{4}-\d{2}-\d{2}/u.test(quote) || /^\d{1,2}\.\d{1,2}\.\d{2,4}\s/u.test(quote);
