import { comparableText, isStopWord, stemsOf, trigramsOf, wordsOf } from './word-rules.ts';

/** A passage as it is searched. */
export type SearchedPassage = {
  id: string;
  /** Headings, or the wordings of the pair's question: they count more than the text. */
  lead: string;
  text: string;
  /** Wordings of a pair's question; none of other passages. */
  questions: readonly string[];
};

/** Passages by their words. Places of passages are numbers, to keep an index of 20,000 passages small. */
export type SearchIndex = {
  ids: readonly string[];
  /** Words of each passage. */
  lengths: readonly number[];
  meanLength: number;
  /** Passages with a stem, each followed by how often it has it, in the order of the passages. */
  postings: ReadonlyMap<string, readonly number[]>;
  words: readonly string[];
  /** Places of words by trigram. */
  trigrams: ReadonlyMap<string, readonly number[]>;
  /** Passages by the comparable text of a question. */
  questions: ReadonlyMap<string, readonly number[]>;
};

/** A word of a heading or a question counts as so many of the text. */
const LEAD_WEIGHT = 2;

export function buildIndex(passages: readonly SearchedPassage[]): SearchIndex {
  const builder = indexBuilder();
  for (const passage of passages) builder.add(passage);
  return builder.finish();
}

/** Builds an index passage by passage, so that other work can go on between them. */
export function indexBuilder(): { add(passage: SearchedPassage): void; finish(): SearchIndex } {
  const postings = new Map<string, number[]>();
  /** The postings of each word; none of a stop word. */
  const vocabulary = new Map<string, number[][]>();
  const questions = new Map<string, number[]>();
  const ids: string[] = [];
  const lengths: number[] = [];
  const postingsOf = (word: string): number[][] =>
    isStopWord(word) ? [] : stemsOf(word).map((stem) => postings.getOrInsertComputed(stem, () => []));
  const count = (text: string, weight: number): number => {
    const at = ids.length - 1;
    const words = wordsOf(text);
    for (const word of words)
      for (const posting of vocabulary.getOrInsertComputed(word, postingsOf)) addTo(posting, at, weight);
    return words.length;
  };
  return {
    add({ id, lead, text, questions: wordings }) {
      const at = ids.push(id) - 1;
      for (const question of wordings) questions.getOrInsertComputed(comparableText(question), () => []).push(at);
      lengths.push(count(lead, LEAD_WEIGHT) + count(text, 1));
    },
    finish() {
      const words = [...vocabulary].flatMap(([word, own]) => (own.length > 0 ? word : []));
      const sum = lengths.reduce((all, length) => all + length, 0);
      const meanLength = Math.max(1, sum / Math.max(1, ids.length));
      return { ids, lengths, meanLength, postings, words, trigrams: trigramPlaces(words), questions };
    },
  };
}

/** Passages come in their order, so that one which is in a posting is its last. */
function addTo(posting: number[], at: number, weight: number): void {
  const last = posting.length - 2;
  if (posting[last] === at) posting[last + 1] = (posting[last + 1] ?? 0) + weight;
  else posting.push(at, weight);
}

function trigramPlaces(words: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [at, word] of words.entries())
    for (const trigram of new Set(trigramsOf(word))) places.getOrInsertComputed(trigram, () => []).push(at);
  return places;
}

/** Words like a given one are those that share at least so much of their trigrams. */
const LEAST_LIKENESS = 0.5;
/** Shorter words are too alike. */
const SHORTEST_LIKE_WORD = 4;
const MAX_LIKE_WORDS = 8;

/** Words of the passages that are spelled like a word, with the share of trigrams in common; the word itself is left out. */
export function likeWords({ words, trigrams }: SearchIndex, word: string): { word: string; likeness: number }[] {
  if (word.length < SHORTEST_LIKE_WORD) return [];
  const own = [...new Set(trigramsOf(word))];
  const common = new Map<number, number>();
  for (const trigram of own)
    for (const place of trigrams.get(trigram) ?? []) common.set(place, (common.get(place) ?? 0) + 1);
  const found = [...common].flatMap(([place, count]) => {
    const other = words[place] ?? '';
    const likeness = (2 * count) / (own.length + new Set(trigramsOf(other)).size);
    return likeness >= LEAST_LIKENESS && other !== word ? [{ word: other, likeness }] : [];
  });
  return found.toSorted((one, other) => other.likeness - one.likeness).slice(0, MAX_LIKE_WORDS);
}
