import type { ImportFormat } from '#contract/imports/calls.ts';
import { IMPORT_DELIMITERS } from '#contract/imports/values.ts';

const countMatches = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

/** The share of letters that no table has: above it the bytes are a picture, a program or another thing. */
const MAX_STRANGE = 0.02;

/** Whether a text is a table: no page of a site, and hardly a control character. */
export function isTable(text: string): boolean {
  if (/^\s*<(!doctype|html|table|\?xml|head|body)\b/i.test(text)) return false;
  return countMatches(text, /[^\P{Cc}\t\n\v\f\r]/gu) <= text.length * MAX_STRANGE;
}

/** Guesses the delimiter: the one that the file states for Excel, else the one that divides most rows into the same number of cells, at least two. */
export function inferDelimiter(text: string): ImportFormat['delimiter'] {
  const stated = IMPORT_DELIMITERS.find((sign) => sign === /^"?sep=(.)"?[\r\n]/i.exec(text)?.[1]);
  if (stated) return stated;
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const scored = IMPORT_DELIMITERS.map((delimiter) => ({ delimiter, score: steadiness(lines, delimiter) }));
  const best = scored.toSorted((a, b) => b.score - a.score)[0];
  return best && best.score > 0 ? best.delimiter : ',';
}

/** The share of lines with the most frequent number of delimiters, when that is not zero. */
function steadiness(lines: readonly string[], delimiter: string): number {
  const counts = lines.map((line) => line.replaceAll(/"[^"]*"/g, '').split(delimiter).length - 1);
  const sizes = Map.groupBy(
    counts.filter((count) => count > 0),
    (count) => count,
  );
  const most = Math.max(0, ...[...sizes.values()].map(({ length }) => length));
  return lines.length === 0 ? 0 : most / lines.length;
}
