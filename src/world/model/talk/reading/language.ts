import { LANGUAGES, type Language, fold } from '../../lexicon/words.ts';
import marks from './language-words.json' with { type: 'json' };
import type { Line } from './talk.ts';

const WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  ru: new Set(marks.ru.split(' ')),
  en: new Set(marks.en.split(' ')),
  pt: new Set(marks.pt.split(' ')),
  uk: new Set(marks.uk.split(' ')),
};

/** Letters that only one of the languages has. */
const LETTERS: Readonly<Record<Language, RegExp>> = {
  ru: /[ыэъё]/giu,
  en: /(?!)/gu,
  pt: /[ãõçâêôáéíóúà]/giu,
  uk: /[іїєґ]/giu,
};

/** How much a text is in each language, by words and letters; all zero where no word is known. */
function scoresOf(text: string): Record<Language, number> {
  const words = fold(text).match(/\p{L}+/gu) ?? [];
  const score = (language: Language) =>
    words.filter((word) => WORDS[language].has(word)).length + (text.match(LETTERS[language])?.length ?? 0) * 0.7;
  return { ru: score('ru'), en: score('en'), pt: score('pt'), uk: score('uk') };
}

/** The language of a text; null where no word is known, as in a name or a time. */
export function languageOf(text: string): Language | null {
  const scores = scoresOf(text);
  const [best, second] = LANGUAGES.toSorted((a, b) => scores[b] - scores[a]);
  if (!best || scores[best] === 0) return null;
  return second && scores[second] === scores[best] ? null : best;
}

/** The language to answer in: that of the client's newest known words, else of the talk, else of the rules. */
export function languageOfTalk(lines: readonly Line[], instructions: string): Language {
  const newest = lines
    .slice(lines.findLastIndex(({ role }) => role === 'assistant') + 1)
    .map(({ text }) => text)
    .join(' ');
  const earlier = lines
    .filter(({ role }) => role === 'user')
    .map(({ text }) => text)
    .toReversed();
  const last = lines.findLast(({ role }) => role === 'assistant')?.text ?? '';
  for (const text of [newest, ...earlier, last]) {
    const language = languageOf(text);
    if (language) return language;
  }
  const script = lines.map(({ text }) => text).join(' ');
  if (/[а-я]/iu.test(script)) return 'ru';
  return named(instructions) ?? languageOf(instructions) ?? 'en';
}

const NAMES: readonly (readonly [RegExp, Language])[] = [
  [/\b(?:in|language:?) (?:russian|ru)\b|по-русски|на русском/iu, 'ru'],
  [/\b(?:in|language:?) (?:portuguese|pt)\b|em português/iu, 'pt'],
  [/\b(?:in|language:?) (?:ukrainian|uk)\b|українською/iu, 'uk'],
  [/\b(?:in|language:?) (?:english|en)\b/iu, 'en'],
];

const named = (text: string) => NAMES.find(([pattern]) => pattern.test(text))?.[1] ?? null;
