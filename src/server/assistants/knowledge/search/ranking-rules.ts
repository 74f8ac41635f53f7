import { likeWords, type SearchIndex } from './index-rules.ts';
import { conceptsAt, type Expression, type Synonyms } from './synonym-rules.ts';
import { comparableText, isStopWord, stemsOf, wordsOf } from './word-rules.ts';

/** The passages for a question: lists of their places in the index, the best first, and passages whose question it is. */
export type Ranking = {
  exact: readonly number[];
  lists: readonly (readonly number[])[];
  /** From 0 to 1 by place: the share of the question that a passage covers, rare words counting more. */
  coverage: ReadonlyMap<number, number>;
};

/** A synonym or a like spelling proves less than the word itself. */
const SYNONYM_WEIGHT = 0.85;
const LIKE_WEIGHT = 0.75;

/** Part of a question, the expressions that stand for it in passages, and how much it narrows the question down. */
type Unit = { alternatives: readonly { expression: Expression; weight: number }[]; breadth: Breadth };

/** `subject`: a concept of a list. `broad`: one that goes with any question. `word`: any other word. */
type Breadth = 'subject' | 'broad' | 'word';

/** A word that no passage has is often of the way people talk; a subject that no passage has is not answered. */
const FOUND_SHARE: Readonly<Record<Breadth, number>> = { subject: 1, broad: 0.4, word: 1 };
const MISSING_SHARE: Readonly<Record<Breadth, number>> = { subject: 0.8, broad: 0.4, word: 0.35 };

/** Usual parameters of BM25. */
const [K1, B] = [1.2, 0.6];

/** Ranks passages by the words of one wording of a question: by stems and synonyms, and by like spellings. */
export function rankByWords(index: SearchIndex, synonyms: Synonyms, question: string): Ranking {
  const exact = index.questions.get(comparableText(question)) ?? [];
  const units = unitsOf(index, synonyms, question);
  const strict = scoreUnits(index, units.strict);
  const like = scoreUnits(index, units.like);
  return {
    exact,
    lists: [inOrder(strict.scores), inOrder(like.scores)],
    coverage: new Map([...like.coverage].map(([at, share]) => [at, Math.max(share, strict.coverage.get(at) ?? 0)])),
  };
}

/** Splits a question into units: concepts where some of its words express one, else its words. */
function unitsOf(index: SearchIndex, synonyms: Synonyms, question: string): { strict: Unit[]; like: Unit[] } {
  const all = wordsOf(question);
  const content = all.filter((word) => !isStopWord(word));
  const words = content.length > 0 ? content : all;
  const stems = words.map(stemsOf);
  const strict: Unit[] = [];
  const like: Unit[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const { concepts, length } = conceptsAt(synonyms, stems, at);
    const span = Math.max(1, length);
    const own = stems.slice(at, at + span);
    const named = [...concepts].flatMap((concept) => synonyms.expressions[concept] ?? []);
    const alternatives = [
      { expression: own, weight: 1 },
      ...named.map((expression) => ({ expression, weight: SYNONYM_WEIGHT })),
    ];
    const spelled = words.slice(at, at + span).flatMap((word) => likeWords(index, word));
    const breadth = breadthOf(synonyms, concepts);
    strict.push({ alternatives, breadth });
    like.push({
      breadth,
      alternatives: [
        ...alternatives,
        ...(span > 1 ? [] : spelled).map(({ word, likeness }) => ({
          expression: [stemsOf(word)],
          weight: LIKE_WEIGHT * likeness,
        })),
      ],
    });
    at += span - 1;
  }
  return { strict, like };
}

function breadthOf({ broad }: Synonyms, concepts: ReadonlySet<number>): Breadth {
  if (concepts.size === 0) return 'word';
  return [...concepts].every((concept) => broad.has(concept)) ? 'broad' : 'subject';
}

