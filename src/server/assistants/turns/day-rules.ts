import { mayBeDay, timeOfDotted } from './clock-rules.ts';

/** A day that a text states, e.g. key `12-3` for 3 December. */
export type StatedDay = {
  key: string;
  month: number;
  day: number;
  /** Null: the text does not state it. */
  year: number | null;
  at: number;
  quote: string;
  /** The time that it may be instead: "10.12". */
  time: string | null;
};

const ISO_DAY = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/gu;
const DOTTED_YEAR = /(?<![\d.:])(0?[1-9]|[12]\d|3[01])[./](0?[1-9]|1[0-2])[./](\d{4}|\d{2})(?!\d|[.:]\d)/gu;
/** Two digits for the month: "4.9" and "1/2" are other numbers. */
const DOTTED_DAY = /(?<![\d.:,/])(0?[1-9]|[12]\d|3[01])[./](0[1-9]|1[0-2])(?!\d|[.:/,]\d)/gu;

/** Names of months in the four languages, January first, in the cases that dates have, and their short forms. */
const MONTHS: readonly (readonly string[])[] = [
  'январь января январе янв january jan janeiro січень січня січні',
  'февраль февраля феврале фев february feb fevereiro fev лютий лютого лютому',
  'март марта марте мар march mar março березень березня березні',
  'апрель апреля апреле апр april apr abril abr квітень квітня квітні',
  'май мая мае may maio mai травень травня травні',
  'июнь июня июне june jun junho червень червня червні',
  'июль июля июле july jul julho липень липня липні',
  'август августа августе авг august aug agosto ago серпень серпня серпні',
  'сентябрь сентября сентябре сен сент september sep sept setembro set вересень вересня вересні',
  'октябрь октября октябре окт october oct outubro out жовтень жовтня жовтні',
  'ноябрь ноября ноябре ноя november nov novembro листопад листопада листопаді',
  'декабрь декабря декабре дек december dec dezembro dez грудень грудня грудні',
].map((names) => names.split(' '));
const MONTH = MONTHS.flat()
  .toSorted((one, other) => other.length - one.length)
  .join('|');
const YEAR = '(?:\\.?,?\\s+(?:de\\s+)?(20\\d{2})(?!\\d))?';
const DAY_MONTH = new RegExp(
  `(?<![\\d:])(\\d{1,2})(?:-?(?:го|е|st|nd|rd|th))?\\s+(?:de\\s+|of\\s+)?(${MONTH})(?!\\p{L})${YEAR}`,
  'giu',
);
/** English alone puts the month first: "set 3" is no day, nor is "may 2". */
const ENGLISH_MONTH =
  'january|jan|february|feb|march|mar|april|apr|may|june|jun|july|jul|august|aug|september|sept|sep|october|oct|november|nov|december|dec';
const MONTH_DAY = new RegExp(`(?<!\\p{L})(${ENGLISH_MONTH})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:])${YEAR}`, 'giu');

/** Finds days with their months. */
export function daysOf(text: string): StatedDay[] {
  const named = [
    ...[...text.matchAll(DAY_MONTH)].map(({ 0: quote, 1: day, 2: month, 3: year, index }) =>
      dayOf({ quote, index }, [year, monthOf(month), day]),
    ),
    ...[...text.matchAll(MONTH_DAY)]
      .filter(([quote]) => !quote.startsWith('may'))
      .map(({ 0: quote, 1: month, 2: day, 3: year, index }) => dayOf({ quote, index }, [year, monthOf(month), day])),
    ...[DOTTED_YEAR, DOTTED_DAY].flatMap((form) =>
      [...text.matchAll(form)].map(({ 0: quote, 1: day, 2: month, 3: year, index }) =>
        dayOf({ quote, index }, [year, Number(month), day]),
      ),
    ),
    ...[...text.matchAll(ISO_DAY)].map(({ 0: quote, 1: year, 2: month, 3: day, index }) =>
      dayOf({ quote, index }, [year, Number(month), day]),
    ),
  ];
  return named.filter(({ month, day }) => month >= 1 && month <= 12 && day >= 1 && day <= 31);
}

