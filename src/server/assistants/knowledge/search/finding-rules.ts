import type { SearchIndex } from './index-rules.ts';
import { fuseRanks, rankByWords } from './ranking-rules.ts';
import type { Synonyms } from './synonym-rules.ts';

/** Passages as far from a question in their meanings as from others, by the cosine of their vectors. */
export type Likeness = ReadonlyMap<number, number>;

export type Found = { at: number; score: number; isExact: boolean };

/** Below it a passage is not given: a weak passage leads to an invented answer. */
export const RELEVANCE_FLOOR = 0.3;

/**
 * Cosines of texts that are alike and of those that are not lie in a band that depends on the model; common models of
 * small vectors lie in this one. It is mapped to scores from 0 to 1.
 */
const COSINE_BAND = { from: 0.2, to: 0.7 };

/**
 * Finds the passages for a question in several wordings: those whose question it is first, then by the joined ranks of
 * words, spellings and meanings.
 *
 * @param meanings likeness to each wording; empty without a model of embeddings
 */
export function findPassages(
  index: SearchIndex,
  {
    questions,
    synonyms,
    meanings,
  }: { questions: readonly string[]; synonyms: Synonyms; meanings: readonly Likeness[] },
): Found[] {
  const rankings = questions.map((question) => rankByWords(index, synonyms, question));
  const byMeaning = meanings.map((likeness) =>
    [...likeness].toSorted(([, one], [, other]) => other - one).map(([at]) => at),
  );
  const exact = new Set(rankings.flatMap((ranking) => ranking.exact));
  const scoreOf = (at: number) =>
    Math.max(
      ...rankings.map(({ coverage }) => coverage.get(at) ?? 0),
      ...meanings.map((likeness) => scoreOfCosine(likeness.get(at) ?? 0)),
    );
  const ranked = fuseRanks([...rankings.flatMap(({ lists }) => lists), ...byMeaning]);
  return [
    ...[...exact].map((at) => ({ at, score: 1, isExact: true })),
    ...ranked.filter((at) => !exact.has(at)).map((at) => ({ at, score: Math.min(1, scoreOf(at)), isExact: false })),
  ];
}

function scoreOfCosine(cosine: number): number {
  return Math.max(0, (cosine - COSINE_BAND.from) / (COSINE_BAND.to - COSINE_BAND.from));
}