function scoreUnits(index: SearchIndex, units: readonly Unit[]) {
  const scores = new Map<number, number>();
  const covered = new Map<number, number>();
  let whole = 0;
  for (const unit of units) {
    const matches = matchesOf(index, unit);
    const shares = matches.size > 0 ? FOUND_SHARE : MISSING_SHARE;
    const rarity = rarityOf(matches.size, index.ids.length) * shares[unit.breadth];
    whole += rarity;
    for (const [at, { weight, count }] of matches) {
      const length = 1 - B + (B * (index.lengths[at] ?? 0)) / index.meanLength;
      const saturated = (count * (K1 + 1)) / (count + K1 * length);
      scores.set(at, (scores.get(at) ?? 0) + weight * rarity * saturated);
      covered.set(at, (covered.get(at) ?? 0) + weight * rarity);
    }
  }
  const coverage = new Map([...covered].map(([at, sum]) => [at, whole > 0 ? sum / whole : 0]));
  return { scores, coverage };
}

/** Inverse document frequency; a unit that no passage has is the rarest. */
const rarityOf = (passages: number, all: number): number => Math.log(1 + (all - passages + 0.5) / (passages + 0.5));

/** Passages with an expression of the unit, by the best of them. */
function matchesOf(index: SearchIndex, { alternatives }: Unit): ReadonlyMap<number, { weight: number; count: number }> {
  const best = new Map<number, { weight: number; count: number }>();
  for (const { expression, weight } of alternatives) {
    for (const [at, count] of passagesWith(index, expression)) {
      const known = best.get(at);
      if (!known || weight > known.weight) best.set(at, { weight, count: Math.max(count, known?.count ?? 0) });
      else if (count > known.count) best.set(at, { ...known, count });
    }
  }
  return best;
}

/** Passages that have each word of an expression, with the occurrences of the rarest. */
function passagesWith({ postings }: SearchIndex, expression: Expression): ReadonlyMap<number, number> {
  let found: Map<number, number> | null = null;
  for (const stems of expression) {
    const ofWord = new Map<number, number>();
    for (const stem of stems)
      for (const [at, count] of pairsOf(postings.get(stem))) ofWord.set(at, Math.max(count, ofWord.get(at) ?? 0));
    found = found ? intersection(found, ofWord) : ofWord;
    if (found.size === 0) break;
  }
  return found ?? new Map();
}

function* pairsOf(posting: readonly number[] = []): Generator<readonly [at: number, count: number]> {
  for (let n = 0; n < posting.length; n += 2) yield [posting[n] ?? 0, posting[n + 1] ?? 0];
}

const intersection = (one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): Map<number, number> =>
  new Map(
    [...one].flatMap(([at, count]) => (other.has(at) ? [[at, Math.min(count, other.get(at) ?? 0)] as const] : [])),
  );

function inOrder(scores: ReadonlyMap<number, number>): number[] {
  return [...scores].toSorted(([a, one], [b, other]) => other - one || a - b).map(([at]) => at);
}

/** The usual constant of reciprocal rank fusion: Cormack, Clarke and Büttcher, 2009. */
const RRF_K = 60;
/** Places of a list that count. */
const FUSED_PLACES = 50;

/** Joins lists of passages into one by their ranks. */
export function fuseRanks(lists: readonly (readonly number[])[]): number[] {
  const scores = new Map<number, number>();
  for (const list of lists)
    for (const [rank, at] of list.slice(0, FUSED_PLACES).entries())
      scores.set(at, (scores.get(at) ?? 0) + 1 / (RRF_K + rank + 1));
  return inOrder(scores);
}

const MOST_WORDS = 12;

/** Words of a text by which a question in its wordings finds it: the same stem, a synonym, or a like spelling. */
export function matchedWords(
  index: SearchIndex,
  synonyms: Synonyms,
  { questions, text }: { questions: readonly string[]; text: string },
): string[] {
  const units = questions.flatMap((question) => unitsOf(index, synonyms, question).like);
  const stems = new Set(
    units.flatMap(({ alternatives }) => alternatives.flatMap(({ expression }) => expression.flat())),
  );
  const written = text.match(/[\p{L}\p{N}’'ʼ]+/gu) ?? [];
  const matching = written.filter((word) =>
    wordsOf(word).some((one) => !isStopWord(one) && stemsOf(one).some((stem) => stems.has(stem))),
  );
  return [...new Set(matching.map((word) => word.toLowerCase()))].slice(0, MOST_WORDS);
}
