/** A time of day that a text states: a key or, where half a day is not said, two of them. */
export type StatedTime = { keys: readonly string[]; quote: string };

type Half = 'morning' | 'afternoon';

const DIGITAL = /(?<![\d:.,])([01]?\d|2[0-3])(?:[:h]|(\.))([0-5]\d)(?!\d|[:.,]\d)/giu;
const TWELVE_HOURS = /(?<![\d:.])(1[0-2]|0?[1-9])(?:[:.]([0-5]\d))?\s?(am|pm|a\.m\.|p\.m\.)(?!\p{L})/giu;

const HOUR = '([01]?\\d|2[0-4])';
const MORNING = 'утра|ночи|ранку|ночі|da\\s+manhã|da\\s+madrugada|in\\s+the\\s+morning';
const AFTERNOON = 'дня|вечера|вечора|da\\s+tarde|da\\s+noite|in\\s+the\\s+(?:afternoon|evening)|at\\s+night';
const HALF = `(?:\\s+(?:(${MORNING})|(${AFTERNOON})))`;
/** Hours with their word: "в 15 часов", "at 3 o'clock", "às 15 horas", "о 15 годині"; "2 часа" alone is a duration. */
const SPOKEN: readonly RegExp[] = [
  new RegExp(`(?<!\\p{L})(?:в|к|на|около|после|с|до)\\s+${HOUR}(?:-?т?и)?\\s*(?:час(?:ов|а|ам)?|ч\\.?)${HALF}`, 'giu'),
  new RegExp(`(?<!\\p{L})(?:в|к)\\s+${HOUR}(?:-?т?и)?\\s*(?:час(?:ов|а|ам)?|ч\\.?)(?!\\p{L})`, 'giu'),
  new RegExp(`(?<!\\p{L})(?:в|к|на|около|после|с|до|о|об|з|від|at|by|until|às|as|até)\\s+${HOUR}${HALF}`, 'giu'),
  new RegExp(`(?<!\\p{L})${HOUR}\\s+o['’]?clock${HALF}?`, 'giu'),
  new RegExp(
    `(?<!\\p{L})(?:às|as|das|pelas|a\\s+partir\\s+das|até\\s+às|até\\s+as)\\s+${HOUR}\\s*(?:horas?|hs?|hrs)(?![\\p{L}\\d])${HALF}?`,
    'giu',
  ),
  new RegExp(`(?<!\\p{L})(?:о|об)\\s+${HOUR}(?:-?[йі])?\\s*(?:годин[іу]|год\\.?)(?!\\p{L})${HALF}?`, 'giu'),
  // "До 15 години" names an hour, "до 15 годин" a duration.
  new RegExp('(?<!\\p{L})(?:до|з|після|від|на)\\s+([5-9]|1\\d|2[01])(?:-?[їу])?\\s+годин[иу](?!\\p{L})', 'giu'),
];
const SPOKEN_RANGE = new RegExp(
  `(?<!\\p{L})(?:с|з|from|das)\\s+${HOUR}\\s*(?:часов|час[а]?|годин[иу]|h|horas)?\\s*(?:до|to|till|until|às)\\s+${HOUR}\\s*(?:часов|часа|години|o['’]clock|h|horas)(?!\\p{L})`,
  'giu',
);
/** Hours that a source may state without a word for them: "с 10 до 20", "10–20". */
const BARE_RANGE = new RegExp(`(?<![\\d:.,])${HOUR}\\s*(?:до|to|till|until|às|[–—-])\\s*${HOUR}(?![\\d:.,])`, 'giu');
const BARE_HOUR = new RegExp(`(?<![\\d:.,])${HOUR}(?![\\d:.,])`, 'gu');

/** Finds times of day. "10.12" is not among them where it may be a day: see `dottedPairs`. */
export function timesOf(text: string): StatedTime[] {
  const halved = [...text.matchAll(TWELVE_HOURS)].map(({ 0: quote, 1: hour = '', 2: minute, 3: half = '' }) => ({
    quote,
    keys: keysOf(hour, minute, half.toLowerCase().startsWith('p') ? 'afternoon' : 'morning'),
  }));
  const rest = text.replaceAll(TWELVE_HOURS, blank);
  const digital = [...rest.matchAll(DIGITAL)]
    .filter(({ 0: quote, 2: dot }) => dot === undefined || !mayBeDay(quote))
    .map(({ 0: quote, 1: hour = '', 3: minute = '' }) => ({ quote, keys: [keyOf(Number(hour), minute)] }));
  return [...halved, ...digital, ...spokenTimes(rest.replaceAll(DIGITAL, blank))];
}

function spokenTimes(text: string): StatedTime[] {
  const ranges = [...text.matchAll(SPOKEN_RANGE)].flatMap(({ 0: quote, 1: from = '', 2: until = '' }) =>
    [from, until].map((hour) => ({ quote, keys: keysOf(hour, undefined, undefined) })),
  );
  let rest = text.replaceAll(SPOKEN_RANGE, blank);
  const times: StatedTime[] = [];
  for (const words of SPOKEN) {
    for (const { 0: quote, 1: hour = '', 2: morning, 3: afternoon } of rest.matchAll(words)) {
      times.push({ quote, keys: keysOf(hour, undefined, halfOf(morning, afternoon)) });
    }
    rest = rest.replaceAll(words, blank);
  }
  return [...ranges, ...times];
}

function halfOf(morning: string | undefined, afternoon: string | undefined): Half | undefined {
  if (morning !== undefined) return 'morning';
  return afternoon === undefined ? undefined : 'afternoon';
}

/** Times that a source states in ranges without a word for hours. */
export function timesOfRanges(text: string): Set<string> {
  const hours = [...text.matchAll(BARE_RANGE)].flatMap(([, from = '', until = '']) => [from, until]);
  return new Set(hours.flatMap((hour) => keysOf(hour, undefined, undefined)));
}

/** Times that a contact may mean by any number of a message: "можно в 15?" */
export function timesOfNumbers(text: string): Set<string> {
  return new Set([...text.matchAll(BARE_HOUR)].flatMap(([hour]) => keysOf(hour, undefined, undefined)));
}

/** Day and month with a dot that may be a time too: "10.12". */
export function mayBeDay(quote: string): boolean {
  const [, day, month] = /^(\d{1,2})\.(\d{2})$/u.exec(quote) ?? [];
  return Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12;
}

/** The time that "10.12" would be; null: none. */
export function timeOfDotted(quote: string): string | null {
  const [, hour = '', minute = ''] = /^([01]?\d|2[0-3])\.([0-5]\d)$/u.exec(quote) ?? [];
  return hour === '' ? null : keyOf(Number(hour), minute);
}

/** Without a half of the day, an hour up to 12 is either of two. */
function keysOf(hour: string, minute = '00', half?: Half): string[] {
  const given = Number(hour);
  const early = given === 12 && half === 'morning' ? 0 : given % 24;
  const late = given < 12 ? given + 12 : given % 24;
  if (half) return [keyOf(half === 'morning' ? early : late, minute)];
  return [...new Set([early, late])].map((one) => keyOf(one, minute));
}

const keyOf = (hour: number, minute: string) => `${String(hour).padStart(2, '0')}:${minute}`;

/** Spaces in the place of what was read. */
export const blank = (quote: string): string => ' '.repeat(quote.length);
