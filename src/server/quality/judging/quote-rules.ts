/** A text without what copying changes: case, spaces, quotation marks, dashes, ё. */
export function foldedText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/["'«»“”„‘’`´]/gu, '')
    .replaceAll(/[‐‑‒–—−]/gu, '-')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** Dots and the like around a quote. */
const EDGES = /^[\s.,!?…:;-]+|[\s.,!?…:;-]+$/gu;
const SHORTEST = 2;

/**
 * Finds the line that a quote stands in: one of the stated lines, or two of them that follow each other. Null: it stands in none.
 *
 * @param lines by their number
 */
export function lineOfQuote(
  quote: string,
  stated: readonly number[],
  lines: ReadonlyMap<number, string>,
): number | null {
  const words = foldedText(quote).replaceAll(EDGES, '');
  if (words.length < SHORTEST) return null;
  const known = [...new Set(stated)].filter((number) => lines.has(number)).toSorted((a, b) => a - b);
  const single = known.find((number) => foldedText(lines.get(number) ?? '').includes(words));
  if (single !== undefined) return single;
  const joined = known.find((number) =>
    foldedText(
      `${lines.get(number) ?? ''} ${known.includes(number + 1) ? (lines.get(number + 1) ?? '') : ''}`,
    ).includes(words),
  );
  return joined ?? null;
}
