import { type Language, TAGS } from './texts.tsx';

export function formatDay(date: Date, language: Language, timeZone?: string): string {
  const options = { weekday: 'short', day: 'numeric', month: 'long' } as const;
  return new Intl.DateTimeFormat(TAGS[language], { ...options, ...(timeZone && { timeZone }) }).format(date);
}

export function formatTime(date: Date | string, language: Language, timeZone?: string): string {
  const options = { hour: '2-digit', minute: '2-digit', ...(timeZone && { timeZone }) } as const;
  return new Intl.DateTimeFormat(TAGS[language], options).format(new Date(date));
}

/** `2026-01-20` of a moment in a zone. */
export function dayIn(timeZone: string, date: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(date);
}

/** Minutes since midnight of a moment in a zone. */
export function minuteIn(timeZone: string, date: Date): number {
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit', minute: '2-digit' }).format(date);
  return minuteOf(text);
}

/** Minutes since midnight of `18:30`. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** `18:30` of minutes since midnight. */
export function timeOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

export function formatPhone(phone: string): string {
  const russian = /^7(\d{3})(\d{3})(\d\d)(\d\d)$/.exec(phone);
  if (!russian) return `+${phone}`;
  const [, code, first, second, third] = russian;
  return `+7 ${code} ${first}-${second}-${third}`;
}

/** The format of any currency: its sign is replaced. */
const MONEY = { style: 'currency', currency: 'EUR', currencyDisplay: 'narrowSymbol' } as const;

/** @param currency the short sign of the branch's money, e.g. `₾` */
export function formatMoney(amount: number, currency: string, language: Language): string {
  const format = new Intl.NumberFormat(TAGS[language], { ...MONEY, trailingZeroDisplay: 'stripIfInteger' });
  return format
    .formatToParts(amount)
    .map(({ type, value }) => (type === 'currency' ? currency : value))
    .join('');
}