type Parts = [year: string | undefined, month: number, day: string | undefined];

function dayOf({ quote, index }: { quote: string; index: number }, [year, month, day]: Parts): StatedDay {
  const full = year === undefined ? null : Number(year.length === 2 ? `20${year}` : year);
  const time = mayBeDay(quote) ? timeOfDotted(quote) : null;
  return { key: `${month}-${Number(day)}`, month, day: Number(day), year: full, at: index, quote, time };
}

const monthOf = (name = '') => MONTHS.findIndex((names) => names.includes(name.toLowerCase())) + 1;

/** Beginnings of the names of weekdays, Monday first, and their short forms as whole words. */
const WEEKDAYS: readonly { stems: string; short: string }[] = [
  { stems: 'понедельник|понеділ|monday|segunda', short: 'пн|mon|seg' },
  { stems: 'вторник|вівтор|tuesday|terça', short: 'вт|tues?|ter' },
  { stems: 'сред[ауы]|серед[ауи]|wednesday|quarta', short: 'ср|wed|qua' },
  { stems: 'четверг|четвер|thursday|quinta', short: 'чт|thu(?:rs?)?|qui' },
  { stems: "пятниц|п['’ʼ]ятниц|friday|sexta", short: 'пт|fri|sex' },
  { stems: 'суббот|субот|saturday|sábado', short: 'сб|sat|sáb' },
  { stems: 'воскресень|воскресін|неділ|sunday|domingo', short: 'вс|нд|sun|dom' },
];
const WEEKDAY = new RegExp(
  `(?<!\\p{L})(?:${WEEKDAYS.map(({ stems, short }) => `((?:${stems})\\p{L}*|(?:${short})\\.?(?!\\p{L}))`).join('|')})(?:-feira)?`,
  'giu',
);
/** Text between a weekday and its day: "Friday, the 3rd", "sexta-feira, dia 3", "3 декабря (пятница)". */
const BEFORE_DAY = /^[\s,(]*(?:(?:the|dia|de)\s+)?$/iu;
const AFTER_DAY = /^(?:\s+|,\s*|\s*\(|\s+[—–-]\s+)(?:(?:в|во|у|on\s+a|on|это|це|is\s+a|é\s+uma?|numa?|na|no)\s+)?$/iu;

/**
 * Finds days with a weekday that they do not have: "Friday, 3 December" when it is a Thursday. The year of a day that
 * does not state it is that of the days in `known`; a day that is not there is not judged.
 */
export function wrongWeekdays(text: string, known: string): string[] {
  const weekdays = [...text.matchAll(WEEKDAY)].map((match) => ({
    number: match.slice(1).findIndex((one) => one !== undefined) + 1,
    at: match.index,
    end: match.index + match[0].length,
  }));
  const days = daysOf(text);
  const followed = (weekday: { end: number }) =>
    days.find(({ at }) => at >= weekday.end && BEFORE_DAY.test(text.slice(weekday.end, at)));
  const knownDays = daysOf(known);
  return weekdays.flatMap((weekday) => {
    const next = followed(weekday);
    const before = days.find(({ at, quote }) => {
      const end = at + quote.length;
      return end <= weekday.at && AFTER_DAY.test(text.slice(end, weekday.at));
    });
    const day = next ?? before;
    if (!day || fitsWeekday(day, weekday.number, knownDays)) return [];
    const [from, until] = [Math.min(day.at, weekday.at), Math.max(day.at + day.quote.length, weekday.end)];
    return [text.slice(from, until)];
  });
}

function fitsWeekday(stated: StatedDay, weekday: number, known: readonly StatedDay[]): boolean {
  const years = stated.year === null ? known.filter(({ key }) => key === stated.key) : [stated];
  const dates = years.flatMap(({ year }) => (year === null ? [] : (dateOf(year, stated) ?? [])));
  return dates.length === 0 || dates.some((date) => date.dayOfWeek === weekday);
}

function dateOf(year: number, { month, day }: StatedDay): Temporal.PlainDate | null {
  const date = Temporal.PlainDate.from({ year, month, day });
  return date.day === day ? date : null;
}
