import { isStopWord } from './stems.ts';
import { isTypo, wordsOf } from './words.ts';

/**
 * Words that mean one thing. A pattern is a word, `word*` for all words that begin so, or several of them joined by `_`.
 */
type Pattern = { parts: Part[]; name: string };
type Part = { text: string; isPrefix: boolean };

/** Finds names by their patterns in a text. */
export type Patterns = {
  /** The names found, each with the number of the first word it was found at. */
  find(words: readonly string[], options?: { withTypos?: boolean }): Map<string, number>;
};

/** Shorter words are too easily taken for another by one letter. */
const SHORTEST_TYPO = 5;

/** @param lists patterns by name, separated by spaces */
export function compilePatterns(lists: readonly (readonly [name: string, patterns: string])[]): Patterns {
  const patterns = lists.flatMap(([name, list]) =>
    list
      .split(' ')
      .filter(Boolean)
      .map((text) => toPattern(name, text)),
  );
  const byStart = Map.groupBy(patterns, ({ parts: [first] }) => startOf(first?.text ?? ''));

  const findAt = (words: readonly string[], at: number, fits: (part: Part, word: string) => boolean) =>
    (byStart.get(startOf(words[at] ?? '')) ?? []).filter(({ parts }) =>
      parts.every((part, offset) => fits(part, words[at + offset] ?? '')),
    );

  return {
    find: (words, { withTypos = false } = {}) => {
      const found = new Map<string, number>();
      for (const at of words.keys()) {
        let hits = findAt(words, at, fitsExactly);
        if (hits.length === 0 && withTypos && isLongWord(words[at] ?? '')) hits = findAt(words, at, fitsNearly);
        for (const { name } of hits) if (!found.has(name)) found.set(name, at);
      }
      return found;
    },
  };
}

const isLongWord = (word: string) => word.length >= SHORTEST_TYPO && !isStopWord(word);

function toPattern(name: string, text: string): Pattern {
  const parts = text.split('_').flatMap((part) => {
    const [word] = wordsOf(part);
    return word === undefined ? [] : [{ text: word, isPrefix: part.endsWith('*') }];
  });
  return { name, parts };
}

const startOf = (word: string) => word.slice(0, 1);

const fitsExactly = ({ text, isPrefix }: Part, word: string) => (isPrefix ? word.startsWith(text) : word === text);

function fitsNearly(part: Part, word: string): boolean {
  if (fitsExactly(part, word)) return true;
  const { text, isPrefix } = part;
  if (text.length < SHORTEST_TYPO) return false;
  if (!isPrefix) return text.length > SHORTEST_TYPO && isTypo(text, word);
  return [-1, 0, 1].some((extra) => isTypo(text, word.slice(0, text.length + extra)));
}
