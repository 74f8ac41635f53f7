import type { Money } from '#contract/primitives.ts';
import { productNow } from './clock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A city, as languages name the time of its zone: `Moscow Time`, `Horário Moscou`, `час: Москва`, `Москва`. */
const ZONE_NAME = /^(?:Horário |час: )?(\p{Lu}.*?\p{Ll})(?: Time)?$/u;

/** Cities of Brazil with accents: ids of zones have none, nor have the names of most browsers. */
const ACCENTED = new Map(
  ['São Paulo', 'Belém', 'Cuiabá', 'Maceió', 'Araguaína', 'Santarém', 'Eirunepé'].map((city) => [
    city.normalize('NFD').replaceAll(/\p{Mn}/gu, ''),
    city,
  ]),
);

const CYRILLIC = /\p{Script=Cyrillic}/u;

let zoneOfBrowser: string | undefined;

/** The time zone of this browser. */
export function viewerTimeZone(): string {
  zoneOfBrowser ??= Intl.DateTimeFormat().resolvedOptions().timeZone; // NOTE: a slow telephone takes 60 ms for it
  return zoneOfBrowser;
}

/**
 * @param locale a BCP 47 tag
 * @param homeZone zone of instants that belong to no branch: the cabinet's, of a visitor their own
 */
export function createFormat(locale: string, homeZone = viewerTimeZone()) {
  const dateFormat = remember((key) => new Intl.DateTimeFormat(locale, JSON.parse(key)));
  const numberFormat = remember((key) => new Intl.NumberFormat(locale, JSON.parse(key)));
  const keyFormat = remember((timeZone) => new Intl.DateTimeFormat('en-CA', { timeZone }));
  const isCyrillic = new Intl.Locale(locale).maximize().script === 'Cyrl';
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });

  const format = (at: string | Date, options: Intl.DateTimeFormatOptions, timeZone: string) =>
    dateFormat(JSON.stringify({ ...options, timeZone })).format(new Date(at));

  /** `10:00` */
  const time = (at: string, timeZone = homeZone) =>
    format(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, timeZone);

  /** `21 ноября`, with the weekday within a week of now and the year when it is another. */
  function date(at: string, timeZone = homeZone, now = productNow()): string {
    const isNear = Math.abs(new Date(at).getTime() - now) < 7 * DAY_MS;
    return format(
      at,
      { day: 'numeric', month: 'long', ...(isNear && { weekday: 'short' }), ...otherYear(at, timeZone, now) },
      timeZone,
    );
  }

  /**
   * `24 октября – 23 ноября`, for days as `dayKey` writes them: those of one period or axis in one form, near or not.
   */
  function days(first: string, last = first, now = productNow()): string {
    const [from, to] = [`${first}T12:00:00Z`, `${last}T12:00:00Z`];
    const year = { ...otherYear(from, 'UTC', now), ...otherYear(to, 'UTC', now) };
    const options = JSON.stringify({ day: 'numeric', month: 'long', ...year, timeZone: 'UTC' });
    return dateFormat(options).formatRange(new Date(from), new Date(to));
  }

  /** The name of a month, 1 is January. */
  const month = (number: number) =>
    dateFormat(JSON.stringify({ month: 'long', timeZone: 'UTC' })).format(Date.UTC(2000, number - 1, 15));

  function otherYear(at: string, timeZone: string, now: number): { year?: 'numeric' } {
    const isThisYear = dayKey(at, timeZone).slice(0, 4) === dayKey(now, timeZone).slice(0, 4);
    return isThisYear ? {} : { year: 'numeric' };
  }

  /** The zone's name, when it is not the viewer's: `Екатеринбург, GMT+5` or `GMT+5`; otherwise empty. */
  function zoneNote(timeZone = homeZone, at = new Date().toISOString()): string {
    if (offsetOf(at, timeZone) === offsetOf(at, viewerTimeZone())) return '';
    return [cityOf(timeZone), offsetOf(at, timeZone)].filter(Boolean).join(', ');
  }

  /** The name of the zone in the language; undefined where it has an abbreviation alone, as `BRT`. */
  function nameOf(timeZone: string): string | undefined {
    const parts = dateFormat(JSON.stringify({ timeZone, timeZoneName: 'shortGeneric' })).formatToParts();
    return ZONE_NAME.exec(parts.find((part) => part.type === 'timeZoneName')?.value ?? '')?.[1];
  }

  /** The city as the language writes it, else by the zone's id; undefined where that is another alphabet. */
  const cityOf = remember((timeZone): string | undefined => {
    const plain = nameOf(timeZone) ?? timeZone.split('/').at(-1)?.replaceAll('_', ' ');
    const city = plain && (ACCENTED.get(plain) ?? plain);
    return isCyrillic && city && !CYRILLIC.test(city) ? undefined : city;
  });

  function offsetOf(at: string, timeZone: string): string {
    const parts = dateFormat(JSON.stringify({ timeZone, timeZoneName: 'shortOffset' })).formatToParts(new Date(at));
    return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
  }

  /** `сб, 21 ноября, 10:00`, with the zone when it is not the viewer's. */
  function dateTime(at: string, timeZone = homeZone, now = productNow()): string {
    const zone = zoneNote(timeZone, at);
    const moment = `${date(at, timeZone, now)}, ${time(at, timeZone)}`;
    return zone ? `${moment} (${zone})` : moment;
  }

  /** `10:00`, with the zone when it is not the viewer's. */
  function timeOf(at: string, timeZone = homeZone): string {
    const zone = zoneNote(timeZone, at);
    return zone ? `${time(at, timeZone)} (${zone})` : time(at, timeZone);
  }

  /** `через 40 мин.` within an hour of now, `завтра, 18:30` for the days around; beyond that like `dateTime`. */
  function near(at: string, timeZone = homeZone, now = productNow()): string {
    const distanceMs = new Date(at).getTime() - now;
    const absMs = Math.abs(distanceMs);
    if (absMs < HOUR_MS) return relative.format(Math.round(distanceMs / MINUTE_MS), 'minute');
    const days = (Date.parse(dayKey(at, timeZone)) - Date.parse(dayKey(now, timeZone))) / DAY_MS;
    if (Math.abs(days) <= 1) return `${relative.format(days, 'day')}, ${timeOf(at, timeZone)}`;
    return dateTime(at, timeZone, now);
  }

  /** `5 ч назад`, `вчера`, `3 дн. назад`, `12 нояб.`: past times, short. */
  function ago(at: string, timeZone = homeZone, now = productNow()): string {
    const pastMs = now - new Date(at).getTime();
    if (pastMs < HOUR_MS) return relative.format(-Math.max(0, Math.round(pastMs / MINUTE_MS)), 'minute');
    const daysPast = (Date.parse(dayKey(now, timeZone)) - Date.parse(dayKey(at, timeZone))) / DAY_MS;
    if (daysPast === 0) return relative.format(-Math.round(pastMs / HOUR_MS), 'hour');
    if (daysPast < 7) return relative.format(-daysPast, 'day');
    return format(at, { day: 'numeric', month: 'short', ...otherYear(at, timeZone, now) }, timeZone);
  }

  const number = (value: number, options: Intl.NumberFormatOptions = {}) =>
    numberFormat(JSON.stringify(options)).format(value);

  /** `2 500 ₽`; kopecks only when there are some. */
  function money({ amountMinor, currency }: Money): string {
    const { maximumFractionDigits = 2 } = numberFormat(
      JSON.stringify({ style: 'currency', currency }),
    ).resolvedOptions();
    const amount = amountMinor / 10 ** maximumFractionDigits;
    const minimumFractionDigits = Number.isInteger(amount) ? 0 : maximumFractionDigits;
    return number(amount, { style: 'currency', currency, currencyDisplay: 'narrowSymbol', minimumFractionDigits });
  }

  /** A price or balance of a provider, where parts of a cent count; a number where the currency is not known. */
  function amount(value: number, currency: string | null): string {
    if (!/^[A-Z]{3}$/.test(currency ?? ''))
      return [number(value, { maximumFractionDigits: 4 }), currency].filter(Boolean).join(' ');
    const isSmall = value !== 0 && Math.abs(value) < 1;
    const digits = { maximumFractionDigits: isSmall ? 4 : 2 };
    return number(value, { style: 'currency', currency: currency ?? '', currencyDisplay: 'narrowSymbol', ...digits });
  }

  /** `12,5 %`, from a share of one. */
  const percent = (share: number) => number(share, { style: 'percent', maximumFractionDigits: 1 });

  /** The day of an instant as `2026-11-21`, for comparing and grouping. */
  const dayKey = (at: string | number, timeZone = homeZone) => keyFormat(timeZone).format(new Date(at));

  return {
    homeZone,
    time,
    timeOf,
    date,
    days,
    month,
    dateTime,
    near,
    ago,
    zoneNote,
    number,
    money,
    amount,
    percent,
    dayKey,
  };
}

/** Creates each Intl object once: creating one is expensive. */
function remember<Value>(make: (key: string) => Value): (key: string) => Value {
  const made = new Map<string, Value>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}
