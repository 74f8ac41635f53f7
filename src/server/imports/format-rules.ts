import type { ImportFormat } from '#contract/imports/calls.ts';
import { IMPORT_DELIMITERS } from '#contract/imports/values.ts';

type Encoding = ImportFormat['encoding'];

/**
 * Guesses the encoding by the first bytes of a text: its mark, zero bytes, or whether most of its letters are valid
 * UTF-8.
 */
export function inferEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zeros = countByParity(bytes, 0);
  if (zeros.even + zeros.odd > bytes.length / 20) return zeros.odd > zeros.even ? 'utf-16le' : 'utf-16be';
  // NOTE: UTF-16 of Cyrillic letters alone has 0x04 in the place of zeros.
  const fours = countByParity(bytes, 4);
  if (fours.even + fours.odd > bytes.length / 4) return fours.odd > fours.even ? 'utf-16le' : 'utf-16be';
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true });
  const lost = countMatches(text, /\uFFFD/g);
  return lost === 0 || lost < countMatches(text, /\p{L}/gu) - countMatches(text, /[a-z]/gi) ? 'utf-8' : 'windows-1251';
}

const countMatches = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

/** The share of letters that no table has: above it the bytes are a picture, a program or another thing. */
const MAX_STRANGE = 0.02;

/** Whether a text is a table: no page of a site, and hardly a control character. */
export function isTable(text: string): boolean {
  if (/^\s*<(!doctype|html|table|\?xml|head|body)\b/i.test(text)) return false;
  return countMatches(text, /[^\P{Cc}\t\n\v\f\r]/gu) <= text.length * MAX_STRANGE;
}

/** How often a byte stands in even and in odd places. */
function countByParity(bytes: Uint8Array, wanted: number): { even: number; odd: number } {
  const counts = { even: 0, odd: 0 };
  for (const [index, byte] of bytes.entries()) if (byte === wanted) counts[index % 2 === 0 ? 'even' : 'odd'] += 1;
  return counts;
}

/** Guesses the delimiter: the one that divides most rows into the same number of cells, at least two. */
export function inferDelimiter(text: string): ImportFormat['delimiter'] {
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
