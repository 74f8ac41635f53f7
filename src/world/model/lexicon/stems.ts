import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';
import stopWords from './stop-words.json' with { type: 'json' };
import { LANGUAGES, type Language, fold, wordsOf } from './words.ts';

const STEMMERS: Readonly<Record<Language, (word: string) => string>> = {
  ru: russian,
  en: english,
  pt: portuguese,
  uk: ukrainian,
};
const STOP_WORDS: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap((language) => stopWords[language].split(' ').map(fold)),
);

export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);

/** The stems of a text's words, without stop words; letters decide which stemmer it is. */
export function stemsOf(text: string): string[] {
  const isUkrainian = /[іїєґ]/iu.test(text);
  const isPortuguese = /[ãõçáéíóúâêô]|\b(?:de|para|com|uma|um|os|as|não|você)\b/iu.test(text);
  return wordsOf(text)
    .filter((word) => !isStopWord(word))
    .map((word) => {
      if (/[а-яіїє]/u.test(word)) return STEMMERS[isUkrainian ? 'uk' : 'ru'](word);
      return STEMMERS[isPortuguese ? 'pt' : 'en'](word);
    });
}
