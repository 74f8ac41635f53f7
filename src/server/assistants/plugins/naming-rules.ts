import {
  comparableText,
  isStopWord,
  stemsOf,
  trigramsOf,
  wordsOf,
} from '#server/assistants/knowledge/search/word-rules.ts';
import { conceptsAt, type Synonyms } from '#server/assistants/knowledge/search/synonym-rules.ts';

/** Something that people call by words: a service, a master. */
export type Named = {
  id: string;
  name: string;
  /** Counts less than the name: a category, a specialization. */
  about: string | null;
};

/** Shares of a match that is not of the name's own words. */
const ABOUT_SHARE = 0.6;
const CONCEPT_SHARE = 0.9;
const SPELLING_SHARE = 0.7;
/** Below it the words name something else. */
const LEAST_SHARE = 0.45;
/** Words that are spelled alike have at least so much of their trigrams in common. */
const LEAST_LIKENESS = 0.4;
/** Shorter words are too alike. */
const SHORTEST_MISSPELLED = 4;

/**
 * Finds what words mean: by id, by the exact name, or else by stems, synonyms and like spellings in our languages.
 *
 * @returns one, several that fit equally well, or none
 */
export function findNamed<One extends Named>(all: readonly One[], words: string, synonyms: Synonyms): One[] {
  const wanted = words.trim();
  const byId = all.filter(({ id }) => id === wanted.toLowerCase());
  if (byId.length > 0) return byId;
  const text = comparableText(wanted);
  if (text === '') return [];
  const exact = all.filter(({ name }) => comparableText(name) === text);
  return exact.length > 0 ? exact : best(all, wanted, synonyms);
}

/** Filters a list by words: everything that has any of them. */
export function filterNamed<One extends Named>(all: readonly One[], words: string, synonyms: Synonyms): One[] {
  const units = unitsOf(words, synonyms);
  return all.filter((one) => shareOf(units, one, synonyms) > 0);
}

function best<One extends Named>(all: readonly One[], words: string, synonyms: Synonyms): One[] {
  const units = unitsOf(words, synonyms);
  const shares = all.map((one) => ({ one, share: shareOf(units, one, synonyms) }));
  const top = Math.max(0, ...shares.map(({ share }) => share));
  return top < LEAST_SHARE ? [] : shares.filter(({ share }) => share === top).map(({ one }) => one);
}

/** Part of what is asked: a word, or the words of one concept. */
type Unit = { words: readonly string[]; stems: readonly (readonly string[])[]; concepts: ReadonlySet<number> };

function unitsOf(text: string, synonyms: Synonyms): Unit[] {
  const all = wordsOf(text);
  const content = all.filter((word) => !isStopWord(word));
  const words = content.length > 0 ? content : all;
  const stems = words.map(stemsOf);
  const units: Unit[] = [];
  for (let at = 0; at < words.length;) {
    const { concepts, length } = conceptsAt(synonyms, stems, at);
    const end = at + Math.max(1, length);
    units.push({ words: words.slice(at, end), stems: stems.slice(at, end), concepts });
    at = end;
  }
  const isBroad = ({ concepts }: Unit) => concepts.size > 0 && [...concepts].every((one) => synonyms.broad.has(one));
  const narrow = units.filter((unit) => !isBroad(unit));
  return narrow.length > 0 ? narrow : units;
}

/** From 0 to 1: how much of what is asked something has. */
function shareOf(units: readonly Unit[], { name, about }: Named, synonyms: Synonyms): number {
  if (units.length === 0) return 0;
  const [inName, inAbout] = [unitsOf(name, synonyms), unitsOf(about ?? '', synonyms)];
  const sum = units.reduce(
    (all, unit) => all + Math.max(likenessOf(unit, inName), ABOUT_SHARE * likenessOf(unit, inAbout)),
    0,
  );
  return sum / units.length;
}

function likenessOf(unit: Unit, others: readonly Unit[]): number {
  const stems = new Set(others.flatMap((other) => other.stems.flat()));
  if (unit.stems.every((own) => own.some((stem) => stems.has(stem)))) return 1;
  if (others.some(({ concepts }) => [...concepts].some((one) => unit.concepts.has(one)))) return CONCEPT_SHARE;
  const words = others.flatMap((other) => other.words);
  return unit.words.every((word) => words.some((other) => isSpelledLike(word, other))) ? SPELLING_SHARE : 0;
}

function isSpelledLike(word: string, other: string): boolean {
  if (word.length < SHORTEST_MISSPELLED) return false;
  const [own, its] = [new Set(trigramsOf(word)), new Set(trigramsOf(other))];
  return own.intersection(its).size / own.union(its).size >= LEAST_LIKENESS;
}
