import type { ImportFormat } from '#contract/imports/calls.ts';
import { decoderOf } from '#server/platform/files/csv-reading.ts';
import { type Country, countryRegion } from '#server/tenants/rules.ts';
import { isKnownTitle } from '#server/imports/title-rules.ts';

type Encoding = ImportFormat['encoding'];

/**
 * Guesses the encoding by the first bytes of a text: its mark, zero bytes, whether most of its letters are valid UTF-8,
 * or in which of the older encodings its words are words.
 */
export function inferEncoding(bytes: Uint8Array, country: Country): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zeros = countByParity(bytes, 0);
  if (zeros.even + zeros.odd > bytes.length / 20) return zeros.odd > zeros.even ? 'utf-16le' : 'utf-16be';
  // NOTE: UTF-16 of Cyrillic letters alone has 0x04 in the place of zeros.
  const fours = countByParity(bytes, 4);
  if (fours.even + fours.odd > bytes.length / 4) return fours.odd > fours.even ? 'utf-16le' : 'utf-16be';
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true });
  const lost = countMatches(text, /\uFFFD/g);
  const isUtf8 = lost === 0 || lost < countMatches(text, /\p{L}/gu) - countMatches(text, /[a-z]/gi);
  return isUtf8 ? 'utf-8' : olderEncoding(bytes, country);
}

const countMatches = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

/** How often a byte stands in even and in odd places. */
function countByParity(bytes: Uint8Array, wanted: number): { even: number; odd: number } {
  const counts = { even: 0, odd: 0 };
  for (const [index, byte] of bytes.entries()) if (byte === wanted) counts[index % 2 === 0 ? 'even' : 'odd'] += 1;
  return counts;
}

/** Encodings of one byte per letter, the more frequent first. */
const OLDER = [
  'windows-1251',
  'windows-1252',
  'windows-1250',
  'windows-1254',
  'windows-1257',
  'koi8-u',
  'ibm866',
  'ibm850',
  'x-mac-cyrillic',
  'macintosh',
] as const;

/** Windows' own encoding in countries where it is neither Cyrillic nor that of Western Europe. */
const OWN_ENCODINGS: Readonly<Record<string, Encoding>> = {
  ...every(['PL', 'CZ', 'SK', 'HU', 'RO', 'SI', 'HR', 'BA', 'ME', 'AL', 'MD'], 'windows-1250'),
  ...every(['TR', 'AZ'], 'windows-1254'),
  ...every(['LT', 'LV', 'EE'], 'windows-1257'),
};

/** Words that are read are few; a country decides where two encodings give words. */
const OWN_BONUS = 0.3;

function olderEncoding(bytes: Uint8Array, country: Country): Encoding {
  const own = OWN_ENCODINGS[countryRegion(country)];
  const scored = OLDER.map((encoding, rank) => {
    const score = plausibility(decoderOf(encoding).decode(bytes));
    return { encoding, score: score + (encoding === own ? OWN_BONUS : 0) - rank / 1_000 };
  });
  return scored.toSorted((one, other) => other.score - one.score)[0]?.encoding ?? 'windows-1252';
}

/** White space, digits and signs of ASCII, but for apostrophes and hyphens. */
const BETWEEN_WORDS = /[\s!-&(-,./0-9:-@[-`{-~]+/;

/** Scores a decoded text by its words with letters that ASCII lacks; titles that are known count as ten words. */
function plausibility(text: string): number {
  const words = text.split(BETWEEN_WORDS).filter((word) => /[^\p{ASCII}]/u.test(word));
  if (words.length === 0) return 0;
  const titles = (
    text
      .split(/[\r\n]+/, 6)
      .join('\t')
      .match(/[^\t;,|"]+/g) ?? []
  ).filter((title) => /[^\p{ASCII}]/u.test(title) && isKnownTitle(title));
  const sum = words.reduce((total, word) => total + wordScore(word), 0);
  return (sum + titles.length * 10) / (words.length + titles.length * 10);
}

const IS_TIDY = /^['’-]*(\p{Lu}?\p{Ll}*|\p{Lu}+)(['’-]+(\p{Lu}?\p{Ll}*|\p{Lu}+))*$/u;

/** From -1, no word of any language, to 1. */
function wordScore(word: string): number {
  const letters = word.replaceAll('İ', 'ı').toLowerCase().match(/\p{L}/gu) ?? [];
  const isCyrillic = /^[\p{Script=Cyrillic}'’-]+$/u.test(word);
  const isLatin = /^[\p{Script=Latin}'’-]+$/u.test(word);
  if ((!isCyrillic && !isLatin) || !IS_TIDY.test(word)) return -1;
  if (isCyrillic) return average(letters.map((letter) => CYRILLIC[letter] ?? -1));
  const marked = letters.filter((letter) => letter > '\u007F');
  if (letters.length > 2 && marked.length * 2 > letters.length) return -1;
  return average(marked.map((letter) => LATIN[letter] ?? -1));
}

const average = (scores: readonly number[]): number =>
  scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);

/** How frequent letters are in Russian, Ukrainian and Belarusian; letters of other languages are not there. */
const CYRILLIC: Readonly<Record<string, number>> = {
  ...every('оеаи', 1),
  ...every('нтсрвлкі', 0.85),
  ...every('мдпуяыьгзб', 0.6),
  ...every('чйхжшюцїє', 0.4),
  ...every('щэфёґў', 0.2),
  ъ: 0,
};

/** Letters with marks: of Western Europe, then of its neighbours. */
const LATIN: Readonly<Record<string, number>> = {
  ...every('áâãàçéêíóôõúüäößñèëîï', 1),
  ...every('œæøåìòùûÿð', 0.6),
  ...every('ąćęłńśźżčďěňřšťůýžőűăîâșşțţđğıėįųūāēģīķļņ', 0.9),
};

function every<Value>(keys: Iterable<string>, value: Value): Record<string, Value> {
  return Object.fromEntries(Array.from(keys, (key) => [key, value]));
}
