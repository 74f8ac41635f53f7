import { isStopWord, stemsOf, wordsOf } from './word-rules.ts';

/**
 * Expressions with one meaning, in each of our languages.
 *
 * `isBroad`: it goes with questions about anything, as a price does, and says little of its subject.
 */
export type Concept = { ru: string; uk: string; en: string; pt: string; isBroad?: true };

/** An expression: of each of its words the stems, any of which stands for it. */
export type Expression = readonly (readonly string[])[];

export type Synonyms = {
  /** Concepts by a stem of the first word of an expression. */
  byFirst: ReadonlyMap<string, readonly { expression: Expression; concept: number }[]>;
  expressions: readonly (readonly Expression[])[];
  broad: ReadonlySet<number>;
};

/** Prepares lists of concepts, whose expressions are divided by commas, for the search. */
export function readSynonyms(lists: readonly (readonly Concept[])[]): Synonyms {
  const byFirst = new Map<string, { expression: Expression; concept: number }[]>();
  const concepts = lists.flat();
  const expressions = concepts.map((concept) =>
    [concept.ru, concept.uk, concept.en, concept.pt]
      .flatMap((written) => written.split(','))
      .map(expressionOf)
      .filter((expression) => expression.length > 0),
  );
  for (const [concept, all] of expressions.entries())
    for (const expression of all)
      for (const stem of expression[0] ?? []) byFirst.getOrInsertComputed(stem, () => []).push({ expression, concept });
  const broad = new Set(concepts.flatMap(({ isBroad }, concept) => (isBroad ? [concept] : [])));
  return { byFirst, expressions, broad };
}

function expressionOf(written: string): Expression {
  const words = wordsOf(written);
  const content = words.filter((word) => !isStopWord(word));
  return (content.length > 0 ? content : words).map(stemsOf);
}

/**
 * The concept that words from one place on express, by the longest expression.
 *
 * @param words of a question, without stop words
 */
export function conceptsAt(
  { byFirst }: Synonyms,
  words: readonly (readonly string[])[],
  at: number,
): { concepts: ReadonlySet<number>; length: number } {
  let [concepts, length] = [new Set<number>(), 0];
  for (const stem of words[at] ?? []) {
    for (const { expression, concept } of byFirst.get(stem) ?? []) {
      const isMet = expression.every(
        (stems, offset) => words[at + offset]?.some((one) => stems.includes(one)) ?? false,
      );
      if (!isMet || expression.length < length) continue;
      if (expression.length > length) [concepts, length] = [new Set(), expression.length];
      concepts.add(concept);
    }
  }
  return { concepts, length };
}
