import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';
import { STOP_WORDS } from './stop-words.ts';

const WORD = /[\p{L}\p{N}]+/gu;
const APOSTROPHES = /(?<=\p{L})['’ʼ`´](?=\p{L})/gu;
/** Accents of Latin letters; those of й and ї make other letters. */
const LATIN_ACCENTS = /(?<=[a-z])\p{M}+/gu;

/** Writes a text so that spellings of the same word agree: small letters, ё as е, ґ as г, no apostrophes. */
function folded(text: string): string {
  return text.toLowerCase().normalize('NFC').replaceAll('ё', 'е').replaceAll('ґ', 'г').replaceAll(APOSTROPHES, '');
}

const withoutAccents = (word: string): string => word.normalize('NFD').replaceAll(LATIN_ACCENTS, '').normalize('NFC');

/** The words of a text, folded, in their order; accents are kept for the stemmers. */
export function wordsOf(text: string): string[] {
  return folded(text).match(WORD) ?? [];
}

/** A text as its words alone: two texts that differ in punctuation, letter case or accents are equal. */
export function comparableText(text: string): string {
  return withoutAccents(wordsOf(text).join(' '));
}

/** Whether a word says nothing of what a question is about. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(withoutAccents(word));
}

const CYRILLIC = /\p{Script=Cyrillic}/u;
const DIGIT = /\p{N}/u;

/**
 * The stems of a word in the languages that write it so; the language of a text is not needed. Those of Portuguese are taken
 * with and without accents, because people leave them out.
 */
export function stemsOf(word: string): readonly string[] {
  const known = memory.get(word);
  if (known) return known;
  const stems = [...new Set(makeStems(word))];
  if (memory.size >= MAX_MEMORY) memory.clear();
  memory.set(word, stems);
  return stems;
}

function makeStems(word: string): string[] {
  if (DIGIT.test(word)) return [word];
  if (CYRILLIC.test(word)) return [`r${russian(word)}`, `u${ukrainian(word)}`];
  const plain = withoutAccents(word);
  return [`e${english(plain)}`, `p${withoutAccents(portuguese(word))}`, `p${portuguese(plain)}`];
}

/** Stems by word: a vocabulary has each word many times. */
const memory = new Map<string, readonly string[]>();
const MAX_MEMORY = 100_000;

/** Sequences of three letters of a word, its beginning and end marked. */
export function trigramsOf(word: string): string[] {
  const padded = `  ${withoutAccents(word)} `;
  return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3));
}
