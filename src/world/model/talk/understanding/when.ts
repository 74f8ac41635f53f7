import { compilePatterns } from '../../lexicon/patterns.ts';
import { fold, wordsOf } from '../../lexicon/words.ts';
import { type Clock, addDays, weekdayOf } from '../reading/clock.ts';
import source from './times.json' with { type: 'json' };

export type PartOfDay = 'morning' | 'afternoon' | 'evening';

/**
 * When somebody wants to come, as far as a text states it.
 *
 * @property day `YYYY-MM-DD`; @property time `HH:MM`
 * @property isHourOpen the hour may mean the afternoon as well ("at 3")
 * @property bound the time is the earliest or the latest wanted, and not the time itself
 */
export type When = {
  day: string | null;
  part: PartOfDay | null;
  time: string | null;
  isHourOpen: boolean;
  bound: 'after' | 'before' | null;
  isNearest: boolean;
  isWeekday: boolean;
  isNextWeek: boolean;
};

const lists = (named: Record<string, readonly string[]>) =>
  compilePatterns(Object.entries(named).map(([name, words]) => [name, words.join(' ')]));
const numbered = (ordered: readonly (readonly string[])[]) =>
  compilePatterns(ordered.map((words, index) => [String(index), words.join(' ')]));

const WEEKDAYS = numbered(source.weekdays);
const MONTHS = numbered(source.months);
const DAYS = lists(source.days);
const PARTS = lists(source.parts);
const WEEKS = lists(source.week);
const NEAREST = lists({ nearest: source.nearest });
const HOURS = lists(source.hours);
const HALVES = compilePatterns(Object.entries(source.halfPast));
const GREETINGS = source.notDates.flatMap((list) => list.split(' ').map((words) => words.replaceAll('_', ' ')));
const boundsOf = (list: string) => list.split(' ').map((bound) => bound.split('_').map(fold));
const AFTER = boundsOf(source.after);
const BEFORE = boundsOf(source.before);
const PREPOSITIONS: ReadonlySet<string> = new Set(
  `${source.at} ${source.after} ${source.before}`.split(/[ _]/u).map(fold),
);

/** Reads day, part of the day and time out of a text in any of the languages. */
export function readWhen(text: string, now: Clock | null): When {
  const plain = withoutGreetings(fold(text));
  const words = wordsOf(plain);
  const { time, isHourOpen } = readTime(plain, words);
  const part = [...PARTS.find(words).keys()][0] as PartOfDay | undefined; // NOTE: the names of the list
  return {
    day: now ? readDay(plain, words, now.day) : null,
    part: time ? null : (part ?? null),
    time: time && isHourOpen ? withPart(time, part) : time,
    isHourOpen: isHourOpen && part === undefined,
    bound: time ? readBound(words) : null,
    isNearest: NEAREST.find(words).size > 0,
    isWeekday: WEEKDAYS.find(words).size > 0,
    isNextWeek: WEEKS.find(words).has('next'),
  };
}

/** "After five" and "before 12"; the word that follows is a number. */
function readBound(words: readonly string[]): When['bound'] {
  const stands = (bound: readonly string[]) =>
    words.some((_, at) => {
      const next = words[at + bound.length] ?? '';
      return (
        bound.every((word, offset) => words[at + offset] === word) && (/^\d/u.test(next) || HOURS.find([next]).size > 0)
      );
    });
  if (AFTER.some(stands)) return 'after';
  return BEFORE.some(stands) ? 'before' : null;
}

/** "Good afternoon" is no wish for an afternoon. */
function withoutGreetings(text: string): string {
  return GREETINGS.reduce((left, greeting) => left.replaceAll(fold(greeting), ' '), text);
}

/** Also used for the offers in an answer. Weekdays mean the next one; today counts when it is named. */
function readDay(text: string, words: readonly string[], today: string): string | null {
  const exact = readDate(text, words, today);
  if (exact) return exact;
  const [days] = [...DAYS.find(words).keys()].toSorted().toReversed();
  if (days !== undefined) return addDays(today, Number(days));
  const after = /(?:через|in|em|daqui a|за)\s+(\d{1,2})\s+(?:дн|ден|day|dia)/u.exec(text);
  if (after) return addDays(today, Number(after[1]));
  const weeks = WEEKS.find(words);
  const [weekday] = [...WEEKDAYS.find(words)]
    .filter(([name, at]) => isWeekday(name, at, words))
    .map(([name]) => Number(name));
  if (weekday !== undefined) {
    const next = addDays(today, (weekday - weekdayOf(today) + 7) % 7 || 7);
    const isNextWeek =
      (weeks.has('next') || /next (?:mon|tue|wed|thu|fri|sat|sun)/u.test(text)) &&
      daysToMonday(today) > daysBetween(today, next);
    return isNextWeek ? addDays(next, 7) : next;
  }
  if (weeks.has('next')) return addDays(today, daysToMonday(today));
  if (weeks.has('weekend')) return addDays(today, (6 - weekdayOf(today) + 7) % 7 || 7);
  return null;
}

/** "Segunda" and "quarta" are numbers too, and so is "second": a day where nothing else is counted. */
const isWeekday = (name: string, at: number, words: readonly string[]) =>
  !(['1', '3', '4', '5', '6'].includes(name) && /^(?:opcao|vez|parcela)$/u.test(words[at + 1] ?? ''));

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
const daysToMonday = (today: string) => (8 - weekdayOf(today)) % 7 || 7;

