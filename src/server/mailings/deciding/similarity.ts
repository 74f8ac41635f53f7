/** Texts that are equal by this percent look like one to the filters of messengers. */
export const NEAR_PERCENT = 90;

/** How much each text is like the one before it, on average; null for fewer than two. */
export function similarityPercent(texts: readonly string[]): number | null {
  const similarities = texts.slice(1).map((text, index) => similarityOf(text, texts[index] ?? ''));
  if (similarities.length === 0) return null;
  return Math.round((100 * similarities.reduce((sum, one) => sum + one, 0)) / similarities.length);
}

/** The share of words that two texts have in common. */
export function similarityOf(one: string, other: string): number {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  if (words.size + others.size === 0) return 1;
  return (2 * words.intersection(others).size) / (words.size + others.size);
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
