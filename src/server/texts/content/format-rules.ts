import type { Language } from '#contract/primitives.ts';
import { LOCALE_TAGS } from '#server/platform/values/locale-rules.ts';

/** Formatters are cached: creating one costs a hundred times its use. */
const DATES = formatsOf({ day: 'numeric', month: 'long' });
const SHORT_DATES = formatsOf({ day: 'numeric', month: 'short' });
const WEEKDAYS = formatsOf({ weekday: 'long' });
const SHORT_WEEKDAYS = formatsOf({ weekday: 'short' });

function formatsOf(options: Intl.DateTimeFormatOptions): Record<Language, Intl.DateTimeFormat> {
  const make = (language: Language) => new Intl.DateTimeFormat(LOCALE_TAGS[language], { ...options, timeZone: 'UTC' });
  return { ru: make('ru'), en: make('en'), pt_br: make('pt_br'), uk: make('uk') };
}

/** The day as milliseconds in UTC: a formatter takes a number ten times faster than a `Temporal.PlainDate`. */
function dayOf({ year, month, day }: Temporal.ZonedDateTime): number {
  return Date.UTC(year, month - 1, day);
}

/** Day and month: «21 ноября», “21 November”. */
export function dateIn(wall: Temporal.ZonedDateTime, language: Language): string {
  return DATES[language].format(dayOf(wall));
}

/** Day and short month for buttons: «21 нояб.», “21 Nov”. */
export function shortDateIn(wall: Temporal.ZonedDateTime, language: Language): string {
  return SHORT_DATES[language].format(dayOf(wall));
}

export function weekdayIn(wall: Temporal.ZonedDateTime, language: Language): string {
  return WEEKDAYS[language].format(dayOf(wall));
}

/** «пн», “Mon”. */
export function shortWeekdayIn(wall: Temporal.ZonedDateTime, language: Language): string {
  return SHORT_WEEKDAYS[language].format(dayOf(wall)).replace('.', '');
}

/** `18:30`, the same in every language. */
export function timeOf(wall: Temporal.ZonedDateTime): string {
  return wall.toPlainTime().toString({ smallestUnit: 'minute' });
}

const LISTS: Record<Language, Intl.ListFormat> = {
  ru: new Intl.ListFormat(LOCALE_TAGS.ru),
  en: new Intl.ListFormat(LOCALE_TAGS.en),
  pt_br: new Intl.ListFormat(LOCALE_TAGS.pt_br),
  uk: new Intl.ListFormat(LOCALE_TAGS.uk),
};

/** «12:00 и 13:00», “12:00 and 13:00”; one text stays as it is. */
export function listIn(texts: readonly string[], language: Language): string {
  return texts.length > 1 ? LISTS[language].format(texts) : (texts[0] ?? '');
}

/** A sum with its currency's decimals, none when it is whole; empty when the price is unknown. */
export function sumIn(totalMinor: number, currency: string, language: Language): string {
  if (totalMinor <= 0 || !/^[A-Z]{3}$/.test(currency)) return '';
  return sumFormat(currency, language).format(totalMinor / 10 ** decimalsOf(currency));
}

const sumFormats = new Map<string, Intl.NumberFormat>();

function sumFormat(currency: string, language: Language): Intl.NumberFormat {
  return sumFormats.getOrInsertComputed(`${currency} ${language}`, () => {
    return new Intl.NumberFormat(LOCALE_TAGS[language], {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      trailingZeroDisplay: 'stripIfInteger',
    });
  });
}

/** Converts minor units to whole ones (kopecks to rubles), by the currency's number of decimals. */
export function wholeUnits(minor: number, currency: string): number {
  return Math.floor(minor / 10 ** decimalsOf(currency));
}

/** Converts whole units to minor ones (rubles to kopecks), by the currency's number of decimals. */
export function minorUnits(whole: number, currency: string): number {
  return whole * 10 ** decimalsOf(currency);
}

const knownDecimals = new Map<string, number>();

function decimalsOf(currency: string): number {
  const known = knownDecimals.get(currency);
  if (known !== undefined) return known;
  const isCode = /^[A-Z]{3}$/.test(currency);
  const format = isCode ? new Intl.NumberFormat('en', { style: 'currency', currency }) : null;
  const decimals = format?.resolvedOptions().maximumFractionDigits ?? 2;
  knownDecimals.set(currency, decimals);
  return decimals;
}

/** Makes external text one line without control characters, so that it cannot break the layout around it. */
export function oneLine(value: string | null): string {
  return (value ?? '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Bidi_Control}]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}