function readDate(text: string, words: readonly string[], today: string): string | null {
  const iso = /(\d{4})-(\d\d)-(\d\d)/u.exec(text);
  if (iso) return iso[0];
  const year = Number(today.slice(0, 4));
  const numbers = /(?:^|[^\d:.])(\d{1,2})[./](\d{1,2})(?:[./](\d{2,4}))?(?![\d:])/u.exec(text);
  if (numbers && Number(numbers[2]) >= 1 && Number(numbers[2]) <= 12)
    return future(year, Number(numbers[2]), Number(numbers[1]), today);
  for (const [month, at] of MONTHS.find(words)) {
    const before = words[at - 1] === 'de' || words[at - 1] === 'of' ? words[at - 2] : words[at - 1];
    const day = [before, words[at + 1]].map((word) => dayNumber(word ?? '')).find((value) => value !== null);
    if (day != null) return future(year, Number(month) + 1, day, today);
  }
  const alone =
    /(?:^|\s)(?:dia (\d{1,2})|(\d{1,2})(?:-?го|-?е|th|st|nd|rd)?\s*(?:числа|числ)|on the (\d{1,2})(?:th|st|nd|rd)|(\d{1,2})-?(?:го|th|st|nd|rd))(?=[\s,.!?]|$)/u.exec(
      text,
    );
  const day = Number(alone?.slice(1).find(Boolean) ?? 0);
  return day >= 1 && day <= 31 ? futureOfMonth(day, today) : null;
}

function dayNumber(word: string): number | null {
  const digits = /^(\d{1,2})(?:го|е|th|st|nd|rd)?$/u.exec(word);
  const day = Number(digits?.[1] ?? 0);
  return day >= 1 && day <= 31 ? day : null;
}

const toDay = (year: number, month: number, day: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

function future(year: number, month: number, day: number, today: string): string {
  const date = toDay(year, month, day);
  return date < today ? toDay(year + 1, month, day) : date;
}

function futureOfMonth(day: number, today: string): string {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const date = toDay(year, month, day);
  if (date >= today) return date;
  return month === 12 ? toDay(year + 1, 1, day) : toDay(year, month + 1, day);
}

const EARLIEST_HOUR = 8;

type TimeOfDay = { time: string | null; isHourOpen: boolean };

function readTime(text: string, words: readonly string[]): TimeOfDay {
  const exact =
    /(?:^|[^\d.])([01]?\d|2[0-3])\s?[:h]\s?([0-5]\d)(?!\d)/u.exec(text) ??
    /(?:^|\s)([01]?\d|2[0-3])[.-]([0-5]0|[0-5]5)(?=[\s,!?]|$)/u.exec(text);
  const meridiem = /(?:^|[^\d:])(1[0-2]|0?[1-9])(?::([0-5]\d))?\s?(am|pm|a\.m|p\.m)/u.exec(text);
  if (meridiem) {
    const hour = (Number(meridiem[1]) % 12) + (meridiem[3]?.startsWith('p') ? 12 : 0);
    return { time: toTime(hour, Number(meridiem[2] ?? 0)), isHourOpen: false };
  }
  if (exact && !isDate(exact))
    return openHour(Number(exact[1]), Number(exact[2]), exact[0].includes(':') && /\b0\d/u.test(exact[0]));
  const [half] = HALVES.find(words).keys();
  if (half !== undefined) return openHour(Number(half) - 1 || 12, 30);
  const whole =
    !/(?:через|за|in|em)\s+\d+\s/u.test(text) &&
    /(?:^|\s)([01]?\d|2[0-3])\s?(?:h|hs|час\w*|ч|год\w*|oclock|horas|hrs|утра|вечера|дня)(?=[\s,.!?]|$)/u.exec(text);
  if (whole) return openHour(Number(whole[1]), 0);
  for (const [at, word] of words.entries()) {
    if (!PREPOSITIONS.has(words[at - 1] ?? '') && words.length > 1) continue;
    const number = /^([01]?\d|2[0-3])$/u.exec(word);
    if (number && !isCounted(words[at + 1] ?? '')) return openHour(Number(number[1]), 0);
    const [spoken] = HOURS.find([word]).keys();
    if (spoken !== undefined && !isCounted(words[at + 1] ?? '')) return openHour(Number(spoken), 0);
  }
  return { time: null, isHourOpen: false };
}

/** "10.05" is the tenth of May rather than five past ten. */
const isDate = ([match, , minutes]: RegExpExecArray) =>
  /[.-]/u.test(match) && Number(minutes) >= 1 && Number(minutes) <= 12;

/** Whether a word after a number makes it no hour. */
const isCounted = (word: string) =>
  /^(?:дн|ден|челов|раз|недел|тижн|минут|хвилин|day|people|person|week|minute|dia|pessoa|semana|minuto|янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек|числ)/u.test(
    word,
  ) || MONTHS.find([word]).size > 0;

function openHour(hour: number, minutes: number, isSure = false): TimeOfDay {
  return { time: toTime(hour, minutes), isHourOpen: !isSure && hour >= 1 && hour <= 12 };
}

const toTime = (hour: number, minutes: number) =>
  `${String(hour).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;

/** Half a day later. */
export function laterHalf(time: string): string {
  return toTime((Number(time.slice(0, 2)) % 12) + 12, Number(time.slice(3)));
}

function withPart(time: string, part: PartOfDay | undefined): string {
  const hour = Number(time.slice(0, 2));
  if (part === 'morning' || hour === 12) return time;
  if (part !== undefined) return laterHalf(time);
  return hour < EARLIEST_HOUR ? laterHalf(time) : time;
}
