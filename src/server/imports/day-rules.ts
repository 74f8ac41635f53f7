/** Years of two digits above this are of the last century. */
const PIVOT_YEAR = 30;

/** Stands for a year that is not stated; birthdays before 1900 have none. */
const NO_YEAR = 4;

/** Beginnings of the names of months in the languages of the product. */
const MONTHS: readonly RegExp[] = [
  /^(янв|jan|січ)/,
  /^(фев|feb|fev|лют)/,
  /^(мар|mar|бер)/,
  /^(апр|apr|abr|кві)/,
  /^(ма[йяє]|may|mai|тра)/,
  /^(июн|jun|чер)/,
  /^(июл|jul|лип)/,
  /^(авг|aug|ago|сер)/,
  /^(сен|sep|set|вер)/,
  /^(окт|oct|out|жов)/,
  /^(ноя|nov|лис)/,
  /^(дек|dec|dez|гру)/,
];

/**
 * Reads a day as people and programs write it: `2000-12-31`, `31.12.2000`, `31/12/00`, `12/31/2000` where the day shows
 * the order, `31 декабря 2000 г.`, `December 31, 2000`, `31 de dezembro`, `31.12`, `--12-31`, or a spreadsheet's number
 * of days.
 *
 * @param isMonthFirst whether the column is written so, where a cell does not show it
 * @returns `YYYY-MM-DD`, of the year 4 where none is stated; null when it is no day
 */
export function readBirthDate(text: string, isMonthFirst = false): string | null {
  const typed = text.normalize('NFC').trim().toLowerCase();
  const bare = typed.replace(/(?<=\d)[t\s]+\d{1,2}:\d\d(:\d\d)?(\.\d+)?\s*(z|[ap]m|[+-]\d\d:?\d\d)?$/, '');
  const [, serial] = /^(\d{5})([.,]\d+)?$/.exec(bare) ?? [];
  if (serial) return plainDate(1899, 12, 30, Number(serial));
  const [, compactYear, compactMonth, compactDay] = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(bare) ?? [];
  if (compactYear) return plainDate(Number(compactYear), Number(compactMonth), Number(compactDay));
  const [, month, day] = /^--(\d\d)-?(\d\d)$/.exec(bare) ?? [];
  if (month) return plainDate(NO_YEAR, Number(month), Number(day));
  return readNumbers(bare, isMonthFirst) ?? readWords(bare);
}

function readNumbers(bare: string, isMonthFirst: boolean): string | null {
  const [, a = '', b = '', c] =
    /^(\d{1,4})\s?[-./]\s?(\d{1,2})(?:\s?[-./]\s?(\d{1,4}))?\.?\s*(?:г\.?|р\.?)?$/.exec(bare) ?? [];
  if (a === '') return null;
  if (a.length >= 3) return a.length === 4 && c !== undefined ? plainDate(Number(a), Number(b), Number(c)) : null;
  if (c?.length === 3 || c?.length === 1) return null;
  const year = c === undefined ? NO_YEAR : fullYear(c);
  const isAmerican = Number(b) > 12 || (isMonthFirst && Number(a) <= 12);
  return isAmerican ? plainDate(year, Number(a), Number(b)) : plainDate(year, Number(b), Number(a));
}

/** A day with the name of its month. */
function readWords(bare: string): string | null {
  const words = bare.match(/\p{L}+|\d+/gu) ?? [];
  const month = words.findIndex((word) => MONTHS.some((name) => name.test(word)));
  if (month === -1) return null;
  const numbers = words.filter((word) => /^\d/.test(word));
  const others = words.filter((word, at) => at !== month && !/^\d/.test(word));
  if (numbers.length === 0 || numbers.length > 2 || others.some((word) => !IS_OF_DATE.test(word))) return null;
  const [first = '', second] = numbers[0]?.length === 4 ? numbers.toReversed() : numbers;
  if (first.length > 2 || second?.length === 1 || second?.length === 3) return null;
  const number = MONTHS.findIndex((name) => name.test(words[month] ?? '')) + 1;
  return plainDate(second === undefined ? NO_YEAR : fullYear(second), number, Number(first));
}

/** Words beside the day, the month and the year. */
const IS_OF_DATE = /^(г|год|года|р|рік|року|de|of|the|st|nd|rd|th|е|го|ого|в|mon|tue|wed|thu|fri|sat|sun)$/;

function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year < 1900 ? NO_YEAR : year;
  return year + (year > PIVOT_YEAR ? 1900 : 2000);
}

function plainDate(year: number, month: number, day: number, laterDays = 0): string | null {
  try {
    const stated = year < 1900 && laterDays === 0 ? NO_YEAR : year;
    return Temporal.PlainDate.from({ year: stated, month, day }, { overflow: 'reject' })
      .add({ days: laterDays })
      .toString();
  } catch {
    return null;
  }
}

/** Counts by which a column shows whether its days come before its months. */
export type DayOrder = { dayFirst: number; monthFirst: number };

/** Counts a cell that shows the order of day and month. */
export function countOrder(order: DayOrder, cell: string): void {
  const [, a, b] = /^\s*(\d{1,2})[-./](\d{1,2})(?:[-./]\d{2,4})?(?:\s|$)/.exec(cell) ?? [];
  if (Number(a) > 12 && Number(b) <= 12) order.dayFirst += 1;
  if (Number(b) > 12 && Number(a) <= 12) order.monthFirst += 1;
}
